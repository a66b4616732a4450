import type { Kv, KvCheck, KvEntry, KvKey, KvWrite } from "../platform/kv.ts";

/** Where entries are appended, and on what condition. */
interface AppendOptions {
  /** The entry that each append sets: it says what comes next, and that no other process was first. */
  readonly head: KvKey;
  /** What has to hold besides. */
  readonly checks: readonly KvCheck[];
  /** How often it is tried while other processes are first. */
  readonly attempts: number;
  /** Waits before another attempt; default: not at all. */
  pause?(attempt: number): Promise<void>;
}

/** The version of the commit; or one of the checks does not hold, or others were first all the time. */
type Appended = { readonly version: string } | "refused" | "contended";

/**
 * Appends to a journal: numbered entries under a head, written by one commit together with whatever else
 * `writesAfter` makes of the head, or not at all.
 */
export async function appendToJournal<Head>(
  kv: Pick<Kv, "get" | "commit">,
  { head: key, checks, attempts, pause }: AppendOptions,
  writesAfter: (head: KvEntry<Head>) => readonly KvWrite[] | Promise<readonly KvWrite[]>,
): Promise<Appended> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const head = await kv.get<Head>(key);
    const isFirst = { key, version: head.version };
    const version = await kv.commit([isFirst, ...checks], await writesAfter(head));
    if (version !== null) return { version };
    // No other process was first: it was a check of the caller's.
    if ((await kv.get(key)).version === head.version) return "refused";
    await pause?.(attempt);
  }
  return "contended";
}
