import type { PostOutcome } from "../delivery/post.ts";
import type { Env } from "../platform/env.ts";
import type { KvEntry } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import { clampFuture } from "../shared_state/claim.ts";
import { retryDelayMs } from "../shared_state/loop.ts";
import type { Job } from "../shared_state/worker.ts";
import { type ChannelMark, markOf, stepOf, type StoredAlarm, withMark } from "./alarm.ts";
import type { AlertChannel, AlertMessage } from "./channels.ts";
import { CONDITION_KINDS, subjectOf } from "./condition.ts";

/** The wait after an address has said that it is gone: the operator may fix it. */
const SHUT_PAUSE_MS = 3_600_000;

/** An alarm of a store, and what its messages are called. */
interface BookedAlarm {
  readonly store: Job<StoredAlarm>["kv"];
  readonly entry: KvEntry<StoredAlarm>;
  /** Set where each process reports for itself. */
  readonly idSuffix: string;
}

/** Reports an alarm to a channel that does not know of it. The channel's mark holds the claim. */
export function alarmJob(
  { clock, random, log }: Omit<Env, "kv">,
  { store, entry: { key, value, version }, idSuffix }: BookedAlarm,
  channel: AlertChannel,
): Job<StoredAlarm> {
  const { name, claimMs } = channel;
  const alarm = value!;
  // An instant that no pause can have led to is of a clock that was set back.
  const dueAt = clampFuture(markOf(alarm, name).retryAt, clock.now() + 2 * SHUT_PAUSE_MS);
  return {
    kv: store,
    key,
    value: alarm,
    version,
    dueAt,
    claimMs,
    claimOf: (one) => markOf(one, name),
    withClaim: (one, claim) => withMark(one, name, { ...markOf(one, name), ...claim }),
    async run(claimed, signal) {
      const outcome = await channel.post(messageOf(claimed, idSuffix), signal);
      logOutcome(log, channel, subjectOf(claimed), outcome);
      const mark = markAfter(claimed, channel, outcome, clock.now(), random.fraction());
      const againAt = mark.retryAt > 0 ? mark.retryAt : null;
      return { next: (current) => withMark(current, name, mark), againAt };
    },
  };
}

function markAfter(
  alarm: StoredAlarm,
  channel: AlertChannel,
  outcome: PostOutcome,
  now: number,
  chance: number,
): ChannelMark {
  const mark = markOf(alarm, channel.name);
  const failures = mark.failures + 1;
  switch (outcome.kind) {
    case "sent":
      return { ...mark, told: stepOf(alarm), retryAt: 0, failures: 0 };
    case "wait":
      return { ...mark, retryAt: now + outcome.pauseMs };
    case "stop":
      return { ...mark, failures, retryAt: now + SHUT_PAUSE_MS };
    default:
      return { ...mark, failures, retryAt: now + retryDelayMs(failures, chance) };
  }
}

function logOutcome(
  log: Log,
  { name }: AlertChannel,
  alert: string,
  outcome: PostOutcome,
): void {
  if (outcome.kind === "sent") log.info("The operator was told", { channel: name, alert });
  else if (outcome.kind !== "wait") {
    const { reason } = outcome;
    log.warn("The operator cannot be told, trying again", { channel: name, alert, reason });
  }
}

function messageOf(alarm: StoredAlarm, idSuffix: string): AlertMessage {
  const { kind, what, detail, isOn, beganAt, overAt } = alarm;
  const { began, over, advice } = CONDITION_KINDS[kind];
  const about = what === "" ? "" : `: ${what}`;
  const subject = subjectOf(alarm);
  const since = `It began at ${new Date(beganAt).toISOString()}.`;
  return {
    id: `alert_${subject.replaceAll(" ", "_")}_${stepOf(alarm)}${idSuffix}`,
    type: isOn ? "alert.began" : "alert.over",
    subject,
    title: `${isOn ? began : over}${about}`,
    paragraphs: isOn ? [detail, advice] : [since],
    beganAt,
    overAt: isOn ? null : overAt,
  };
}
