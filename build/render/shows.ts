import type { SetlistFile, ShowFile } from "../schema/content/occasions.ts";
import type { ShowReference } from "../../src/model/item/member.ts";
import type {
  PagedShowItem,
  PersonItem,
  ShowDetailItem,
  ShowItem,
} from "../../src/model/item/occasions.ts";
import type { ShowRow, Span } from "../../src/model/pack.ts";
import type { Entry } from "../check/content.ts";
import { inOtherForm } from "../check/same_form.ts";
import { warningAt } from "../diagnostic/diagnostic.ts";
import { endOf } from "../derive/instants.ts";
import { resolvePeople, resolvePerson } from "../derive/people.ts";
import type { Person } from "../derive/roster.ts";
import { createSetlistFinder, setlistsOf, songTitle, unknownSetlist } from "../derive/setlists.ts";
import { pictureSize } from "../picture/resolve_pictures.ts";
import { spellingEdit } from "../read/source.ts";
import type { Step } from "../emit/bodies.ts";
import { admissionItem } from "../derive/admission.ts";
import type { RenderContext } from "./context.ts";
import { type Added, beginning, moreJson } from "./json.ts";
import { type Happening, happeningOf, happeningRow, occasionCalendar } from "./occasions.ts";
import { writeTable, type WrittenTable } from "./table.ts";

/** A show with its names and times resolved. */
interface ResolvedShow extends Happening<ShowFile> {
  readonly setlist: SetlistFile | undefined;
  readonly seitansai: readonly CelebratedPerson[];
  readonly graduation: readonly CelebratedPerson[];
}

/** Somebody whom a show is held for. */
interface CelebratedPerson {
  readonly person: Person;
  /** What the file calls her by, where it does. */
  readonly id: string | number | undefined;
}

/** Resolves all shows, newest first; what starts together keeps the order of file names. */
export function resolveShows(context: RenderContext): readonly ResolvedShow[] {
  const setlists = setlistsOf(context.content.setlists);
  const find = createSetlistFinder(setlists);
  return context.content.shows.map((entry) => {
    const { file, source } = entry;
    const people = resolvePeople(file.members, source, ["members"], context);
    const setlist = file.setlist === undefined ? undefined : find(file.setlist);
    if (file.setlist !== undefined && setlist === undefined) {
      tellUnknown(entry, file.setlist, setlists, context);
    }
    const [seitansai, graduation] = (["seitansai", "graduation"] as const).map((field) =>
      file[field].map((who, place): CelebratedPerson =>
        typeof who === "string"
          ? { person: resolvePerson(who, source, [field, place], context), id: undefined }
          : {
            person: resolvePerson(who.member, source, [field, place, "member"], context),
            id: who.id,
          }
      )
    ) as [CelebratedPerson[], CelebratedPerson[]];
    const celebrated = [...seitansai, ...graduation].map(({ person }) => person);
    const show = happeningOf(entry, file.title ?? file.setlist!, people, context, celebrated);
    return { ...show, setlist, seitansai, graduation };
  }).sort((one, other) => other.occasion.start - one.occasion.start);
}

function tellUnknown(
  { source }: Entry<ShowFile>,
  name: string,
  setlists: readonly SetlistFile[],
  { report }: RenderContext,
): void {
  const meant = inOtherForm(name, setlists.map((setlist) => setlist.name));
  const edit = spellingEdit(source, ["setlist"], meant);
  // Where it is the list that was misspelt, many shows name what it should say.
  const fix = edit && { ...edit, slip: `setlist ${name}` };
  report(warningAt(source.locate(["setlist"]), unknownSetlist(name, setlists), fix));
}

/** Renders shows in the order given. */
export function renderShows(shows: readonly ResolvedShow[], context: RenderContext): WrittenTable {
  const { bodies } = context;
  const written = new Map<string, Span>();
  return writeTable(context, shows, {
    name: "shows",
    idOf: ({ id }) => id,
    madeOf: ({ madeOf }) => madeOf,
    tell: textsOf,
    write(show, texts) {
      const { state, setlist } = show.entry.file;
      const performed = show.setlist ?? { name: setlist ?? "", songs: [] };
      const songs = written.get(performed.name) ?? bodies.add(songsJson(performed));
      written.set(performed.name, songs);
      const { row, calendar } = happeningRow(show, texts, context);
      return {
        row: {
          ...row,
          state,
          ...(setlist !== undefined && { setlist }),
          extra: bodies.add(texts.extra),
          more: bodies.add(texts.more),
          songs,
          reference: bodies.add(texts.reference),
        } satisfies ShowRow,
        calendar,
      };
    },
  });
}

/** What the pack says of a show, but for its songs. */
function textsOf(show: ResolvedShow) {
  const { entry: { file }, id, title, occasion, people, seitansai, graduation } = show;
  const celebrations: Added<PagedShowItem, ShowItem> = {
    seitansai: seitansai.map(({ person, id }) => personItem(person, id)),
    graduation: graduation.map(({ person, id }) => personItem(person, id)),
  };
  const reference: ShowReference = { id, name: title, date: occasion.timestamp, url: file.url };
  return {
    steps: stepsOf(show),
    extra: moreJson(celebrations),
    more: moreJson({ lineup: people.map((person) => personItem(person)) }),
    reference: JSON.stringify(reference),
    calendar: occasionCalendar(show, file.setlist === title ? undefined : file.setlist),
  };
}

function stepsOf(
  { entry, id, title, occasion, minutes, venue, people, zone }: ResolvedShow,
): Step[] {
  const { file } = entry;
  const head = {
    title,
    setlist: file.setlist ?? "",
    date: occasion.date,
    time: file.time ?? "",
    venue: venue ?? "",
    members: people.map(({ name }) => name),
  } satisfies Partial<ShowItem>;
  const tail: Omit<ShowItem, keyof typeof head | "is_upcoming"> = {
    id,
    start_at: occasion.startAt,
    state: file.state,
    member_count: people.length,
    team: file.team,
    poster: file.poster,
    banner: file.banner,
    url: file.url,
    end_at: endOf(occasion, minutes, zone),
    ...admissionItem(file, zone),
    ...pictureSize("poster", file.poster, entry),
  };
  return beginning(occasion.start, head, tail);
}

/** What is not known of somebody, as of every guest, is left out. */
function personItem(
  { name, slug, img }: Person,
  id: string | number | undefined = slug,
): PersonItem {
  return { id, name, img, url_key: slug };
}

/** What the details of shows say of their setlist. */
function songsJson({ name, songs }: Pick<SetlistFile, "name" | "songs">): string {
  const setlist_detail: ShowDetailItem["setlist_detail"] = { name, songs: songs.map(songTitle) };
  return moreJson({ setlist_detail });
}
