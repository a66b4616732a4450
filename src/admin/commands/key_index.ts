import type { KeyRecord } from "../../access/records/key_store.ts";
import { foldText } from "../../model/fold_text.ts";
import { sleep } from "../../platform/clock.ts";
import type { QuotaStatus } from "../../quota/usage.ts";
import type { CommandDeps, KeysHere } from "../command/command.ts";
import { KEY_STATES, stateOf } from "./keys.ts";

/** What lists of keys can be sorted by. */
export const KEY_SORTS = [
  "created",
  "owner",
  "plan",
  "state",
  "used",
  "expires",
  "hint",
  "id",
] as const;
export type KeySort = (typeof KEY_SORTS)[number];

type Deps = Pick<CommandDeps, "store" | "clock" | "meter" | "keysHere">;

interface Order {
  readonly keys: readonly KeyRecord[];
  readonly all: readonly KeyRecord[];
  /** That of the keys which are in it. */
  readonly revision: number;
  /** The instant from which on it may be another though no key has changed, epoch ms. */
  readonly until: number;
}

/** What keys have used, by their ids. */
type Uses = ReadonlyMap<string, QuotaStatus | undefined>;

/** Reading what 100,000 keys have used takes a second: a server sorts by what it read lately. */
const USES_MS = 30_000;
/** Texts folded between two looks at other work: some 5 ms. */
const FOLDED_AT_ONCE = 5_000;

const texts = new WeakMap<KeyRecord, string>();

/** The words of a key by which it is found, folded: the owner is first. */
export function keyText(key: KeyRecord): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const { owner, email, id, hint, plan } = key;
  const text = [owner, email, id, hint, plan].map(foldText).join("\n");
  texts.set(key, text);
  return text;
}

/**
 * All keys, in the orders that lists ask for. An order is kept until a key changes, and is then made of
 * the last one: a sort that finds all but a few in place takes a tenth of one from nothing.
 */
export class KeyIndex {
  #all: readonly KeyRecord[] = [];
  #revision = NaN;
  #folded = NaN;
  readonly #orders = new Map<KeySort, Order>();
  #uses: { readonly until: number; readonly read: Promise<Uses> } | undefined;
  /** What was found last: a list is often asked for again, for its next page or its use. */
  #found: (Omit<Order, "all"> & { readonly question: string }) | undefined;

  /** Takes over all keys if they are another revision. */
  take(revision: number, keys: () => Iterable<KeyRecord>): void {
    if (revision === this.#revision) return;
    this.#all = [...keys()];
    this.#revision = revision;
  }

  /** All keys by one of their values, the smallest first; those that have the same one as they came. */
  async sorted(deps: Deps, sort: KeySort): Promise<readonly KeyRecord[]> {
    const now = deps.clock.now();
    const revision = this.#revision;
    const known = this.#orders.get(sort);
    if (known?.revision === revision && now < known.until) return known.keys;
    const all = this.#all;
    const { valueOf, until } = await this.#values(deps, sort);
    const keys = inPlace(known, all).sort((one, other) => {
      const [a, b] = [valueOf(one), valueOf(other)];
      return a < b ? -1 : a > b ? 1 : byAge(one, other);
    });
    this.#orders.set(sort, { keys, all, revision, until });
    return keys;
  }

  /** The keys that a question finds; `find` looks for them unless it was the last question. */
  async found(
    { clock }: Deps,
    question: string,
    find: () => Promise<readonly KeyRecord[]>,
  ): Promise<readonly KeyRecord[]> {
    const now = clock.now();
    const [known, revision] = [this.#found, this.#revision];
    if (known?.question === question && known.revision === revision && now < known.until) {
      return known.keys;
    }
    const keys = await find();
    // A key that expires has another state, and use goes on.
    const until = Math.min(nextEnd(this.#all, now), this.#uses?.until ?? Infinity);
    this.#found = { question, keys, revision, until };
    return keys;
  }

  /** What each key has used; a server reads it at most every 30 s. */
  async uses({ clock, meter }: Deps): Promise<Uses> {
    const now = clock.now();
    if (this.#uses === undefined || now >= this.#uses.until) {
      const all = this.#all;
      const read = meter.quotaStatuses(all).then((statuses) =>
        new Map(all.map(({ id }, index) => [id, statuses[index]]))
      );
      this.#uses = { until: now + USES_MS, read };
      read.catch(() => this.#uses = undefined);
    }
    return await this.#uses.read;
  }

  /** Folds the texts of all keys, so that a search need not. */
  async fold({ clock }: Deps): Promise<void> {
    const revision = this.#revision;
    if (revision === this.#folded) return;
    let count = 0;
    for (const key of this.#all) {
      if (texts.has(key)) continue;
      keyText(key);
      if (++count % FOLDED_AT_ONCE === 0) await sleep(clock, 0);
    }
    this.#folded = revision;
  }

  async #values(
    deps: Deps,
    sort: KeySort,
  ): Promise<{ valueOf(key: KeyRecord): string | number; until: number }> {
    const now = deps.clock.now();
    switch (sort) {
      case "created":
        return { valueOf: ({ createdAt }) => createdAt, until: Infinity };
      case "owner":
        await this.fold(deps);
        return { valueOf: keyText, until: Infinity };
      case "expires":
        return { valueOf: ({ expiresAt }) => expiresAt ?? Infinity, until: Infinity };
      case "state":
        return {
          valueOf: (key) => KEY_STATES.indexOf(stateOf(key, now)),
          until: nextEnd(this.#all, now),
        };
      case "used": {
        const uses = await this.uses(deps);
        return { valueOf: ({ id }) => uses.get(id)?.used ?? -1, until: this.#uses?.until ?? 0 };
      }
      case "plan":
      case "hint":
      case "id":
        return { valueOf: (key) => key[sort], until: Infinity };
    }
  }
}

/** The indexes of servers, which live as long as what they follow. */
const indexes = new WeakMap<KeysHere, KeyIndex>();

/** The index of all keys: that of the server, up to date, or one of what the store has. */
export async function keyIndex({ store, keysHere }: Deps): Promise<KeyIndex> {
  await keysHere?.refresh();
  if (keysHere === undefined || !keysHere.isLoaded || keysHere.state() === "down") {
    const keys = await store.keys.list();
    const index = new KeyIndex();
    index.take(0, () => keys);
    return index;
  }
  const index = indexes.get(keysHere) ?? new KeyIndex();
  indexes.set(keysHere, index);
  index.take(keysHere.revision(), keysHere.keys);
  return index;
}

/** All keys: first those that had a place in the order before, then those that are new or have changed. */
function inPlace(before: Order | undefined, all: readonly KeyRecord[]): KeyRecord[] {
  if (before === undefined) return [...all];
  const gone = new Set<KeyRecord>();
  const come: KeyRecord[] = [];
  // A key that changes is another record at the same place.
  for (let at = 0; at < Math.max(all.length, before.all.length); at++) {
    const [old, now] = [before.all[at], all[at]];
    if (old === now) continue;
    if (old !== undefined) gone.add(old);
    if (now !== undefined) come.push(now);
  }
  return [...before.keys.filter((key) => !gone.has(key)), ...come];
}

function byAge(one: KeyRecord, other: KeyRecord): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
}

/** When the next of the keys expires; Infinity if none does. */
function nextEnd(keys: readonly KeyRecord[], now: number): number {
  let next = Infinity;
  for (const { expiresAt = 0 } of keys) if (expiresAt > now && expiresAt < next) next = expiresAt;
  return next;
}
