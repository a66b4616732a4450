import { type Alongside, type EntryLog, openLog } from "../events/entry_log.ts";
import type { Env } from "../platform/env.ts";
import { setUntil } from "../platform/kv.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import type { Source } from "./endpoint.ts";
import { sourceOf } from "./outbox.ts";

/**
 * What people are to be written: what it is about, and ids and numbers. Names, addresses and words are made
 * of the record as it is when the message is sent. No secret and no link that opens something is in it.
 */
export interface PostEntry {
  /** Which writer it is of, and what it says: `quota`, `alert`. */
  readonly about: string;
  /** Whose story it belongs to: messages of one subject go in order. */
  readonly subject: string;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

/** The log of what people are to be written. */
export interface Post {
  readonly source: Source<PostEntry>;
  /** Appends an entry; false if a check does not hold. Rejects if the store is unreachable. */
  append(entry: PostEntry, alongside?: Alongside): Promise<boolean>;
  /**
   * Appends an entry once over all processes, under a name that is remembered until an instant (epoch ms).
   * False if it was there before. Rejects if the store is unreachable.
   */
  once(name: string, entry: PostEntry, until: number): Promise<boolean>;
}

/** What nobody could be sent for so long is sent no more. */
const LIFE_MS = 7 * DAY_MS;

/** Opens the log of what people are to be written. */
export function openPost(env: Pick<Env, "kv" | "clock" | "random">): Post {
  const log: EntryLog<PostEntry> = openLog(env, { name: "post", lifeMs: LIFE_MS });

  async function append(entry: PostEntry, alongside?: Alongside): Promise<boolean> {
    return await log.append([entry], alongside) !== null;
  }

  return {
    source: sourceOf(log),
    append,
    async once(name, entry, until) {
      const key = ["post", "written", name];
      if ((await env.kv.get(key)).version !== null) return false;
      const now = env.clock.now();
      const writes = [setUntil(key, {}, until, now)];
      return await append(entry, { checks: [{ key, version: null }], writes });
    },
  };
}
