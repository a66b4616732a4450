import type { Catalog, Group } from "../../catalog/catalog.ts";
import type { EventItem, ShowItem } from "../../model/item/occasions.ts";
import type { MemberDetailItem, MemberItem } from "../../model/item/member.ts";
import type { NewsDetailItem, ReleaseItem } from "../../model/item/publications.ts";
import type { SetlistItem } from "../../model/item/setlists.ts";
import type { Phases, SearchKind, Span } from "../../model/pack.ts";
import { titleId } from "../../model/title_slug.ts";
import { dayStart } from "../../time/wall_clock.ts";

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
  /** It is the name of what the thing is a part of, or what sort of thing it is. */
  readonly isPart?: true;
  /** It is all that the thing is called by, in one text, for who names it by words of several. */
  readonly isWhole?: true;
}

/** The text of an article, or of a member's page. */
export interface ArticleText {
  readonly thing: Thing;
  readonly text: string;
  /** Epoch ms of its publication; -Infinity: always there. */
  readonly from: number;
}

/** What of a group can be found, in pieces of one item: its names, and the text of an article. */
interface Findable {
  readonly names: readonly ThingName[];
  readonly article?: ArticleText;
}

/** Everything of a group that can be found, what is not published yet included. */
export function* findableIn({ pack }: Catalog, group: Group): Generator<Findable> {
  const decoder = new TextDecoder();
  const read: ReadText = (span) => decoder.decode(pack.bytes(span));
  const songs = new SongList(group.slug);
  yield* members(group, read);
  yield* setlists(group, read, songs);
  yield* releases(group, read, songs);
  yield { names: songs.names };
  yield* shows(group, read);
  yield* events(group, read);
  yield* articles(group, read);
}

type ReadText = (span: Span) => string;

function* members(group: Group, read: ReadText): Generator<Findable> {
  for (const member of group.table("members")) {
    const { id, name, nicknames, nameNative, nameReading } = member;
    const { fullname, description = "" }: Partial<MemberDetailItem> = JSON.parse(
      `{${read(member.more).slice(1)}}`,
    );
    const thing = { kind: "member", group: group.slug, id, title: name, start: NaN } as const;
    const further = [...nicknames, ...namesIn(fullname ?? name), nameNative, nameReading];
    const { span, from } = opening(member.open);
    const { team, generation, birthplace, hobby = "" }: MemberItem = JSON.parse(`${read(span)}}`);
    const graduatedFrom = member.status === "graduated"
      ? from
      : Math.max(from, member.graduatedFrom ?? Infinity);
    yield {
      names: [
        ...called(thing, from, {
          names: [name, ...further],
          parts: team === undefined ? [] : [`Team ${team}`, `Tim ${team}`],
          also: [generation, birthplace],
        }),
        { thing, text: "graduated", from: graduatedFrom, isPart: true },
      ],
      article: { thing, text: `${hobby}\n${description}`, from },
    };
  }
}

function* setlists(group: Group, read: ReadText, songs: SongList): Generator<Findable> {
  for (const span of group.setlists) {
    const { id, name, ...setlist }: SetlistItem = JSON.parse(`${read(span)}}`);
    const base = { group: group.slug, id, title: name, start: NaN };
    const thing = { kind: "setlist", ...base, setlists: new Set([name]) } as const;
    const names = [...namesIn(name), setlist.name_native, setlist.name_reading];
    yield { names: namesOf(thing, names, -Infinity) };
    for (const song of setlist.songs) songs.add(song, -Infinity, name);
  }
}

/** The releases that are there come first: a song is called as they call it. */
function* releases(group: Group, read: ReadText, songs: SongList): Generator<Findable> {
  const rows = group.table("releases").map(({ id, open }) => ({ id, open: opening(open) }))
    .sort((one, other) => one.open.from - other.open.from || 0);
  for (const { id, open: { span, from } } of rows) {
    const { title, type, release_date, tracks }: ReleaseItem = JSON.parse(`${read(span)}}`);
    const start = release_date === undefined ? NaN : dayStart(release_date, group.timezone);
    const thing = { kind: "release", group: group.slug, id, title, start } as const;
    yield { names: called(thing, from, { names: namesIn(title), parts: [type, "release"] }) };
    for (const track of tracks) songs.add(track, from);
  }
}

function* shows(group: Group, read: ReadText): Generator<Findable> {
  for (const { id, open, start } of group.table("shows")) {
    const { span, from } = opening(open);
    const { title, setlist }: ShowItem = JSON.parse(`${read(span)}}`);
    const base = { group: group.slug, id, title, start };
    const thing = { kind: "show", ...base, setlists: new Set([setlist]) } as const;
    const parts = setlist === "" ? [] : [setlist];
    yield { names: called(thing, from, { names: namesIn(title), parts }) };
  }
}

function* events(group: Group, read: ReadText): Generator<Findable> {
  for (const { id, open, start, isMedia } of group.table("events")) {
    const { span, from } = opening(open);
    const { title, type, venue }: EventItem = JSON.parse(`${read(span)}}`);
    const thing = { kind: "event", group: group.slug, id, title, start } as const;
    const sorts = isMedia ? ["media", "television", "radio"] : [type, "event"];
    const parts = [...sorts, ...venue === "" ? [] : [venue]];
    yield { names: called(thing, from, { names: namesIn(title), parts }) };
  }
}

function* articles(group: Group, read: ReadText): Generator<Findable> {
  for (const { id, detail } of group.table("news")) {
    const { span, from } = opening(detail);
    const { title, published_at, content_text }: NewsDetailItem = JSON.parse(`${read(span)}}`);
    const start = Date.parse(published_at);
    const thing = { kind: "news", group: group.slug, id, title, start } as const;
    const article = { thing, text: content_text, from };
    yield { names: namesOf(thing, namesIn(title), from), article };
  }
}

function namesOf(
  thing: Thing,
  names: readonly (string | undefined)[],
  from: number,
): readonly ThingName[] {
  return [...new Set(names)].filter((text) => text !== undefined)
    .map((text) => ({ thing, text, from }));
}

/** The names of a thing, those of its `parts` and sorts, and all that it is called by in one text. */
function called(thing: Thing, from: number, { names, parts, also = [] }: {
  readonly names: readonly (string | undefined)[];
  readonly parts: readonly string[];
  /** What stands in that text alone. */
  readonly also?: readonly (string | undefined)[];
}): readonly ThingName[] {
  const all = [...names, ...parts, ...also].filter((text) => text !== undefined);
  return [
    ...namesOf(thing, names, from),
    ...parts.map((text): ThingName => ({ thing, text, from, isPart: true })),
    { thing, text: all.join(" · "), from, isWhole: true },
  ];
}

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
