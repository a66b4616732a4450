import type { KeyRecord } from "../../access/records/key_store.ts";
import type { LoggedEvent } from "../../events/event.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import type { OffReason, OpenWebhook } from "../records/webhook_record.ts";
import {
  type AnsweredEvent,
  dueQueues,
  type EndpointState,
  isSick,
  noteAttempt,
} from "./endpoint.ts";
import { isTold, mayBeTold } from "./filter.ts";
import type { PostedEvent, PostEvent } from "./post_event.ts";
import { putOff, type SubjectQueue, withoutFirst } from "./webhook_cursor.ts";

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

/** Creates the places of this process for attempts. */
export function createAttempts(deps: AttemptsDeps): AttemptsUnderWay {
  const lanes: AttemptLanes = {
    deps,
    underWay: new Set(),
    places: { healthy: MAX_HEALTHY, sick: MAX_SICK },
  };
  return {
    begin: (endpoint) => begin(lanes, endpoint),
    needsLonger(endpoint) {
      const now = deps.clock.now();
      return endpoint.isMine && !mayBegin(endpoint, now) && dueQueues(endpoint, now).length > 0;
    },
    whenIdle: async () => void await Promise.all(lanes.underWay),
  };
}

/** What is under way, and the places that are left. */
interface AttemptLanes {
  readonly deps: AttemptsDeps;
  readonly underWay: Set<Promise<void>>;
  readonly places: { healthy: number; sick: number };
}

function begin(lanes: AttemptLanes, endpoint: EndpointState): void {
  const { deps, places } = lanes;
  const { clock, signal } = deps;
  if (!mayBegin(endpoint, clock.now()) || signal.aborted) return;
  if (!isTold(deps.keyOf(endpoint.webhook.record.keyId), clock.now())) return;
  for (const queue of dueQueues(endpoint, clock.now())) {
    const lane = isSick(endpoint) ? "sick" : "healthy";
    const most = lane === "sick" ? MAX_AT_ONCE_SICK : MAX_AT_ONCE;
    if (endpoint.posting.size >= most || places[lane] === 0) return;
    occupy(lanes, lane, endpoint, queue);
  }
}

function mayBegin({ cursor, isMine }: EndpointState, now: number): boolean {
  return isMine && cursor.heldUntil - now >= MIN_HELD_MS;
}

function occupy(
  { deps, underWay, places }: AttemptLanes,
  lane: "healthy" | "sick",
  endpoint: EndpointState,
  queue: SubjectQueue,
): void {
  places[lane]--;
  const work = attempt(deps, endpoint, queue).finally(() => {
    places[lane]++;
    underWay.delete(work);
    deps.settled(endpoint);
  });
  underWay.add(work);
}

async function attempt(
  deps: AttemptsDeps,
  endpoint: EndpointState,
  queue: SubjectQueue,
): Promise<void> {
  const { tenure, webhook, posting } = endpoint;
  posting.add(queue.subject);
  const startedAt = deps.clock.now();
  const made = await makeAttempt(deps, webhook, queue.ids[0]!);
  posting.delete(queue.subject);
  if (!endpoint.isMine || endpoint.tenure !== tenure || deps.signal.aborted) return;
  endpoint.isAhead = true;
  settle(deps, endpoint, queue, { made, startedAt });
}

type MadeAttempt = AnsweredEvent | "passed" | "store away";

/** Posts an event, unless it is not kept any more, or the key may not read of it any more. */
async function makeAttempt(
  deps: AttemptsDeps,
  webhook: OpenWebhook,
  id: string,
): Promise<MadeAttempt> {
  try {
    const event = await deps.find(id);
    const key = deps.keyOf(webhook.record.keyId);
    if (event === undefined || key === undefined || !mayBeTold(key, event)) return "passed";
    return { event, posted: await deps.postEvent(webhook, event, deps.signal) };
  } catch {
    return "store away";
  }
}

/** Takes over what came of an attempt. */
function settle(
  deps: AttemptsDeps,
  endpoint: EndpointState,
  queue: SubjectQueue,
  { made, startedAt }: { made: MadeAttempt; startedAt: number },
): void {
  const { subject } = queue;
  if (made === "passed") {
    endpoint.cursor = withoutFirst(endpoint.cursor, subject);
  } else if (made === "store away") {
    endpoint.cursor = putOff(endpoint.cursor, subject, deps.clock.now() + STORE_AWAY_MS);
  } else {
    const now = deps.clock.now();
    noteAttempt(endpoint, queue, made, { startedAt, now, random: deps.random });
    switchOffWhereDue(deps, endpoint, made.posted, now);
  }
}

function switchOffWhereDue(
  deps: AttemptsDeps,
  { webhook, cursor: { failingSince } }: EndpointState,
  { isGone }: PostedEvent,
  now: number,
): void {
  if (isGone) return deps.switchOff(webhook, "gone");
  if (failingSince > 0 && now - failingSince >= OFF_AFTER_MS) deps.switchOff(webhook, "failed");
}
