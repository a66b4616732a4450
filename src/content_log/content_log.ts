/**
 * This room logs what content and clock bring about, once for all processes of a store.
 *
 * @module
 */

import {
  type AnnouncedBuild,
  type AnnouncedHead,
  type AnnounceStore,
  createAnnounceStore,
} from "../announce/announce_store.ts";
import type { Announced } from "../announce/announcer.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ItemChange } from "../changes/compare_items.ts";
import type { LogWriter } from "../events/event.ts";
import { type Clock, deadline } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { follow } from "../shared_state/follow.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import { changeEvents, fitsIntoLog } from "./change_events.ts";
import { birthdaysBetween, datedEvents, type DueEvent, nextDue } from "./due_events.ts";
import type { ContentAt } from "./item_data.ts";
import { OnceWriter } from "./once_writer.ts";

export interface ContentLogDeps extends Pick<Env, "kv" | "clock" | "log"> {
  readonly writer: LogWriter;
  readonly announced: Pick<Announced, "removed">;
  /** What is served at the moment. */
  catalog(): Catalog;
}

/** Logs what this process is the first to know of. */
export interface ContentLog {
  /** Looks whether anything has to be logged: an announcement, or what has fallen due. Never rejects. */
  look(): Promise<void>;
  /** Resolves when nothing is under way any more, or after 2 s. */
  close(): Promise<void>;
}

/** What logging the content works with. */
interface LoggingContext {
  readonly clock: Clock;
  readonly store: AnnounceStore;
  readonly announced: Pick<Announced, "removed">;
  readonly writer: OnceWriter;
  /** What is served at the moment. */
  catalog(): Catalog;
  /** What falls due of it at instants known beforehand. */
  dated(): readonly DueEvent[];
}

/** What fell due while nobody ran is told of so much later at most. */
const LATE_MS = 24 * 3_600_000;
/** Who serves another build than the one that was announced last leaves it to others for so long. */
const OTHERS_FIRST_MS = 30_000;
/** A timer is never set for longer: machines sleep, and clocks are set. */
const MAX_WAIT_MS = 3_600_000;
/** How long the end waits for what is under way. */
const CLOSE_MS = 2_000;
const RETRY: BackOff = { firstMs: 1_000, maxMs: 30_000 };

/**
 * Creates what logs: when it is asked to, when something falls due, and again after a failure. It does
 * nothing before the first {@linkcode ContentLog.look}.
 */
export function createContentLog(deps: ContentLogDeps): ContentLog {
  const { kv, clock, announced } = deps;
  const catalog = () => deps.catalog();
  const context: LoggingContext = {
    clock,
    announced,
    catalog,
    dated: createDatedEvents({ catalog, clock }),
    store: createAnnounceStore(kv),
    writer: new OnceWriter(kv, deps.writer),
  };
  const followed = follow<number>(deps, {
    pollMs: (delayMs = 0) => untilDueMs(context, delayMs),
    retryMs: (failures) => backOffMs(RETRY, failures),
    outage: { away: "Cannot log what has changed; trying again" },
    load: () => logNow(context),
  });
  return {
    look: () => followed.sync(),
    async close() {
      followed.close();
      await deadline(clock, CLOSE_MS, followed.idle()).catch(() => {});
    },
  };
}

/** Logs what this process is the first to know of; how long what falls due is left to others, in ms. */
async function logNow(context: LoggingContext): Promise<number> {
  const { store, catalog } = context;
  const { value: head } = await store.head();
  const isCurrent = head?.build === catalog().index.build;
  if (isCurrent) await logAnnouncements(context, head!);
  const delayMs = isCurrent || head === null ? 0 : OTHERS_FIRST_MS;
  await logDues(context, delayMs);
  return delayMs;
}

/** How long nothing falls due that this process would log. */
function untilDueMs({ clock, catalog, dated }: LoggingContext, delayMs: number): number {
  const now = clock.now() - delayMs;
  return Math.min(MAX_WAIT_MS, nextDue(dated(), { catalog: catalog(), now }) - now);
}

/** Logs what builds have changed, up to the one that was announced last. */
async function logAnnouncements(
  context: LoggingContext,
  { seq }: AnnouncedHead,
): Promise<void> {
  const { store, writer } = context;
  const last = await writer.loggedSeq();
  if (last >= seq) return;
  for (const build of await store.builds()) {
    if (build.seq > last && build.seq <= seq) await logBuild(context, build);
  }
}

async function logBuild(context: LoggingContext, build: AnnouncedBuild): Promise<void> {
  const { clock, store, writer } = context;
  const isLate = build.at < clock.now() - LATE_MS;
  const changes = isLate ? [] : await store.changes(build);
  await writer.writeBuild(build.seq, planBuild(context, build, changes));
}

function planBuild(
  context: LoggingContext,
  { build }: AnnouncedBuild,
  changes: readonly ItemChange[],
) {
  const at = contentNow(context);
  const removedShows = (group: string) => context.announced.removed(group, "show", at.now);
  return changeEvents(at, { build, changes, removedShows, dated: context.dated() });
}

/** Logs what has fallen due up to `delayMs` ago. */
async function logDues(context: LoggingContext, delayMs: number): Promise<void> {
  const { writer, dated } = context;
  const at = contentNow(context);
  const [from, to] = [at.now - LATE_MS, at.now - delayMs];
  const due = [...dated(), ...birthdaysBetween(at, from, to)]
    .filter((event) => event.due > from && event.due <= to && !writer.isLogged(event));
  const planned = due.flatMap((once) =>
    once.entries(at).filter(fitsIntoLog).map((entry) => ({ entry, once }))
  );
  await writer.writeDues(planned);
}

function contentNow({ catalog, clock }: LoggingContext): ContentAt {
  return { catalog: catalog(), now: clock.now() };
}

/** Finds what falls due of the content that is served, once for each catalog. */
function createDatedEvents(
  { catalog, clock }: Pick<LoggingContext, "catalog" | "clock">,
): () => readonly DueEvent[] {
  let known: { readonly catalog: Catalog; readonly events: readonly DueEvent[] } | undefined;
  return () => {
    const served = catalog();
    if (known?.catalog !== served) {
      const events = datedEvents({ catalog: served, now: clock.now() });
      known = { catalog: served, events };
    }
    return known.events;
  };
}
