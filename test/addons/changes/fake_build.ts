import {
  type AnnounceStore,
  createAnnounceStore,
} from "../../../src/addons/changes/announce_store.ts";
import { type Announcer, createAnnouncer } from "../../../src/addons/changes/announcer.ts";
import { OnceLog } from "../../../src/addons/changes/once_log.ts";
import type { Content } from "../../../src/catalog/catalog.ts";
import type { LogEntry } from "../../../src/events/event.ts";
import { type EntryLog, openLog } from "../../../src/events/entry_log.ts";
import type { ShowRow, Span } from "../../../src/model/pack.ts";
import type { Clock } from "../../../src/platform/clock.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { createQuietLog, type QuietLog } from "../../support/quiet_log.ts";

/** What a process serves, as far as it is announced. */
export type ServedBuild = Pick<Content, "catalog" | "builtAt">;

/** A show of a fake build: its title, and what else is said of it. */
interface FakeShow {
  readonly title: string;
  readonly from?: number;
  readonly former?: readonly string[];
}

/** A build with one group of shows, by id. */
export function fakeBuild(
  build: string,
  builtAt: string,
  shows: Readonly<Record<string, string | FakeShow>>,
): ServedBuild {
  const texts: string[] = [];
  const span = (text: string): Span => [texts.push(text) - 1, 1];
  const rows = Object.entries(shows).map(([id, show]): Partial<ShowRow> => {
    const { title, from, former } = typeof show === "string" ? { title: show } as FakeShow : show;
    const open = span(`{"title":"${title}","date":"2026-12-24","time":"19:00","state":"scheduled"`);
    return {
      ...{ id, slug: id, start: Date.parse("2026-12-24T12:00:00Z"), members: [] },
      ...(former && { formerSlugs: former }),
      open: from === undefined ? open : [0, 0, from, ...open],
      extra: span(',"seitansai":[],"graduation":[]'),
      more: span(',"lineup":[]'),
    };
  });
  const none = span("[]");
  const group = {
    slug: "bunga",
    tables: {
      ...{ members: none, news: none, events: none, schedule: none, releases: none },
      ...{ videocalls: none, shows: span(JSON.stringify(rows)) },
    },
    calendars: { shows: none, events: none, members: none },
    setlists: [],
  };
  const text = ([at]: Span) => texts[at]!;
  const json = (at: Span) => JSON.parse(text(at));
  // The group is none of the catalog's: nothing but its items is asked for.
  const catalog = { index: { build, groups: [group] }, pack: { text, json }, groups: [] };
  return { catalog: catalog as unknown as Content["catalog"], builtAt: Date.parse(builtAt) };
}

/** A process that announces what it serves. */
export interface AnnouncingProcess extends Announcer {
  readonly log: QuietLog;
  readonly store: AnnounceStore;
  readonly events: EntryLog<LogEntry>;
  /** Serves another build from now on, and looks whether it has to be announced. */
  swap(next: ServedBuild): Promise<void>;
}

/** Starts a process that serves a build, and waits until it has looked at the store. */
export async function startAnnouncing(
  { kv, clock }: { readonly kv: Kv; readonly clock: Clock },
  first: ServedBuild,
): Promise<AnnouncingProcess> {
  let served = first;
  const log = createQuietLog();
  const env = { kv, clock, log, random: systemRandom };
  const store = createAnnounceStore(env);
  const events = openLog<LogEntry>(env, { name: "event", lifeMs: 1e12 });
  const once = new OnceLog({ ...env, events });
  const announcer = createAnnouncer({
    ...{ ...env, store, events: once, pollMs: 2000, content: () => served },
  });
  await announcer.sync();
  return {
    ...announcer,
    ...{ log, store, events },
    async swap(next) {
      served = next;
      await announcer.sync();
    },
  };
}

/** What each announcement of a store says. */
export async function saidIn(store: AnnounceStore): Promise<string[]> {
  const all = await Promise.all((await store.builds()).map((build) => store.changes(build)));
  return all.map((changes) =>
    changes.map(({ id, change, fields, at }) =>
      [change, id, ...fields, ...at === undefined ? [] : ["by the clock"]].join(" ")
    ).join(", ")
  );
}
