import { parse } from "yaml";
import { Temporal } from "temporal-polyfill";
import type { ShowStats } from "../../src/model/item/member.ts";
import type { Milestone } from "../../src/model/item/occasions.ts";
import type { Performed } from "../../src/model/item/setlists.ts";

// deno-lint-ignore no-explicit-any
type Yaml = any;

interface Show {
  readonly id: string;
  readonly start: number;
  readonly from: number;
  readonly date: string;
  readonly setlist: string | undefined;
  readonly members: readonly string[];
}

interface Member {
  readonly slug: string;
  readonly name: string;
  readonly from: number;
  readonly before: {
    readonly total: number;
    readonly by_setlist: ReadonlyMap<string, number>;
    readonly as_of: string;
  } | undefined;
}

/** What is counted of a group at an instant. */
export interface CountedAt {
  readonly stats: ReadonlyMap<string, ShowStats>;
  /** By the names of setlists. */
  readonly performed: ReadonlyMap<string, Performed>;
  /** By the names of setlists, then by slugs. */
  readonly byMember: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By the ids of shows. */
  readonly milestones: ReadonlyMap<string, readonly Milestone[]>;
}

/**
 * Counts the shows of a group from its YAML files alone, by going through all of them at each instant: it
 * shares nothing with the compiler but the files.
 */
export class CountedShows {
  readonly #zone: string;
  readonly #isComplete: boolean;
  readonly #setlists: readonly string[];
  readonly #members: readonly Member[];
  readonly #shows: readonly Show[];

  constructor(folder: string) {
    const group = read(`${folder}/group.yaml`);
    this.#zone = group.timezone ?? "Asia/Jakarta";
    this.#isComplete = group.shows_complete === true;
    this.#setlists = setlistsIn(folder);
    this.#members = entries(folder, "members").map(([slug, file]) => this.#member(slug, file));
    const roster = rosterOf(entries(folder, "members"));
    this.#shows = entries(folder, "shows").filter(([, { state }]) =>
      (state ?? "scheduled") === "scheduled"
    )
      .map(([slug, file]) => this.#show(slug, file, roster))
      .sort((one, other) => one.start - other.start);
  }

  /** The instants at which something begins to count, or somebody is published. */
  get turns(): number[] {
    const all = [...this.#shows, ...this.#members].map(({ from }) => from);
    return [...new Set(all)].filter(Number.isFinite).sort((one, other) => one - other);
  }

  at(now: number): CountedAt {
    const begun = this.#shows.filter(({ from }) => from <= now);
    const since = this.#isComplete ? undefined : begun[0]?.date;
    const performed = new Map<string, Performed>(
      this.#setlists.map((name) => {
        const days = begun.filter(({ setlist }) => setlist === name).map(({ date }) => date);
        return [name, { count: days.length, first: days[0], last: days.at(-1), since }];
      }),
    );
    const byMember = new Map(this.#setlists.map((name) => [name, new Map<string, number>()]));
    const milestones = new Map<string, Milestone[]>();
    const stats = new Map(
      this.#members.map((member) => {
        const counted = this.#count(member, begun, since, (show, count, setlist) => {
          if (member.from > now) return;
          const known = milestones.get(show) ?? [];
          milestones.set(show, known);
          known.push({ id: member.slug, name: member.name, count, ...(setlist && { setlist }) });
        });
        for (const { setlist, count } of counted.by_setlist) {
          if (member.from <= now) byMember.get(setlist)?.set(member.slug, count);
        }
        return [member.slug, counted];
      }),
    );
    return { stats, performed, byMember, milestones };
  }

  #count(
    { slug, before }: Member,
    begun: readonly Show[],
    since: string | undefined,
    reach: (show: string, count: number, setlist?: string) => void,
  ): ShowStats {
    const hers = begun.filter(({ members }) => members.includes(slug));
    const isKnown = before !== undefined || this.#isComplete;
    const named = [...before?.by_setlist.values() ?? []].reduce((sum, count) => sum + count, 0);
    const isEach = isKnown && named === (before?.total ?? 0);
    const knows = (setlist: string) => isEach || before?.by_setlist.has(setlist) === true;
    const counts = new Map(before?.by_setlist ?? []);
    const lasts = new Map<string, string>();
    let total = Math.max(before?.total ?? 0, named);
    let reached = before?.total ?? 0;
    for (const { id, date, setlist } of hers) {
      if (setlist !== undefined) lasts.set(setlist, date);
      if (before !== undefined && date <= before.as_of) continue;
      total++;
      reached++;
      if (isKnown && isRound(reached)) reach(id, reached);
      if (setlist === undefined) continue;
      const count = (counts.get(setlist) ?? 0) + 1;
      counts.set(setlist, count);
      if (knows(setlist) && isRound(count)) reach(id, count, setlist);
    }
    return {
      total,
      first: hers[0]?.date,
      last: hers.at(-1)?.date,
      since: isKnown ? undefined : since,
      by_setlist: [...counts].filter(([, count]) => count > 0).map(([setlist, count]) => ({
        setlist,
        count,
        last: lasts.get(setlist),
        ...(isKnown && !knows(setlist) && { since }),
      })),
    };
  }

  #member(slug: string, file: Yaml): Member {
    const before = file.shows_before;
    return {
      slug,
      name: file.name,
      from: publishedFrom(file),
      before: before && {
        total: before.total,
        as_of: before.as_of ?? "",
        by_setlist: new Map(
          (before.by_setlist ?? []).map(({ setlist, count }: Yaml) =>
            [this.#setlist(setlist), count] as const
          ),
        ),
      },
    };
  }

  #show(slug: string, file: Yaml, roster: ReadonlyMap<string, string>): Show {
    const date = this.#day(file.date);
    const time = file.time === undefined ? undefined : String(file.time);
    const day = Temporal.PlainDate.from(date);
    const start = time === undefined
      ? day.add({ days: 1 }).toZonedDateTime(this.#zone).epochMilliseconds - 1000
      : day.toZonedDateTime({ timeZone: this.#zone, plainTime: time.padStart(5, "0") })
        .epochMilliseconds;
    const members = (file.members ?? []).map((name: string) => roster.get(fold(name)));
    return {
      id: String(file.id ?? slug),
      start,
      from: Math.max(start, publishedFrom(file)),
      date,
      setlist: file.setlist === undefined ? undefined : this.#setlist(file.setlist),
      members: members.filter((one: string | undefined) => one !== undefined),
    };
  }

  /** A setlist is known by its name in any case; another name stays as it is first written. */
  #setlist(name: string): string {
    return this.#setlists.find((known) => fold(known) === fold(name)) ?? name;
  }

  #day(written: string): string {
    if (written.length === 10) return written;
    return Temporal.Instant.from(written).toZonedDateTimeISO(this.#zone).toPlainDate().toString();
  }
}

function isRound(count: number): boolean {
  return [1, 10].includes(count) || (count >= 50 && count % 50 === 0);
}

function publishedFrom({ publish_at }: Yaml): number {
  return publish_at === undefined ? -Infinity : Date.parse(publish_at);
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

function read(path: string): Yaml {
  return parse(Deno.readTextFileSync(path)) ?? {};
}

function entries(folder: string, kind: string): [slug: string, file: Yaml][] {
  const names = namesIn(`${folder}/${kind}`);
  return names.map((name): [string, Yaml] => [
    name.replace(/\.ya?ml$/, ""),
    read(`${folder}/${kind}/${name}`),
  ]).filter(([, { draft }]) => draft !== true);
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name)
      .filter((name) => /\.ya?ml$/.test(name)).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function setlistsIn(folder: string): string[] {
  return namesIn(`${folder}/setlists`).map((name) => read(`${folder}/setlists/${name}`).name);
}

/** Slugs by all that line-ups may call a member; what several are called is no one's. */
function rosterOf(members: readonly [slug: string, file: Yaml][]): ReadonlyMap<string, string> {
  const called = members.flatMap(([slug, { name, nicknames = [], former_slugs = [] }]) =>
    [...new Set([slug, ...former_slugs, name, ...nicknames].map(fold))].map((key) =>
      [key, slug] as const
    )
  );
  const slugs = new Map(members.map(([slug]) => [fold(slug), slug]));
  const byName = Map.groupBy(called, ([key]) => key);
  const single = [...byName].filter(([, some]) => some.length === 1)
    .map(([key, [found]]) => [key, found![1]] as const);
  return new Map([...single, ...slugs]);
}
