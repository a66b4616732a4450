import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import { restUntil } from "./schedule.ts";
import type { Broadcast, EndedBroadcast, LiveType } from "../records/broadcast.ts";
import { type Claim, isSilent } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveState } from "../store/live_state.ts";
import type { LiveStore } from "../store/live_store.ts";
import { type Recent, recentOf } from "../records/recent_record.ts";
import type { LiveRoster } from "../records/roster.ts";
import { fitting, sameForCallers, settle, type Settled, settleSilence } from "./settle.ts";
import type { PollResult } from "../platforms/source.ts";
import type { UpstreamError } from "../records/upstream_error.ts";

/** Turns the outcome of a claimed poll into what every process then knows. */
export interface Round {
  /** @throws the store's error. */
  good(type: LiveType, claimed: Claim, result: PollResult): Promise<void>;
  /** Ends what callers no longer see, whoever polled last. @throws the store's error. */
  silent(type: LiveType): Promise<void>;
  /** @throws the store's error. */
  failed(type: LiveType, claimed: Claim, error: UpstreamError): Promise<void>;
}

/** What {@linkcode createRound} needs. */
export interface RoundDeps {
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

export function createRound(deps: RoundDeps): Round {
  const { state, store, roster, clock, random, intervalMs } = deps;
  return { good, failed, silent };

  async function good(type: LiveType, claimed: Claim, result: PollResult): Promise<void> {
    const now = clock.now();
    const silent = isSilent(claimed.goodAt, now);
    if (silent && !await endAll(type, claimed, now)) return;
    const known = state.view(type).list;
    const sightings = fitting(known, result.sightings);
    const left = result.sightings.length - sightings.length;
    const news: Partial<Claim> = {
      until: claimed.at,
      goodAt: now,
      failures: 0,
      fault: null,
      notBefore: 0,
      dropped: left > 0 ? { ...result.dropped, too_many: left } : result.dropped,
      carry: result.carry ?? null,
    };
    const { missing, goodAt } = silent ? { missing: {}, goodAt: now } : claimed;
    await commitAll(
      type,
      claimed,
      news,
      (list, claim) => settle({ list, pulses: claim.pulses, missing, goodAt }, sightings, now),
    );
  }

  async function failed(type: LiveType, claimed: Claim, error: UpstreamError): Promise<void> {
    const now = clock.now();
    const failures = claimed.failures + 1;
    const fraction = random.fraction();
    const news: Partial<Claim> = {
      until: claimed.at,
      failures,
      fault: error.fault,
      notBefore: restUntil({ failures, now, intervalMs, fraction, retryAt: error.retryAt }),
    };
    if (isSilent(claimed.goodAt, now) && !await endAll(type, claimed, now)) return;
    if (isMine(type, claimed)) await state.claim(type, { ...state.view(type).claim, ...news });
  }

  async function silent(type: LiveType): Promise<void> {
    await endAll(type, state.view(type).claim, clock.now());
  }

  /** Ends what callers no longer see; false where the turn is lost. */
  function endAll(type: LiveType, claimed: Claim, now: number): Promise<boolean> {
    if (state.view(type).list.length === 0) return Promise.resolve(isMine(type, claimed));
    return commitAll(
      type,
      claimed,
      {},
      (list, { pulses, missing, goodAt }) => settleSilence({ list, pulses, missing, goodAt }, now),
    );
  }

  /** Commits until nothing is left to change; false where another process has taken the turn. */
  async function commitAll(
    type: LiveType,
    claimed: Claim,
    news: Partial<Claim>,
    step: (list: readonly Broadcast[], claim: Claim) => Settled,
  ): Promise<boolean> {
    for (let n = 0; n < MOST_COMMITS && isMine(type, claimed); n++) {
      const { list, claim } = state.view(type);
      const settled = await resume(step(list, claim));
      const next: Claim = { ...claim, ...news, ...pick(settled) };
      if (isQuiet(list, settled, claimed)) {
        state.keep(type, next);
        return true;
      }
      if (!await publish(type, settled, next)) await state.sync();
      else if (!settled.more) return true;
    }
    return false;
  }

  function isMine(type: LiveType, claimed: Claim): boolean {
    const { holder, at } = state.view(type).claim;
    return holder === claimed.holder && at === claimed.at;
  }

  /** Whether the others can do without hearing of it until the next claim. */
  function isQuiet(list: readonly Broadcast[], settled: Settled, claimed: Claim): boolean {
    const { goodAt, failures, listAt } = claimed;
    const now = clock.now();
    if (failures > 0 || goodAt === null || now - goodAt > RETELL_MS) return false;
    if (settled.started.length + settled.ended.length > 0 || settled.more) return false;
    if (!sameForCallers(list, settled.list)) return false;
    return now - listAt < RENEW_MS ||
      JSON.stringify(list) === JSON.stringify(settled.list);
  }

  function publish(type: LiveType, settled: Settled & Resumed, claim: Claim): Promise<boolean> {
    const { list, started, ended, takenBack } = settled;
    const seq = state.seq();
    const events: LiveEvent[] = [
      ...ended.map((ending, n) => endedEvent(seq + 1 + n, ending)),
      ...started.map((broadcast, n): LiveEvent => ({
        seq: seq + 1 + ended.length + n,
        kind: "started",
        broadcast,
        viewers: settled.pulses[broadcast.id]?.[0] ?? 0,
        again: takenBack.some(({ id }) => id === broadcast.id),
      })),
    ];
    return state.publish({
      type,
      claim: { ...claim, listAt: clock.now() },
      list,
      events,
      takenBack,
    });
  }

  function endedEvent(seq: number, ending: EndedBroadcast): LiveEvent {
    const owners = roster().ownersOf(ending.broadcast);
    return {
      seq,
      kind: "ended",
      broadcast: { ...ending.broadcast, streams: [] },
      endedAt: ending.endedAt,
      records: owners.map((owner) => recentOf(ending, owner)),
    };
  }

  /** A broadcast that comes back goes on where it was: its record is taken back. */
  async function resume(settled: Settled): Promise<Settled & Resumed> {
    const takenBack: Recent[] = [];
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
      pulses: Object.fromEntries(
        Object.entries(settled.pulses).map(([id, [viewers, peak]]) => [
          id,
          [viewers, Math.max(peak, old.get(id)?.peak_viewers ?? 0)] as const,
        ]),
      ),
      takenBack,
    };
  }
}

interface Resumed {
  readonly takenBack: readonly Recent[];
}

function resumed(broadcast: Broadcast, record: Recent | undefined): Broadcast {
  if (record === undefined) return broadcast;
  return { ...broadcast, startedAt: Date.parse(record.started_at) };
}

function pick({ pulses, missing }: Settled): Pick<Claim, "pulses" | "missing"> {
  return { pulses, missing };
}
