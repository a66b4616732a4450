import type { KeyRecord } from "../../access/records/key_store.ts";
import type { EventReader } from "../../events/event.ts";
import type { Env } from "../../platform/env.ts";
import type { OffReason, OpenWebhook } from "../records/webhook_record.ts";
import { type AnsweredEvent, type Endpoint, mayRead, mayReceive } from "./endpoint.ts";
import type { PostEvent } from "./post_event.ts";
import { putOff, type SubjectQueue, withoutFirst } from "./webhook_cursor.ts";
import { DAY_MS } from "../../toolbox/durations.ts";

/** An attempt takes 10 s at most; it is not begun if the claim could end before it. */
const MIN_HELD_MS = 10_500;
/** Attempts at once for one endpoint: one that fails is not pressed. */
const MAX_AT_ONCE = { healthy: 4, degraded: 2 };
/** Attempts at once in a process: those of degraded endpoints, which take long, have places of their own. */
const PLACES = { healthy: 128, degraded: 64 };
/** An endpoint to which nothing was delivered for so long is switched off. */
const OFF_AFTER_MS = 3 * DAY_MS;
/** An attempt that the store kept from being made is made after so long. */
const STORE_RETRY_MS = 1_000;

/** What attempts work with. */
export interface AttemptsDeps extends Pick<Env, "clock" | "random"> {
  readonly postEvent: PostEvent;
  readonly eventLog: Pick<EventReader, "get">;
  /** The key as it is now; undefined if it is not known. */
  keyOf(keyId: string): KeyRecord | undefined;
  readonly signal: AbortSignal;
  settled(endpoint: Endpoint): void;
  /** Called if an endpoint is to be sent nothing any more. */
  switchOff(webhook: OpenWebhook, reason: OffReason): void;
}

type MadeAttempt = AnsweredEvent | "passed" | "store unreachable";

/** The attempts that this process makes. */
export class Attempts {
  readonly #deps: AttemptsDeps;
  readonly #underWay = new Set<Promise<void>>();
  readonly #places = { ...PLACES };

  constructor(deps: AttemptsDeps) {
    this.#deps = deps;
  }

  /** Begins what is due for an endpoint and has a place. */
  begin(endpoint: Endpoint): void {
    const { clock, signal, keyOf } = this.#deps;
    const now = clock.now();
    if (!mayBegin(endpoint, now) || signal.aborted) return;
    if (!mayReceive(keyOf(endpoint.webhook.record.keyId), now)) return;
    for (const queue of endpoint.dueQueues(now)) {
      const lane = endpoint.isDegraded ? "degraded" : "healthy";
      if (endpoint.posting.size >= MAX_AT_ONCE[lane] || this.#places[lane] === 0) return;
      this.#places[lane]--;
      const work = this.#attempt(endpoint, queue).finally(() => {
        this.#places[lane]++;
        this.#underWay.delete(work);
        this.#deps.settled(endpoint);
      });
      this.#underWay.add(work);
    }
  }

  /** Whether an endpoint's claim ends too soon to begin what is due. */
  needsLonger(endpoint: Endpoint): boolean {
    const now = this.#deps.clock.now();
    return endpoint.isMine && !mayBegin(endpoint, now) && endpoint.dueQueues(now).length > 0;
  }

  /** Resolves when none is under way. */
  async whenIdle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #attempt(endpoint: Endpoint, queue: SubjectQueue): Promise<void> {
    const { clock, signal } = this.#deps;
    const { fencingToken, webhook, posting } = endpoint;
    posting.add(queue.subject);
    const startedAt = clock.now();
    const made = await this.#make(webhook, queue.ids[0]!);
    posting.delete(queue.subject);
    if (!endpoint.isMine || endpoint.fencingToken !== fencingToken || signal.aborted) return;
    endpoint.isDirty = true;
    this.#settle(endpoint, queue, made, startedAt);
  }

  /** Posts an event, unless it is not kept any more, or the key may not read of it any more. */
  async #make(webhook: OpenWebhook, id: string): Promise<MadeAttempt> {
    const { eventLog, keyOf, postEvent, signal } = this.#deps;
    try {
      const event = await eventLog.get(id);
      const key = keyOf(webhook.record.keyId);
      if (event === undefined || key === undefined || !mayRead(key, event)) return "passed";
      return { event, posted: await postEvent(webhook, event, signal) };
    } catch {
      return "store unreachable";
    }
  }

  /** Takes over what came of an attempt. */
  #settle(endpoint: Endpoint, queue: SubjectQueue, made: MadeAttempt, startedAt: number): void {
    const { clock, random, switchOff } = this.#deps;
    const now = clock.now();
    const { cursor, webhook } = endpoint;
    if (made === "passed") endpoint.cursor = withoutFirst(cursor, queue.subject);
    else if (made === "store unreachable") {
      endpoint.cursor = putOff(cursor, queue.subject, now + STORE_RETRY_MS);
    } else {
      endpoint.noteAttempt(queue, made, { startedAt, now, random });
      const { failingSince } = endpoint.cursor;
      if (made.posted.isGone) switchOff(webhook, "gone");
      else if (failingSince > 0 && now - failingSince >= OFF_AFTER_MS) switchOff(webhook, "failed");
    }
  }
}

function mayBegin({ cursor, isMine }: Endpoint, now: number): boolean {
  return isMine && cursor.heldUntil - now >= MIN_HELD_MS;
}
