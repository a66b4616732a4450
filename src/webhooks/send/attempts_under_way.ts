import type { KeyRecord } from "../../access/records/key_store.ts";
import type { LoggedEvent } from "../../events/event.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import type { AttemptOutcome } from "../records/attempts.ts";
import type { OffReason, OpenWebhook } from "../records/webhook_record.ts";
import { dueQueues, type EndpointState, isSick } from "./endpoint.ts";
import { isTold, mayBeTold } from "./filter.ts";
import { messageId } from "./message.ts";
import type { PostedEvent, PostEvent } from "./post_event.ts";
import { delivered, failed, type SubjectQueue, withoutFirst } from "./webhook_cursor.ts";

/** An attempt takes 10 s at most; it is not begun where the claim could end before it. */
const MIN_HELD_MS = 10_500;
/** Attempts at once for one endpoint: one that fails is not pressed. */
const MAX_AT_ONCE = 4;
const MAX_AT_ONCE_SICK = 2;
/** Attempts at once in a process: those of sick endpoints, which take long, have places of their own. */
const MAX_HEALTHY = 128;
const MAX_SICK = 64;
/** An endpoint to which nothing was delivered for so long is switched off. */
const OFF_AFTER_MS = 3 * 24 * 3_600_000;
/** An attempt that the store kept from being made is made after so long. */
const STORE_AWAY_MS = 1_000;

/** What attempts work with. */
export interface AttemptsDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly postEvent: PostEvent;
  readonly find: (id: string) => Promise<LoggedEvent | undefined>;
  /** The key as it is now; undefined where it is not known. */
  readonly keyOf: (keyId: string) => KeyRecord | undefined;
  readonly signal: AbortSignal;
  /** Called after each attempt. */
  settled(endpoint: EndpointState): void;
  /** Called where an endpoint is to be told nothing any more. */
  switchOff(webhook: OpenWebhook, reason: OffReason): void;
}

/** The attempts that this process makes. */
export interface AttemptsUnderWay {
  /** Begins what is due for an endpoint and has a place. */
  begin(endpoint: EndpointState): void;
  /** Whether an endpoint's claim ends too soon to begin what is due. */
  needsLonger(endpoint: EndpointState): boolean;
  /** Resolves when none is under way. */
  whenIdle(): Promise<void>;
}

export function createAttempts(deps: AttemptsDeps): AttemptsUnderWay {
  const { clock, random } = deps;
  const underWay = new Set<Promise<void>>();
  const places = { healthy: MAX_HEALTHY, sick: MAX_SICK };

  const mayBegin = ({ cursor, isMine }: EndpointState) =>
    isMine && cursor.heldUntil - clock.now() >= MIN_HELD_MS;

  function begin(endpoint: EndpointState): void {
    if (!mayBegin(endpoint) || deps.signal.aborted) return;
    if (!isTold(deps.keyOf(endpoint.webhook.record.keyId), clock.now())) return;
    for (const queue of dueQueues(endpoint, clock.now())) {
      const lane = isSick(endpoint) ? "sick" : "healthy";
      const most = lane === "sick" ? MAX_AT_ONCE_SICK : MAX_AT_ONCE;
      if (endpoint.posting.size >= most || places[lane] === 0) return;
      places[lane]--;
      const work = attempt(endpoint, queue).finally(() => {
        places[lane]++;
        underWay.delete(work);
        deps.settled(endpoint);
      });
      underWay.add(work);
    }
  }

  async function attempt(endpoint: EndpointState, queue: SubjectQueue): Promise<void> {
    const { tenure, webhook, posting } = endpoint;
    posting.add(queue.subject);
    const startedAt = clock.now();
    const made = await make(webhook, queue.ids[0]!);
    posting.delete(queue.subject);
    if (!endpoint.isMine || endpoint.tenure !== tenure || deps.signal.aborted) return;
    endpoint.isAhead = true;
    if (made === "passed") return pass(endpoint, queue.subject);
    if (made === "store away") return putOff(endpoint, queue.subject);
    settle(endpoint, queue, made, startedAt);
  }

  /** Posts an event, unless it is not kept any more, or the key may not read of it any more. */
  async function make(webhook: OpenWebhook, id: string): Promise<MadeAttempt> {
    try {
      const event = await deps.find(id);
      const key = deps.keyOf(webhook.record.keyId);
      if (event === undefined || key === undefined || !mayBeTold(key, event)) return "passed";
      return { event, posted: await deps.postEvent(webhook, event, deps.signal) };
    } catch {
      return "store away";
    }
  }

  function pass(endpoint: EndpointState, subject: string): void {
    endpoint.cursor = withoutFirst(endpoint.cursor, subject);
  }

  function putOff(endpoint: EndpointState, subject: string): void {
    const nextAt = clock.now() + STORE_AWAY_MS;
    const queues = endpoint.cursor.queues.map((queue) =>
      queue.subject === subject ? { ...queue, nextAt } : queue
    );
    endpoint.cursor = { ...endpoint.cursor, queues };
  }

  function settle(
    endpoint: EndpointState,
    { subject, attempts }: SubjectQueue,
    { event, posted }: { event: LoggedEvent; posted: PostedEvent },
    at: number,
  ): void {
    const now = clock.now();
    const nextAt = move(endpoint, subject, posted, now);
    endpoint.lastMs = now - at;
    endpoint.writes.push(...posted.writes);
    endpoint.attempts.push({
      id: messageId(endpoint.webhook, event),
      event: event.type,
      attempt: attempts + 1,
      at,
      ms: now - at,
      outcome: posted.outcome,
      nextAt,
    });
    if (posted.isGone) return deps.switchOff(endpoint.webhook, "gone");
    const { failingSince } = endpoint.cursor;
    if (failingSince > 0 && now - failingSince >= OFF_AFTER_MS) {
      deps.switchOff(endpoint.webhook, "failed");
    }
  }

  function move(endpoint: EndpointState, subject: string, posted: PostedEvent, now: number) {
    if (isDelivered(posted.outcome)) {
      endpoint.cursor = delivered(endpoint.cursor, subject, now);
      return null;
    }
    const failure = { now, askedMs: posted.askedMs, chance: random.fraction() };
    const { cursor, nextAt } = failed(endpoint.cursor, subject, failure);
    endpoint.cursor = cursor;
    return nextAt;
  }

  return {
    begin,
    needsLonger: (endpoint) =>
      endpoint.isMine && !mayBegin(endpoint) && dueQueues(endpoint, clock.now()).length > 0,
    whenIdle: async () => void await Promise.all(underWay),
  };
}

type MadeAttempt = { event: LoggedEvent; posted: PostedEvent } | "passed" | "store away";

function isDelivered(outcome: AttemptOutcome): boolean {
  return outcome === "delivered";
}
