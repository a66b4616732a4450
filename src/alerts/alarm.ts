import type { Sent } from "../delivery/endpoint.ts";
import type { Env } from "../platform/env.ts";
import type { KvEntry } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import { type Claim, clampFuture, UNCLAIMED } from "../shared_state/claim.ts";
import { retryDelayMs } from "../shared_state/loop.ts";
import type { Job } from "../shared_state/worker.ts";
import type { AlertChannel, AlertMessage } from "./channels.ts";
import { type Condition, CONDITION_KINDS, type ConditionKind, subjectOf } from "./condition.ts";

/** A trouble that is there or was there, as it is stored. */
export interface StoredAlarm {
  readonly kind: ConditionKind;
  readonly what: string;
  /** The facts as they were when it began. */
  readonly detail: string;
  /** How often it has begun, ever. */
  readonly number: number;
  readonly isOn: boolean;
  /** When it last began, epoch ms. */
  readonly beganAt: number;
  /** When a process last noted that it is still there, epoch ms. */
  readonly seenAt: number;
  /** When it was last over, epoch ms; 0: never. */
  readonly overAt: number;
  /** It began again soon after its end, so that its next end takes longer quiet. */
  readonly isRestless: boolean;
  /** What each channel was sent, by its name. */
  readonly channels: Readonly<Record<string, ChannelMark>>;
}

/** How far one channel was sent, and which process sends now. */
interface ChannelMark extends Claim {
  /** The last {@linkcode stepOf} that was sent; the name is of the first programs that stored it. */
  readonly told: number;
  /** No attempt before, epoch ms. */
  readonly retryAt: number;
  /** Attempts that failed in a row. */
  readonly failures: number;
}

interface AlarmView {
  /** What this process sees; undefined: nothing of the kind. */
  readonly condition: Condition | undefined;
  /** For how long this process has seen the trouble, in ms. */
  readonly badForMs: number;
  /** For how long this process has known that no process noted the trouble again, in ms. */
  readonly quietForMs: number;
  /** Epoch ms. */
  readonly now: number;
  readonly channels: readonly string[];
}

/** A trouble that began again so soon after its end is restless, and is over after so long a quiet. */
const RESTLESS_MS = 3_600_000;

/** What becomes of an alarm; null: it stays as it is. */
export function decideAlarm(alarm: StoredAlarm | null, view: AlarmView): StoredAlarm | null {
  if (alarm?.isOn) return decideOn(alarm, view);
  const { condition, badForMs } = view;
  if (condition === undefined || !condition.isBad) return null;
  const { afterMs = CONDITION_KINDS[condition.kind].afterMs } = condition;
  return badForMs >= afterMs ? begun(alarm, condition, view) : null;
}

function decideOn(alarm: StoredAlarm, view: AlarmView): StoredAlarm | null {
  const { condition, quietForMs, now } = view;
  const { quietMs } = CONDITION_KINDS[alarm.kind];
  if (condition?.isBad) return quietForMs >= quietMs / 3 ? { ...alarm, seenAt: now } : null;
  if (quietForMs < (alarm.isRestless ? RESTLESS_MS : quietMs)) return null;
  return { ...alarm, isOn: false, overAt: now };
}

function begun(
  before: StoredAlarm | null,
  { kind, what, detail }: Condition,
  { now, channels }: AlarmView,
): StoredAlarm {
  const overAt = before?.overAt ?? 0;
  const began = {
    kind,
    what,
    detail,
    isOn: true,
    beganAt: now,
    seenAt: now,
    overAt,
    number: (before?.number ?? 0) + 1,
    isRestless: overAt > 0 && Math.abs(now - overAt) < RESTLESS_MS,
    channels: {},
  };
  const unsent = { told: stepOf(began) - 1, retryAt: 0, failures: 0, ...UNCLAIMED };
  return { ...began, channels: Object.fromEntries(channels.map((name) => [name, unsent])) };
}

/** Counts what there is to report: the first beginning is 1, its end 2, the next beginning 3. */
function stepOf({ number, isOn }: Pick<StoredAlarm, "number" | "isOn">): number {
  return 2 * number - (isOn ? 1 : 0);
}

/** Whether a channel has not been sent the present state. A new channel is sent no old ends. */
export function isUnsent(alarm: StoredAlarm, channel: string): boolean {
  const mark = alarm.channels[channel];
  return mark === undefined ? alarm.isOn : mark.told < stepOf(alarm);
}

/** The mark of a channel; if it has none, of a channel that was sent nothing. */
function markOf({ channels }: StoredAlarm, channel: string): ChannelMark {
  return channels[channel] ?? { told: 0, retryAt: 0, failures: 0, ...UNCLAIMED };
}

function withMark(alarm: StoredAlarm, channel: string, mark: ChannelMark): StoredAlarm {
  return { ...alarm, channels: { ...alarm.channels, [channel]: mark } };
}

/** The wait after an address has said that it is gone: the operator may fix it. */
const SHUT_PAUSE_MS = 3_600_000;

/** An alarm in a store, and the suffix of its messages' ids. */
interface AlarmEntry {
  readonly store: Job<StoredAlarm>["kv"];
  readonly entry: KvEntry<StoredAlarm>;
  /** Set if each process reports for itself. */
  readonly idSuffix: string;
}

/** Sends an alarm to a channel. The channel's mark holds the claim. */
export function alarmJob(
  { clock, random, log }: Omit<Env, "kv">,
  { store, entry: { key, value, version }, idSuffix }: AlarmEntry,
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
  outcome: Sent,
  now: number,
  chance: number,
): ChannelMark {
  const mark = markOf(alarm, channel.name);
  const failures = mark.failures + 1;
  switch (outcome.kind) {
    case "sent":
      return { ...mark, told: stepOf(alarm), retryAt: 0, failures: 0 };
    case "later": {
      if (outcome.waitMs !== undefined) return { ...mark, retryAt: now + outcome.waitMs };
      return { ...mark, failures, retryAt: now + retryDelayMs(failures, chance) };
    }
    case "gone":
      return { ...mark, failures, retryAt: now + SHUT_PAUSE_MS };
    default:
      return { ...mark, failures, retryAt: now + retryDelayMs(failures, chance) };
  }
}

function logOutcome(
  log: Log,
  { name }: AlertChannel,
  alert: string,
  outcome: Sent,
): void {
  if (outcome.kind === "sent") log.info("Sent an alert to the operator", { channel: name, alert });
  else if (outcome.kind !== "later" || outcome.waitMs === undefined) {
    const { reason } = outcome;
    log.warn("Cannot send an alert to the operator, trying again", {
      channel: name,
      alert,
      reason,
    });
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
