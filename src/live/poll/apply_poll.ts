import type { LiveType } from "../../model/enums.ts";
import type { RecentItem } from "../../model/item/live.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import type { PollResult } from "../platforms/live_source.ts";
import type { Broadcast } from "../records/broadcast.ts";
import { type Claim, isExpired } from "../records/claim.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { UpstreamError } from "../records/upstream_error.ts";
import type { LiveState } from "../store/live_state.ts";
import type { LiveStore } from "../store/live_store.ts";
import { decideLiveCommit } from "./commit_decision.ts";
import {
  expiry,
  failureUpdate,
  type PollTransition,
  resumeBroadcasts,
  success,
} from "./poll_transition.ts";

/** Brings the outcome of a claimed poll into the store and the memory of this process. */
export interface PollApplier {
  /** @throws the store's error. */
  applySuccess(type: LiveType, claimed: Claim, result: PollResult): Promise<void>;
  /** @throws the store's error. */
  applyFailure(type: LiveType, claimed: Claim, error: UpstreamError): Promise<void>;
  /** Ends what clients no longer see, whichever process polled last. @throws the store's error. */
  expire(type: LiveType): Promise<void>;
}

/** What {@linkcode createPollApplier} needs. */
export interface PollApplierDeps {
  readonly state: LiveState;
  readonly store: LiveStore;
  readonly roster: () => LiveRoster;
  readonly clock: Clock;
  readonly random: Random;
  readonly intervalMs: number;
}

/** One commit is the rule; a platform whose broadcasts all change at once takes a few. */
const MAX_COMMITS = 40;

export function createPollApplier(deps: PollApplierDeps): PollApplier {
  const { state, store, roster, clock, random, intervalMs } = deps;
  return { applySuccess, applyFailure, expire };

  async function applySuccess(type: LiveType, claimed: Claim, result: PollResult): Promise<void> {
    const now = clock.now();
    if (isExpired(claimed.succeededAt, now) && !await endAll(type, claimed, now)) return;
    await commitAll(type, success(claimed, result, state.platform(type).list, now));
  }

  async function applyFailure(type: LiveType, claimed: Claim, error: UpstreamError): Promise<void> {
    const now = clock.now();
    const update = failureUpdate(claimed, error, { now, intervalMs, fraction: random.fraction() });
    if (isExpired(claimed.succeededAt, now) && !await endAll(type, claimed, now)) return;
    const { claim } = state.platform(type);
    if (isSamePoll(claim, claimed)) await state.writeClaim(type, { ...claim, ...update });
  }

  async function expire(type: LiveType): Promise<void> {
    await endAll(type, state.platform(type).claim, clock.now());
  }

  /** Ends what clients no longer see; false where another process has claimed since. */
  function endAll(type: LiveType, claimed: Claim, now: number): Promise<boolean> {
    const { list, claim } = state.platform(type);
    if (list.length === 0) return Promise.resolve(isSamePoll(claim, claimed));
    return commitAll(type, expiry(claimed, now));
  }

  /** Commits until the transition is complete; false where another process has claimed since. */
  async function commitAll(type: LiveType, transition: PollTransition): Promise<boolean> {
    for (let n = 0; n < MAX_COMMITS; n++) {
      const { list, claim } = state.platform(type);
      if (!isSamePoll(claim, transition.claimed)) return false;
      const diff = transition.diff(list, claim);
      const resumed = resumeBroadcasts(diff, await recordsOf(diff.started), clock.now());
      const known = { type, list, claim, seq: state.seq() };
      const decision = decideLiveCommit(transition, resumed, known, roster(), clock.now());
      if (decision.kind === "keep") {
        state.updateClaim(type, decision.claim);
        return true;
      }
      if (!await state.publish(decision.change)) await state.sync();
      else if (decision.isLast) return true;
    }
    return false;
  }

  /** The records of broadcasts that had been taken for ended. */
  async function recordsOf(started: readonly Broadcast[]): Promise<RecentItem[]> {
    const records: RecentItem[] = [];
    for (const broadcast of started) {
      for (const { group } of roster().ownersOf(broadcast)) {
        const record = await store.recent(group, broadcast.id);
        if (record !== null) records.push(record);
      }
    }
    return records;
  }
}

function isSamePoll(a: Claim, b: Claim): boolean {
  return a.holder === b.holder && a.claimedAt === b.claimedAt;
}
