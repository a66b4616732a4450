import type { Group } from "../../../catalog/catalog.ts";
import { foldText } from "../../../model/fold_text.ts";
import type {
  PagedShowItem,
  PersonItem,
  ScheduleItem,
  ShowDetailItem,
  ShowItem,
} from "../../../model/item/occasions.ts";
import type { SetlistItem } from "../../../model/item/setlists.ts";
import type { AnswerContext } from "../../../routes/answer_context.ts";
import type { EditContext, RouteValues } from "../routes.ts";
import type {
  ProfiledPerson,
  ProfiledScheduled,
  ProfiledShow,
  ProfiledShowDetail,
  ProfiledTheater,
} from "./items.ts";
import type { PageCounts } from "../../../catalog/phases.ts";

/** Rewrites the shows of a page. Where everything is asked for, it is also in `data`. */
export function rewriteTheater(
  { theater, ...counts }: PageCounts & { readonly theater: readonly PagedShowItem[] },
  { ctx, values }: EditContext,
): ProfiledTheater {
  const shows = theater.map((show) => asProgramsRead(show, ctx));
  const page = { theater: shows, ...countWhole(counts) };
  return isWhole(values) ? { ...page, success: true, data: shows } : page;
}

/** Rewrites the dates of a schedule. */
export function rewriteSchedule(items: readonly ScheduleItem[]): ProfiledScheduled[] {
  return items.map(withInstant);
}

/** A show whose `date` is an instant, with a picture of its setlist or group if it has none. */
function asProgramsRead<Show extends ShowItem>(show: Show, ctx: AnswerContext) {
  const { poster, banner, ...fields } = withInstant(show);
  const picture = poster && banner ? undefined : pictureFor(show.setlist, ctx);
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

/** The picture of a setlist, else the group's; undefined if neither has one. */
function pictureFor(setlist: string, { catalog: { pack }, group }: AnswerContext) {
  let pictures = known.get(group);
  if (pictures === undefined) {
    const decoder = new TextDecoder();
    const setlists = group.setlists.map((open): SetlistItem =>
      JSON.parse(`${decoder.decode(pack.bytes(open))}}`)
    );
    pictures = new Map(setlists.map(({ name, image }) => [foldText(name), image]));
    known.set(group, pictures);
  }
  return pictures.get(foldText(setlist)) ?? group.pictures.address(group.image);
}

/** The pictures of setlists by their folded names, for as long as a group is served. */
const known = new WeakMap<Group, ReadonlyMap<string, string | undefined>>();

/** Adds the list of one show that programs read, with people as objects. */
export function addShows(detail: ShowDetailItem, { ctx }: EditContext): ProfiledShowDetail {
  const show = asProgramsRead(detail, ctx);
  const members = show.lineup.map(wholePerson);
  return { ...show, members, shows: [listedShow(show, members)] };
}

function listedShow(
  show: ReturnType<typeof asProgramsRead<ShowDetailItem>>,
  members: readonly ProfiledPerson[],
): ProfiledShow {
  const { team = "", ...fields } = show;
  const { name, songs } = show.setlist_detail;
  return {
    ...fields,
    setlist: {
      id: foldText(name).replaceAll(" ", "-"),
      title: name || show.title,
      title_alt: "",
      description: "",
      poster: show.poster ?? "",
      banner: show.banner ?? "",
      songs,
    },
    members,
    team: { id: team, img: "" },
  };
}

/** Guests have neither id nor picture nor address. */
function wholePerson({ id = "", name, img = "", url_key = "" }: PersonItem): ProfiledPerson {
  return { id: String(id), name, img, url_key };
}

/** Whether no page of a list is asked for. */
export function isWhole({ page, perpage }: RouteValues): boolean {
  return page === undefined && perpage === undefined;
}

/** Asks for one page that holds everything, in place of the bare list. */
export function askWhole(values: RouteValues): RouteValues {
  return isWhole(values) ? { ...values, page: 1, perpage: Number.MAX_SAFE_INTEGER } : values;
}

/** States as the size of such a page how many items it holds. */
export function countWhole<List extends PageCounts>(list: List): List {
  return list.perpage === Number.MAX_SAFE_INTEGER
    ? { ...list, perpage: Math.max(1, list.total_count) }
    : list;
}
