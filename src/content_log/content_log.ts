/**
 * This room logs what content and clock bring about, once for all processes of a store.
 *
 * @module
 */

import { createAnnounceStore } from "../announce/announce_store.ts";
import type { Announced } from "../announce/announced.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { LogWriter } from "../events/log_source.ts";
import { deadline } from "../platform/deadline.ts";
import type { Env } from "../platform/env.ts";
import { follow } from "../shared_state/follow.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import { nextDue } from "./due_events.ts";
import {
  createDatedEvents,
  logAnnouncements,
  logDues,
  type LoggingContext,
} from "./log_content.ts";
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
