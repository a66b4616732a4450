import { isHeldByAnother, sensibleHeldUntil, UNCLAIMED } from "../delivery/claim.ts";
import { retryDelayMs } from "../delivery/delivery_loop.ts";
import type { PostOutcome } from "../delivery/outcome.ts";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import { type ChannelMark, isUntold, markOf, stepOf, type StoredAlarm, withMark } from "./alarm.ts";
import type { AlarmBook } from "./alarm_book.ts";
import type { AlertChannel, AlertMessage } from "./channel.ts";
import { CONDITION_KINDS, subjectOf } from "./condition.ts";

/** The wait after an address has said that it is gone: the operator may mend it. */
const SHUT_PAUSE_MS = 3_600_000;

/** What telling works with. */
export interface TellDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** This process's name in claims. */
  readonly holder: string;
  readonly signal: AbortSignal;
}

/** An alarm of a book, and what its messages are called. */
export interface BookedAlarm {
  readonly book: AlarmBook;
  readonly alarm: StoredAlarm;
  /** Told apart where each process tells for itself. */
  readonly idSuffix: string;
}

/**
 * Tells a channel how an alarm stands, where it does not know: claims it by compare-and-set, posts,
 * notes what came of it. Resolves with the instant of the next attempt; null: none is needed.
 */
export async function tellAlarm(
  deps: TellDeps,
  { book, alarm, idSuffix }: BookedAlarm,
  channel: AlertChannel,
): Promise<number | null> {
  const { clock, holder, random } = deps;
  const subject = subjectOf(alarm);
  if (!isUntold(alarm, channel.name)) return null;
  const claimed = await book.update(subject, (current) => {
    if (current === null || !isFree(current, channel, deps)) return null;
    const heldUntil = clock.now() + channel.claimMs;
    return withMark(current, channel.name, { ...markOf(current, channel.name), holder, heldUntil });
  });
  if (claimed === null) return waitFor(alarm, channel, clock.now());
  const outcome = await channel.post(messageOf(claimed, idSuffix), deps.signal);
  noteOutcome(deps.log, channel, subject, outcome);
  const mark = markAfter(claimed, channel, outcome, clock.now(), random.fraction());
  await book.update(
    subject,
    (current) =>
      current !== null && markOf(current, channel.name).holder === holder
        ? withMark(current, channel.name, mark)
        : null,
  );
  return mark.retryAt > 0 ? mark.retryAt : null;
}

function isFree(alarm: StoredAlarm, channel: AlertChannel, { clock, holder }: TellDeps): boolean {
  const now = clock.now();
  const mark = markOf(alarm, channel.name);
  const heldUntil = sensibleHeldUntil(mark, now, channel.claimMs);
  return isUntold(alarm, channel.name) && retryAtOf(mark, now) <= now &&
    !isHeldByAnother({ ...mark, heldUntil }, holder, now);
}

function waitFor(alarm: StoredAlarm, channel: AlertChannel, now: number): number {
  const mark = markOf(alarm, channel.name);
  return Math.max(now + 1_000, retryAtOf(mark, now), sensibleHeldUntil(mark, now, channel.claimMs));
}

/** An instant that no pause can have led to is of a clock that was set back. */
function retryAtOf({ retryAt }: ChannelMark, now: number): number {
  return retryAt <= now + 2 * SHUT_PAUSE_MS ? retryAt : 0;
}

function markAfter(
  alarm: StoredAlarm,
  channel: AlertChannel,
  outcome: PostOutcome,
  now: number,
  chance: number,
): ChannelMark {
  const mark = { ...markOf(alarm, channel.name), ...UNCLAIMED };
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

function noteOutcome(
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
