import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import { backOffUntil } from "./schedule.ts";
import type { Broadcast, EndedBroadcast, LiveType } from "../records/broadcast.ts";
import { type Claim, isExpired } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveState } from "../store/live_state.ts";
import type { LiveStore } from "../store/live_store.ts";
import { type RecentBroadcast, toRecentBroadcast } from "../records/recent_broadcast.ts";
import type { LiveRoster } from "../records/roster.ts";
import {
  type BroadcastDiff,
  diffBroadcasts,
  endAllBroadcasts,
  fitIntoCommit,
  isSameForClients,
} from "./diff_broadcasts.ts";
import type { PollResult } from "../platforms/live_source.ts";
import type { UpstreamError } from "../records/upstream_error.ts";

/** Turns the outcome of a claimed poll into what every process then knows. */
export interface PollApplier {
  /** @throws the store's error. */
  applySuccess(type: LiveType, claimed: Claim, result: PollResult): Promise<void>;
  /** Ends what callers no longer see, whoever polled last. @throws the store's error. */
  expire(type: LiveType): Promise<void>;
  /** @throws the store's error. */
  applyFailure(type: LiveType, claimed: Claim, error: UpstreamError): Promise<void>;
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

/** Commits in one round: one is the rule, a platform's whole evening at once takes a few. */
const MOST_COMMITS = 40;

/** A good answer without news is told to the others in so many ms even when nobody claims again. */
const RETELL_MS = 180_000;

/** Addresses that differ only behind their `?` are renewed this often, in ms. */
const RENEW_MS = 600_000;

export function createPollApplier(deps: PollApplierDeps): PollApplier {
  const { state, store, roster, clock, random, intervalMs } = deps;
  return { applySuccess: good, applyFailure: failed, expire: silent };

  async function good(type: LiveType, claimed: Claim, result: PollResult): Promise<void> {
    const now = clock.now();
    const silent = isExpired(claimed.succeededAt, now);
    if (silent && !await endAll(type, claimed, now)) return;
    const known = state.platform(type).list;
    const broadcasts = fitIntoCommit(known, result.broadcasts);
    const left = result.broadcasts.length - broadcasts.length;
    const news: Partial<Claim> = {
      until: claimed.claimedAt,
      succeededAt: now,
      failures: 0,
      fault: null,
      notBefore: 0,
      dropped: left > 0 ? { ...result.dropped, too_many: left } : result.dropped,
      sourceState: result.sourceState ?? null,
    };
    const { lastSeen: missing, succeededAt } = silent
      ? { lastSeen: {}, succeededAt: now }
      : claimed;
    await commitAll(
      type,
      claimed,
      news,
      (list, claim) =>
        diffBroadcasts(
          { list, viewerCounts: claim.viewerCounts, lastSeen: missing, succeededAt },
          broadcasts,
          now,
        ),
    );
  }

  async function failed(type: LiveType, claimed: Claim, error: UpstreamError): Promise<void> {
    const now = clock.now();
    const failures = claimed.failures + 1;
    const fraction = random.fraction();
    const news: Partial<Claim> = {
      until: claimed.claimedAt,
      failures,
      fault: error.fault,
      notBefore: backOffUntil({ failures, now, intervalMs, fraction, retryAt: error.retryAt }),
    };
    if (isExpired(claimed.succeededAt, now) && !await endAll(type, claimed, now)) return;
    if (isMine(type, claimed)) await state.claim(type, { ...state.platform(type).claim, ...news });
  }

  async function silent(type: LiveType): Promise<void> {
    await endAll(type, state.platform(type).claim, clock.now());
  }

  /** Ends what callers no longer see; false where the turn is lost. */
  function endAll(type: LiveType, claimed: Claim, now: number): Promise<boolean> {
    if (state.platform(type).list.length === 0) return Promise.resolve(isMine(type, claimed));
    return commitAll(
      type,
      claimed,
      {},
      (list, { viewerCounts, lastSeen: missing, succeededAt }) =>
        endAllBroadcasts(
          { list, viewerCounts, lastSeen: missing, succeededAt },
          now,
        ),
    );
  }

  /** Commits until nothing is left to change; false where another process has taken the turn. */
  async function commitAll(
    type: LiveType,
    claimed: Claim,
    news: Partial<Claim>,
    step: (list: readonly Broadcast[], claim: Claim) => BroadcastDiff,
  ): Promise<boolean> {
    for (let n = 0; n < MOST_COMMITS && isMine(type, claimed); n++) {
      const { list, claim } = state.platform(type);
      const settled = await resume(step(list, claim));
      const next: Claim = { ...claim, ...news, ...pick(settled) };
      if (isQuiet(list, settled, claimed)) {
        state.updateClaim(type, next);
        return true;
      }
      if (!await publish(type, settled, next)) await state.sync();
      else if (!settled.hasMore) return true;
    }
    return false;
  }

  function isMine(type: LiveType, claimed: Claim): boolean {
    const { holder, claimedAt: at } = state.platform(type).claim;
    return holder === claimed.holder && at === claimed.claimedAt;
  }

  /** Whether the others can do without hearing of it until the next claim. */
  function isQuiet(list: readonly Broadcast[], settled: BroadcastDiff, claimed: Claim): boolean {
    const { succeededAt, failures, listedAt: listAt } = claimed;
    const now = clock.now();
    if (failures > 0 || succeededAt === null || now - succeededAt > RETELL_MS) return false;
    if (settled.started.length + settled.ended.length > 0 || settled.hasMore) return false;
    if (!isSameForClients(list, settled.list)) return false;
    return now - listAt < RENEW_MS ||
      JSON.stringify(list) === JSON.stringify(settled.list);
  }

  function publish(
    type: LiveType,
    settled: BroadcastDiff & Resumed,
    claim: Claim,
  ): Promise<boolean> {
    const { list, started, ended, takenBack } = settled;
    const seq = state.seq();
    const events: LiveEvent[] = [
      ...ended.map((ending, n) => endedEvent(seq + 1 + n, ending)),
      ...started.map((broadcast, n): LiveEvent => ({
        seq: seq + 1 + ended.length + n,
        kind: "started",
        broadcast,
        viewers: settled.viewerCounts[broadcast.id]?.[0] ?? 0,
        isResumed: takenBack.some(({ id }) => id === broadcast.id),
      })),
    ];
    return state.publish({
      type,
      claim: { ...claim, listedAt: clock.now() },
      list,
      events,
      resumed: takenBack,
    });
  }

  function endedEvent(seq: number, ending: EndedBroadcast): LiveEvent {
    const owners = roster().ownersOf(ending.broadcast);
    return {
      seq,
      kind: "ended",
      broadcast: { ...ending.broadcast, streams: [] },
      endedAt: ending.endedAt,
      records: owners.map((owner) => toRecentBroadcast(ending, owner)),
    };
  }

  /** A broadcast that comes back goes on where it was: its record is taken back. */
  async function resume(settled: BroadcastDiff): Promise<BroadcastDiff & Resumed> {
    const takenBack: RecentBroadcast[] = [];
    for (const broadcast of settled.started) {
      for (const { group } of roster().ownersOf(broadcast)) {
        const record = await store.recent(group, broadcast.id);
        if (record !== null) takenBack.push(record);
      }
    }
    const old = new Map(takenBack.map((record) => [record.id, record]));
    const again = (broadcast: Broadcast) => resumed(broadcast, old.get(broadcast.id));
    return {
      ...settled,
      list: settled.list.map(again),
      started: settled.started.map(again),
      viewerCounts: Object.fromEntries(
        Object.entries(settled.viewerCounts).map(([id, [viewers, peak]]) => [
          id,
          [viewers, Math.max(peak, old.get(id)?.peak_viewers ?? 0)] as const,
        ]),
      ),
      takenBack,
    };
  }
}

interface Resumed {
  readonly takenBack: readonly RecentBroadcast[];
}

function resumed(broadcast: Broadcast, record: RecentBroadcast | undefined): Broadcast {
  if (record === undefined) return broadcast;
  return { ...broadcast, startedAt: Date.parse(record.started_at) };
}

function pick(
  { viewerCounts, lastSeen: missing }: BroadcastDiff,
): Pick<Claim, "viewerCounts" | "lastSeen"> {
  return { viewerCounts, lastSeen: missing };
}
