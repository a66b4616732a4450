import { type Clock, systemClock } from "../../src/platform/clock.ts";
import { type Kv, StoreError } from "../../src/platform/kv.ts";

/** What becomes of one call to the store. */
export type Fault =
  /** It is done and answered. */
  | "none"
  /** It is not done, and rejects: the store is out of reach. */
  | "refused"
  /** It is done, but rejects: the reply was lost. */
  | "reply_lost"
  /** It rejects, and is done all the same `lateMs` later: the request was held up on its way. */
  | { readonly lateMs: number }
  /** It is neither done nor answered, ever. */
  | "silence"
  /** It waits until it is released, and is done then. */
  | "held"
  /** The process dies before, or after, the call is done; nothing is answered from then on. */
  | "crash_before"
  | "crash_after";

export type KvCall = "get" | "getMany" | "list" | "commit";

export interface FaultyKvOptions {
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** 0 (inclusive) to 1 (exclusive). Default: always in the middle. */
  readonly fraction?: () => number;
  /** Mean time from call to reply, in milliseconds; each call takes this ± 20 %. Default 0. */
  readonly latencyMs?: number;
  /** Decides each call's fate. Default: none fails. */
  readonly fault?: (call: KvCall) => Fault;
}

/** A store behind a bad line, as one process sees it. */
export interface FaultyKv extends Kv {
  /** Calls and writes (mutations) sent so far. */
  readonly sent: { reads: number; commits: number; writes: number };
  /** Commits that the store took, and their writes. */
  readonly done: { commits: number; writes: number };
  /** What becomes of every call from now on. */
  fate: Fault;
  /** What becomes of the next commits, whatever becomes of other calls. */
  readonly nextCommits: Fault[];
  /** Lets calls that are held go on: all, or only the one that has waited longest. */
  release(): void;
  releaseOne(): void;
  /** From now on every call rejects, until it is set back to false. */
  outOfReach: boolean;
  readonly crashed: boolean;
  /** The process dies now: no call is answered any more; a commit on its way may arrive or not. */
  crash(): void;
}

/** Puts latency and faults between a process and the store `inner`. */
export function createFaultyKv(inner: Kv, options: FaultyKvOptions = {}): FaultyKv {
  const { clock = systemClock, fraction = () => 0.5, latencyMs = 0 } = options;
  const { fault = () => kv.fate } = options;
  const sent = { reads: 0, commits: 0, writes: 0 };
  const done = { commits: 0, writes: 0 };
  const nextCommits: Fault[] = [];
  let held: (() => void)[] = [];
  let outOfReach = false;
  let crashed = false;

  function trip(): Promise<void> {
    const delay = (latencyMs / 2) * (0.8 + 0.4 * fraction());
    return delay === 0
      ? Promise.resolve()
      : new Promise((resolve) => void clock.after(delay, resolve));
  }

  async function call<T>(name: KvCall, action: () => Promise<T>): Promise<T> {
    if (crashed) return await never();
    const next = name === "commit" ? nextCommits.shift() : undefined;
    const fate = next ?? (outOfReach ? "refused" : fault(name));
    await trip();
    const result = await meet(fate, name, action);
    await trip();
    return crashed ? await never() : result;
  }

  async function meet<T>(fate: Fault, name: KvCall, action: () => Promise<T>): Promise<T> {
    if (crashed && fraction() < 0.5) return await never();
    if (typeof fate === "object") {
      clock.after(fate.lateMs, () => void action().catch(() => {}));
      throw unreachable(name);
    }
    if (fate === "refused") throw unreachable(name);
    if (fate === "silence") return await never();
    if (fate === "held") await new Promise<void>((resolve) => held.push(resolve));
    if (fate === "crash_before") return await die();
    const result = await action();
    if (fate === "crash_after") return await die();
    if (fate === "reply_lost") throw unreachable(name);
    return result;
  }

  function die(): Promise<never> {
    crashed = true;
    return never();
  }

  const kv: FaultyKv = {
    get: (key) => (sent.reads++, call("get", () => inner.get(key))),
    getMany: (keys) => (sent.reads++, call("getMany", () => inner.getMany(keys))),
    list: (prefix, selection) => (sent.reads++, call("list", () => inner.list(prefix, selection))),
    commit: (checks, writes) => {
      sent.commits++;
      sent.writes += writes.length;
      return call("commit", async () => {
        const version = await inner.commit(checks, writes);
        if (version !== null) done.commits++;
        if (version !== null) done.writes += writes.length;
        return version;
      });
    },
    watch: (keys, changed) => inner.watch(keys, () => crashed || outOfReach || changed()),
    close: () => {},
    sent,
    done,
    fate: "none",
    nextCommits,
    release() {
      for (const go of held) go();
      held = [];
    },
    releaseOne: () => held.shift()?.(),
    get outOfReach() {
      return outOfReach;
    },
    set outOfReach(value) {
      outOfReach = value;
    },
    get crashed() {
      return crashed;
    },
    crash: () => void (crashed = true),
  };
  return kv;
}

function never(): Promise<never> {
  return new Promise(() => {});
}

function unreachable(name: KvCall): StoreError {
  return new StoreError(`Cannot ${name}: the store is out of reach`);
}
