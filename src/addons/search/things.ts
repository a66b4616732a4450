import type { Catalog, Group } from "../../catalog/catalog.ts";
import type { EventItem, ShowItem } from "../../model/item/occasions.ts";
import type { NewsDetailItem, ReleaseItem } from "../../model/item/publications.ts";
import type { SetlistItem } from "../../model/item/setlists.ts";
import type { Phases, SearchKind, Span } from "../../model/pack.ts";
import { titleId } from "../../model/title_slug.ts";

/** Something that can be found. */
export interface Thing {
  readonly kind: SearchKind;
  readonly group: string;
  readonly id: string;
  readonly title: string;
  /** Epoch ms of its start or publication; NaN where it has no time. */
  readonly start: number;
  /** The names of the setlists that it is, or is in. */
  readonly setlists?: ReadonlySet<string>;
}

/** A name of a thing. */
export interface ThingName {
  readonly thing: Thing;
  readonly text: string;
  /** Epoch ms from which the thing is called so; -Infinity: always. */
  readonly from: number;
  /** It is the name of what the thing is a part of. */
  readonly isPart?: true;
}

/** The text of an article. */
export interface ArticleText {
  readonly thing: Thing;
  readonly text: string;
  /** Epoch ms of its publication; -Infinity: always there. */
  readonly from: number;
}

/** What of a group can be found, in pieces of one item: its names, and the text of an article. */
export interface Findable {
  readonly names: readonly ThingName[];
  readonly article?: ArticleText;
}

/** Everything of a group that can be found, drafts and what is not published yet included. */
export function* findableIn({ pack }: Catalog, group: Group): Generator<Findable> {
  const { slug } = group;
  const decoder = new TextDecoder();
  const textOf = (span: Span) => decoder.decode(pack.bytes(span));
  const openItem = <T>({ span }: Opening): T => JSON.parse(`${textOf(span)}}`);
  const titled = (
    thing: Omit<Thing, "group">,
    names: readonly string[],
    from: number,
    part?: string,
  ): Findable & { thing: Thing } => {
    const whole = { ...thing, group: slug };
    const own = [...new Set(names)].map((text) => ({ thing: whole, text, from }));
    const parts = part === undefined ? [] : [{ thing: whole, text: part, from, isPart: true }];
    return { thing: whole, names: [...own, ...parts] as ThingName[] };
  };

  for (const member of group.table("members")) {
    const { id, name, nicknames, nameNative, nameReading } = member;
    const { fullname } = JSON.parse(`{${textOf(member.more).slice(1)}}`) as { fullname?: string };
    const further = [nameNative, nameReading].filter((text) => text !== undefined);
    const names = [name, ...nicknames, ...namesIn(fullname ?? name), ...further];
    yield titled({ kind: "member", id, title: name, start: NaN }, names, opening(member.open).from);
  }
  const songs = new SongList(slug);
  for (const span of group.setlists) {
    const { id, name, name_native, name_reading, songs: listed } = openItem<SetlistItem>({
      span,
      from: -Infinity,
    });
    const names = [...namesIn(name), name_native, name_reading].filter((one) => one !== undefined);
    const thing = {
      kind: "setlist",
      id,
      title: name,
      start: NaN,
      setlists: new Set([name]),
    } as const;
    yield titled(thing, names, -Infinity);
    for (const song of listed) songs.add(song, -Infinity, name);
  }
  const releases = group.table("releases").map((row) => ({ row, open: opening(row.open) }))
    .sort((one, other) => one.open.from - other.open.from || 0);
  for (const { row: { id }, open } of releases) {
    const { title, release_date, tracks } = openItem<ReleaseItem>(open);
    const start = Date.parse(release_date ?? "");
    yield titled({ kind: "release", id, title, start }, namesIn(title), open.from);
    for (const track of tracks) songs.add(track, open.from);
  }
  yield { names: songs.names };
  for (const { id, open, start } of group.table("shows")) {
    const opened = opening(open);
    const { title, setlist } = openItem<ShowItem>(opened);
    const thing = { kind: "show", id, title, start, setlists: new Set([setlist]) } as const;
    yield titled(thing, namesIn(title), opened.from, setlist || undefined);
  }
  for (const { id, open, start } of group.table("events")) {
    const opened = opening(open);
    const { title } = openItem<EventItem>(opened);
    yield titled({ kind: "event", id, title, start }, namesIn(title), opened.from);
  }
  for (const { id, detail } of group.table("news")) {
    const opened = opening(detail);
    const { title, published_at, content_text } = openItem<NewsDetailItem>(opened);
    const start = Date.parse(published_at);
    const { thing, names } = titled(
      { kind: "news", id, title, start },
      namesIn(title),
      opened.from,
    );
    yield { names, article: { thing, text: content_text, from: opened.from } };
  }
}

/** The first text of an item, and from when on (epoch ms) it is there. */
interface Opening {
  readonly span: Span;
  readonly from: number;
}

function opening(open: Phases): Opening {
  const isLater = open[1] === 0;
  const at = isLater ? 3 : 0;
  return { span: [open[at]!, open[at + 1]!], from: isLater ? open[2]! : -Infinity };
}

/** The songs of a group, each once: titles that make the same address are one song. */
class SongList {
  readonly names: ThingName[] = [];
  readonly #songs = new Map<string, { thing: Thing; setlists: Set<string>; named: Set<string> }>();

  constructor(readonly group: string) {}

  add(
    { title, original_title }: { title: string; original_title?: string | undefined },
    from: number,
    setlist?: string,
  ): void {
    const id = titleId(title);
    let song = this.#songs.get(id);
    if (song === undefined) {
      const setlists = new Set<string>();
      const thing: Thing = { kind: "song", group: this.group, id, title, start: NaN, setlists };
      this.#songs.set(id, song = { thing, setlists, named: new Set() });
    }
    if (setlist !== undefined) song.setlists.add(setlist);
    for (const text of [...namesIn(title), original_title]) {
      if (text === undefined || song.named.has(text)) continue;
      song.named.add(text);
      this.names.push({ thing: song.thing, text, from });
    }
  }
}

/** A title, and the names that it holds: what stands in brackets, before them, and between dots. */
function namesIn(title: string): string[] {
  const parts = title.split(/[()（）·]/).map((part) => part.trim()).filter((part) => part !== "");
  return [...new Set([title, ...parts])];
}
