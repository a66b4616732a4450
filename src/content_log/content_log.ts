/**
 * This room logs what content and clock bring about, once for all processes of a store.
 *
 * @module
 */

import { createAnnounceStore } from "../announce/announce_store.ts";
import type { Announced } from "../announce/announced.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { LogWriter } from "../events/log_source.ts";
import type { Clock } from "../platform/clock.ts";
import { deadline } from "../platform/deadline.ts";
import type { Kv } from "../platform/kv.ts";
import { createOutageLog, type Log } from "../platform/log.ts";
import { type BackOff, backOffMs } from "../toolbox/back_off.ts";
import { createReconciler, type Reconciler } from "../toolbox/reconciler.ts";
import { nextDue } from "./due_events.ts";
import {
  createDatedEvents,
  logAnnouncements,
  logDues,
  type LoggingContext,
} from "./log_content.ts";
import { OnceWriter } from "./once_writer.ts";

export interface ContentLogDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly log: Log;
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

/** Creates what logs; it does nothing before the first {@linkcode ContentLog.look}. */
export function createContentLog(deps: ContentLogDeps): ContentLog {
  const { kv, clock, announced } = deps;
  const catalog = () => deps.catalog();
  const looks = new RepeatedLook(deps.log, {
    ...{ clock, announced, catalog, dated: createDatedEvents({ catalog, clock }) },
    ...{ store: createAnnounceStore(kv), writer: new OnceWriter(kv, deps.writer) },
  });
  return { look: () => looks.look(), close: () => looks.close() };
}

/** Looks when it is told to, when something falls due, and again after a failure. */
class RepeatedLook {
  readonly #context: LoggingContext;
  readonly #reconciler: Reconciler;
  /** How long what falls due is left to others. */
  #delayMs = 0;

  constructor(log: Log, context: LoggingContext) {
    this.#context = context;
    this.#reconciler = createReconciler({
      clock: context.clock,
      outage: createOutageLog(log, { away: "Cannot log what has changed; trying again" }),
      look: () => this.#look(),
      waitMs: () => this.#untilDueMs(),
      retryMs: (failures) => backOffMs(RETRY, failures),
    });
  }

  look(): Promise<void> {
    return this.#reconciler.look();
  }

  async close(): Promise<void> {
    this.#reconciler.close();
    await deadline(this.#context.clock, CLOSE_MS, this.#reconciler.idle()).catch(() => {});
  }

  async #look(): Promise<void> {
    const { store, catalog } = this.#context;
    const { value: head } = await store.head();
    const isCurrent = head?.build === catalog().index.build;
    if (isCurrent) await logAnnouncements(this.#context, head!);
    this.#delayMs = isCurrent || head === null ? 0 : OTHERS_FIRST_MS;
    await logDues(this.#context, this.#delayMs);
  }

  /** How long nothing falls due that this process would log. */
  #untilDueMs(): number {
    const { clock, catalog, dated } = this.#context;
    const now = clock.now() - this.#delayMs;
    return Math.min(MAX_WAIT_MS, nextDue(dated(), { catalog: catalog(), now }) - now);
  }
}
