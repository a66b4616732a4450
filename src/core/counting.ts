import type { Kv } from "../platform/kv.ts";

/** What may be counted of what the core does; its labels are words of the program, and few. */
export interface Counted {
  /** A call of the store to lease or give back units. */
  readonly quotaStoreCall: readonly [call: "get" | "list" | "commit", outcome: "ok" | "failed"];
  readonly poll: readonly [platform: string, outcome: string];
  /** An attempt to deliver an event to a webhook. */
  readonly webhookAttempt: readonly [outcome: string];
  /** What became of a sign-up, or what an owner did. */
  readonly signup: readonly [event: string];
}

type Listener = (...labels: readonly string[]) => void;

/** Tells those who count what has happened; nobody has to. */
export class Counting {
  readonly #listeners: { readonly name: keyof Counted; readonly heard: Listener }[] = [];

  /** Calls `heard` with each one from now on. */
  on<Name extends keyof Counted>(name: Name, heard: (...labels: Counted[Name]) => void): void {
    this.#listeners.push({ name, heard: heard as Listener });
  }

  /** The function to call with the labels of each one. */
  reporter<Name extends keyof Counted>(name: Name): (...labels: Counted[Name]) => void {
    return (...labels) => {
      for (const one of this.#listeners) if (one.name === name) one.heard(...labels);
    };
  }
}

/** The same store; each call that reads or writes is counted when it has come to its end. */
export function withCallsCounted(
  kv: Kv,
  onCall: (...labels: Counted["quotaStoreCall"]) => void,
): Kv {
  /** The promise itself is passed on: who waits for it goes on no later than without a count. */
  function counted<T>(call: Counted["quotaStoreCall"][0], work: Promise<T>): Promise<T> {
    work.then(() => onCall(call, "ok"), () => onCall(call, "failed"));
    return work;
  }
  return {
    get: (key) => counted("get", kv.get(key)),
    getMany: (keys) => counted("get", kv.getMany(keys)),
    list: (prefix, options) => counted("list", kv.list(prefix, options)),
    commit: (checks, writes) => counted("commit", kv.commit(checks, writes)),
    watch: (keys, changed) => kv.watch(keys, changed),
    close: () => kv.close(),
  };
}
