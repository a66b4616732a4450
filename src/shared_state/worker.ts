import type { Kv, KvCheck, KvKey, KvWrite } from "../platform/kv.ts";
import { type Claim, claimFor, clampHeldUntil, isHeldByAnother, UNCLAIMED } from "./claim.ts";
import { createLoop, type Loop, type LoopEnv, type LoopOptions } from "./loop.ts";

/** Waits that are by chance up to so long, so that processes that met do not meet again. */
const APART_MS = 1_000;
const CONFLICT_MS = 250;
/** The distance between two ticks, and how long a tick that is due later may wait. */
const STEP_MS = 20;
const MAX_WAIT_MS = 30_000;

/** Work that a value of the store describes. The value holds the claim of the process that does it. */
export interface Job<V> {
  readonly kv: Pick<Kv, "get" | "commit">;
  readonly key: KvKey;
  /** The value as it was read; its instants are clamped by the job, its claim by the worker. */
  readonly value: V;
  readonly version: string | null;
  /** When the job is to be done, epoch ms; one that is past is done now. */
  readonly dueAt: number;
  /** A run takes no longer. */
  readonly claimMs: number;
  claimOf(value: V): Claim;
  withClaim(value: V, claim: Claim): V;
  /** The value that is stored with the claim; default: the value as it was read. */
  prepare?(): V | Promise<V>;
  /** These hold when the job is claimed; if one does not hold later, `also` is not stored. */
  readonly checks?: readonly KvCheck[];
  /** Does the work. Never rejects. `value` is the one that was stored with the claim. */
  run(value: V, signal: AbortSignal): Promise<JobResult<V>>;
}

/** What becomes of a job. */
export interface JobResult<V> {
  /** The next value, from the one that is in the store by then; null: it is deleted. */
  next(current: V): V | null;
  /** Stored with it. */
  readonly also?: readonly KvWrite[];
  /** When the job is to be done again, epoch ms; null: when a later tick finds it. */
  readonly againAt: number | null;
}

/** How a worker behaves, and its work. */
interface WorkerOptions<V> extends LoopOptions {
  readonly holder: string;
  /**
   * Reads what there is to do. Each job is done before the next one is asked for. Rejects if the store is
   * unreachable.
   */
  jobs(): AsyncIterable<Job<V>>;
}

/** Does what values of the store describe. */
export type Worker = Pick<Loop, "wake" | "close">;

/**
 * Creates a worker of this process, which does nothing before it is woken. Each job is done by one process
 * at a time and at least once: a job is claimed by compare-and-set, is run, and gets its next value. If the
 * process dies meanwhile, another one does the job when the claim ends, and nothing that the first one
 * stores later counts. A claim that ends too late is of a clock that was set back and holds nothing.
 */
export function createWorker<V>(env: LoopEnv, options: WorkerOptions<V>): Worker {
  const { clock, random } = env;
  const { holder } = options;
  let isClosing = false;
  const loop = createLoop(env, options, tick);

  async function tick(): Promise<number | null> {
    let nextAt = Infinity;
    for await (const job of options.jobs()) {
      if (isClosing) return null;
      nextAt = Math.min(nextAt, await attend(job) ?? Infinity);
    }
    if (nextAt === Infinity) return null;
    const now = clock.now();
    return Math.min(now + MAX_WAIT_MS, Math.max(now + STEP_MS, nextAt));
  }

  /** Does a job if it is due and free; resolves with the instant at which to try again. */
  async function attend(job: Job<V>): Promise<number | null> {
    const { kv, key, version, dueAt, claimMs, checks = [] } = job;
    const now = clock.now();
    const stored = job.claimOf(job.value);
    const heldUntil = clampHeldUntil(stored, now, claimMs);
    if (isHeldByAnother({ ...stored, heldUntil }, holder, now)) {
      return heldUntil + APART_MS * random.fraction();
    }
    if (dueAt > now) return dueAt;
    const prepared = await job.prepare?.() ?? job.value;
    const claim = claimFor(holder, clock.now(), claimMs);
    const begun = job.withClaim(prepared, claim);
    const mine = await kv.commit([{ key, version }, ...checks], [{ set: key, value: begun }]);
    if (mine === null) return clock.now() + CONFLICT_MS * random.fraction();
    const result = await job.run(begun, loop.signal);
    await finish(job, { value: begun, version: mine, claim }, result);
    return result.againAt;
  }

  return {
    wake: loop.wake,
    close() {
      isClosing = true;
      return loop.close();
    },
  };
}

/** A job that this process has claimed, as it is stored. */
interface ClaimedJob<V> {
  readonly value: V;
  readonly version: string;
  readonly claim: Claim;
}

/** Stores what became of a job, unless another process has claimed it since. */
async function finish<V>(
  job: Job<V>,
  { value, version, claim }: ClaimedJob<V>,
  { next, also = [] }: JobResult<V>,
): Promise<void> {
  const { kv, key, checks = [] } = job;
  const write = (current: V): KvWrite => {
    const following = next(current);
    if (following === null) return { delete: key };
    return { set: key, value: job.withClaim(following, UNCLAIMED) };
  };
  const isMine = { key, version };
  if (await kv.commit([isMine, ...checks], [write(value), ...also]) !== null) return;
  while (true) {
    // Other parts of the value have changed, or a check does not hold any more.
    const entry = await kv.get<V>(key);
    if (entry.value === null) return;
    const { holder, heldUntil } = job.claimOf(entry.value);
    if (holder !== claim.holder || heldUntil !== claim.heldUntil) return;
    const isUnchanged = { key, version: entry.version };
    if (await kv.commit([isUnchanged], [write(entry.value)]) !== null) return;
  }
}

/** For {@linkcode Job}s whose values are claims themselves. */
export const OWN_CLAIM = {
  claimOf: <V extends Claim>(value: V): Claim => value,
  withClaim: <V extends Claim>(value: V, { holder, heldUntil }: Claim): V => ({
    ...value,
    holder,
    heldUntil,
  }),
};
