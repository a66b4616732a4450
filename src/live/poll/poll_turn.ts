import { type Clock, sleep } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { LiveSource, PollResult } from "../platforms/live_source.ts";
import type { LiveType } from "../../model/enums.ts";
import type { Claim } from "../records/claim.ts";
import type { LiveRoster } from "../records/roster.ts";
import { UpstreamError, type UpstreamFault } from "../records/upstream_error.ts";
import type { LiveState } from "../store/live_state.ts";
import type { PollApplier } from "./apply_poll.ts";
import { decideTurn, expiresAt, pollDeadlineMs } from "./schedule.ts";

/**
 * Takes one turn of a platform: polls it, ends what has expired, or leaves it to another process.
 * `dueAt` is asked once the store has been read. `signal` ends the turn; its outcome is lost then.
 * Never rejects.
 */
export type PollTurn = (
  source: LiveSource,
  dueAt: () => number,
  signal: AbortSignal,
) => Promise<void>;

/** What {@linkcode createPollTurn} needs. */
export interface PollTurnDeps {
  readonly state: LiveState;
  readonly applier: PollApplier;
  readonly roster: () => LiveRoster;
  readonly clock: Clock;
  readonly log: Log;
  readonly intervalMs: number;
  /** How long a turn lasts, in ms, where the store cannot be reached. */
  readonly retryMs: number;
  /** Names this process among all. */
  readonly holder: string;
  /** Called with what came of each poll. */
  onPoll(type: LiveType, outcome: "ok" | UpstreamFault): void;
}

export function createPollTurn(deps: PollTurnDeps): PollTurn {
  const { state, applier, roster, clock, log, intervalMs, retryMs, holder } = deps;

  return async function takeTurn(source, dueAt, signal) {
    const { type } = source;
    try {
      await state.sync();
      // Without the store nobody knows whose turn it is, and the platforms' budget comes first.
      if (state.storeFailed()) await sleep(clock, retryMs, signal);
      else if (!signal.aborted) await pollOrExpire(source, dueAt(), signal);
    } catch (error) {
      if (signal.aborted) return;
      log.warn("Live: a poll could not be recorded", { type, error: `${error}` });
      await sleep(clock, retryMs, signal);
    }
  };

  async function pollOrExpire(source: LiveSource, dueAt: number, signal: AbortSignal) {
    const { type } = source;
    const now = clock.now();
    const decision = decideTurn({ now, dueAt, expiresAt: expiresAt(state.platform(type), now) });
    if (decision === "expire") await applier.expire(type);
    if (decision !== "poll") return;
    const until = now + pollDeadlineMs(intervalMs);
    const claimed: Claim = { ...state.platform(type).claim, holder, claimedAt: now, until };
    if (!await state.writeClaim(type, claimed)) return;
    const outcome = await poll(source, signal);
    if (signal.aborted) return;
    deps.onPoll(
      type,
      outcome instanceof UpstreamError ? outcome.fault : outcome.unfinished ?? "ok",
    );
    if (outcome instanceof UpstreamError) await applier.applyFailure(type, claimed, outcome);
    else await applier.applySuccess(type, claimed, outcome);
  }

  async function poll(source: LiveSource, stop: AbortSignal): Promise<PollResult | UpstreamError> {
    const deadline = new AbortController();
    const abort = () => deadline.abort();
    const cancel = clock.after(pollDeadlineMs(intervalMs), abort);
    stop.addEventListener("abort", abort);
    try {
      const { list, claim: { sourceState } } = state.platform(source.type);
      const known = new Map(list.map((broadcast) => [broadcast.id, broadcast]));
      return await source.poll({ signal: deadline.signal, roster: roster(), known, sourceState });
    } catch (error) {
      if (error instanceof UpstreamError) return error;
      log.error("Live: an adapter failed", { type: source.type, error: `${error}` });
      return new UpstreamError("internal", "The adapter failed");
    } finally {
      cancel();
      stop.removeEventListener("abort", abort);
    }
  }
}
