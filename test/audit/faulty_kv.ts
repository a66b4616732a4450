import type { Kv, KvWrite } from "../../src/platform/kv.ts";

/** How the store behaves: `lost reply` commits, and says that it failed. */
export type KvMood = "ok" | "down" | "lost reply" | "hang";

/** A store that can be made to fail, and that counts what is written. */
export interface FaultyKv extends Kv {
  mood: KvMood;
  /** Moods of the next commits; afterwards `mood` again. */
  readonly commitMoods: KvMood[];
  commits: number;
  writes: number;
  reads: number;
  /** Lets hanging calls go on: all, or only the one that has hung longest. */
  release(): void;
  releaseOne(): void;
}

/** Puts faults before `kv`. */
export function createFaultyKv(kv: Kv): FaultyKv {
  let hung: (() => void)[] = [];
  const hang = () => new Promise<void>((resolve) => hung.push(resolve));

  async function read<T>(action: () => Promise<T>): Promise<T> {
    faulty.reads++;
    if (faulty.mood === "hang") await hang();
    if (faulty.mood === "down") throw new Error("The store cannot be reached");
    return await action();
  }

  const faulty: FaultyKv = {
    mood: "ok",
    commitMoods: [],
    commits: 0,
    writes: 0,
    reads: 0,
    release() {
      for (const go of hung) go();
      hung = [];
    },
    releaseOne: () => hung.shift()?.(),
    get: (key) => read(() => kv.get(key)),
    getMany: (keys) => read(() => kv.getMany(keys)),
    list: (prefix, options) => read(() => kv.list(prefix, options)),
    async commit(checks, writes: readonly KvWrite[]) {
      const mood = faulty.commitMoods.shift() ?? faulty.mood;
      if (mood === "hang") await hang();
      if (mood === "down") throw new Error("The store cannot be reached");
      const version = await kv.commit(checks, writes);
      if (version !== null) {
        faulty.commits++;
        faulty.writes += writes.length;
      }
      if (mood === "lost reply") throw new Error("The reply was lost");
      return version;
    },
    watch: (keys, changed) => kv.watch(keys, changed),
    close: () => kv.close(),
  };
  return faulty;
}
