import type { PageCounts } from "../../catalog/phases.ts";
import { foldText } from "../../model/fold_text.ts";
import type {
  PersonItem,
  ScheduleItem,
  ShowDetailItem,
  ShowItem,
} from "../../model/item/occasions.ts";
import type { SetlistItem } from "../../model/item/setlists.ts";
import type { AnswerContext } from "../../routes/answer_context.ts";
import { type EditContext, isWhole } from "./edit.ts";

/** Rewrites the shows of a page. Where everything is asked for, it is also in `data`. */
export function rewriteTheater(
  { theater, ...counts }: PageCounts & { readonly theater: readonly ShowItem[] },
  { ctx, values }: EditContext,
) {
  const pictureOf = setlistPictures(ctx);
  const shows = theater.map((show) => asProgramsRead(show, pictureOf));
  const page = { theater: shows, ...countWhole(counts) };
  return isWhole(values) ? { ...page, success: true, data: shows } : page;
}

/** Rewrites the dates of a schedule. */
export function rewriteSchedule(items: readonly ScheduleItem[]) {
  return items.map(withInstant);
}

type PictureOf = (setlist: string) => string | undefined;

/** A show whose `date` is an instant, with a picture of its setlist or group if it has none. */
function asProgramsRead<Show extends ShowItem>(show: Show, pictureOf: PictureOf) {
  const { poster, banner, ...fields } = withInstant(show);
  const picture = poster && banner ? undefined : pictureOf(show.setlist);
  return { ...fields, banner: banner ?? picture, poster: poster ?? picture };
}

/** What starts on a date, at a time of day that may be unknown. */
interface Starting {
  readonly date: string;
  readonly time?: string | undefined;
  readonly start_at: string;
}

/** Programs read hour and minute off `new Date(date)`; a date alone is all that is known without them. */
function withInstant<Item extends Starting>(item: Item): Item & { readonly start_time: string } {
  const { date, time = "", start_at } = item;
  return { ...item, date: time === "" ? date : start_at, start_time: time };
}

function setlistPictures({ catalog: { pack }, group }: AnswerContext): PictureOf {
  const decoder = new TextDecoder();
  const pictures = new Map(group.setlists.map((open) => {
    const { name, image }: SetlistItem = JSON.parse(`${decoder.decode(pack.bytes(open))}}`);
    return [foldText(name), image];
  }));
  return (setlist) => pictures.get(foldText(setlist)) ?? group.pictures.address(group.image);
}

/** Adds the list of one show that programs read, with people as objects. */
export function addShows(detail: ShowDetailItem, { ctx }: EditContext) {
  const show = asProgramsRead(detail, setlistPictures(ctx));
  const members = show.lineup.map(wholePerson);
  const { team = "", ...fields } = show;
  const { name, songs } = show.setlist_detail;
  const setlist = {
    id: foldText(name).replaceAll(" ", "-"),
    title: name || show.title,
    title_alt: "",
    description: "",
    poster: show.poster ?? "",
    banner: show.banner ?? "",
    songs,
  };
  return {
    ...show,
    members,
    shows: [{ ...fields, setlist, members, team: { id: team, img: "" } }],
  };
}

/** Guests have neither id nor picture nor address. */
function wholePerson({ id = "", name, img = "", url_key = "" }: PersonItem) {
  return { id: String(id), name, img, url_key };
}

/** States as the size of a page that holds everything how many items it holds. */
export function countWhole<List extends PageCounts>(list: List): List {
  return list.perpage === Number.MAX_SAFE_INTEGER
    ? { ...list, perpage: Math.max(1, list.total_count) }
    : list;
}
