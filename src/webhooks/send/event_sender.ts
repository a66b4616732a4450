/**
 * This room delivers the events of the log to webhooks: each in order, at least once, by one process at
 * a time.
 *
 * @module
 */

import type { KeyRecord } from "../../access/records/key_store.ts";
import { createLoop, type Loop } from "../../shared_state/loop.ts";
import type { EventLog } from "../../events/event.ts";
import { type Clock, sleep } from "../../platform/clock.ts";
import type { Kv } from "../../platform/kv.ts";
import type { Log } from "../../platform/log.ts";
import { processName, type Random } from "../../platform/random.ts";
import type { OffReason, OpenWebhook } from "../records/webhook_record.ts";
import { type AttemptsUnderWay, createAttempts } from "./attempts_under_way.ts";
import { createCursors } from "./cursors.ts";
import { createLogReader } from "./log_reader.ts";
import { GATHER_MS, isListDue, nextLook } from "./next_look.ts";
import type { PostEvent } from "./post_event.ts";
import { activeEndpoints, heldEndpoints, type SenderState } from "./sender_state.ts";
import { claimFree, flushAhead, listCursors } from "./sender_steps.ts";

/** What is under way when the program ends gets so long to finish. */
const MAX_CLOSE_MS = 1_500;

/** What the sender works with. */
export interface EventSenderDeps {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly eventLog: EventLog;
  readonly postEvent: PostEvent;
  /** The webhooks that are on, by id. */
  webhooks(): ReadonlyMap<string, OpenWebhook>;
  /** The key as it is now; undefined where it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
  /** Called where a webhook is to be told nothing any more. */
  switchOff(webhook: OpenWebhook, reason: OffReason): void;
}

/** Tells webhooks what the log holds. While nothing happens it writes nothing. */
export interface EventSender {
  /** There may be new events, or other webhooks; cheap. */
  wake(): void;
  /** Ends within about 4 s; other processes go on at once. */
  close(): Promise<void>;
}

/** Creates the sender of this process; it does nothing before {@linkcode EventSender.wake}. */
export function createEventSender(deps: EventSenderDeps): EventSender {
  const holder = processName(deps.random);
  const cursors = createCursors({ ...deps, holder });
  const log = createLogReader(deps);
  const options = {
    gatherMs: GATHER_MS,
    hastens: true,
    away: "The store is away, and webhooks wait",
  };
  const loop = createLoop(deps, options, () => look(sender, attempts));
  const attempts = createAttempts({
    ...deps,
    signal: loop.signal,
    find: log.find,
    settled(endpoint) {
      if (!sender.isClosing) attempts.begin(endpoint);
      loop.wake();
    },
  });
  const sender: SenderState = {
    ...{ deps, holder, cursors, log, known: new Map() },
    ...{ mustList: true, isClosing: false, listedAt: 0, flushedAt: 0 },
  };
  const unwatch = deps.eventLog.watch(() => {
    if (deps.webhooks().size > 0) loop.wake();
  });
  return {
    wake: loop.wake,
    close() {
      unwatch();
      return close(sender, attempts, loop);
    },
  };
}

/** Looks once: log, cursors, claims, attempts, store. */
async function look(sender: SenderState, attempts: AttemptsUnderWay): Promise<number | null> {
  const { deps, log } = sender;
  const webhooks = deps.webhooks();
  if (webhooks.size === 0 && sender.known.size === 0) return null;
  const isListed = webhooks !== sender.known || isListDue(sender);
  if (isListed) await listCursors(sender);
  for (const endpoint of activeEndpoints(sender)) await log.takeUp(endpoint);
  await claimFree(sender, isListed);
  activeEndpoints(sender).forEach(attempts.begin);
  await flushAhead(sender, attempts);
  return nextLook(sender);
}

async function close(
  sender: SenderState,
  attempts: AttemptsUnderWay,
  loop: Loop,
): Promise<void> {
  sender.isClosing = true;
  await Promise.race([attempts.whenIdle(), sleep(sender.deps.clock, MAX_CLOSE_MS)]);
  await loop.close();
  await sender.cursors.flush(heldEndpoints(sender), { release: true }).catch(() => {});
}
