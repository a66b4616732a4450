/**
 * When a call was made and when it was answered, by numbers that grow with time; `to` is Infinity where
 * no answer came, or one that says nothing of what became of the call.
 */
interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A call on a quota, as its caller saw it. A call that was told it has no effect is left out. */
export type Operation =
  & Interval
  & (
    /** `unknown`: the process died before it answered. */
    | { readonly kind: "take"; readonly units: number; readonly outcome: "admitted" | "unknown" }
    /** It was refused; `slack`: what others may have leased and not spent. */
    | { readonly kind: "refused"; readonly units: number; readonly slack: number }
    | { readonly kind: "refund"; readonly units: number }
    /** `isSure`: it was acknowledged. */
    | { readonly kind: "credit"; readonly units: number; readonly isSure: boolean }
    /** What the answer names; the rest is undefined. */
    | {
      readonly kind: "read";
      readonly used: number | undefined;
      readonly limit: number | undefined;
      readonly slack: number;
    }
  );

/** A counter with a bound: what a quota is to those who do not know how it is kept. */
interface Counter {
  readonly used: number;
  readonly limit: number;
}

/** More looks than this would take too long. */
const MAX_LOOKS = 1_000_000;

/**
 * Whether the calls could have happened one after the other, each at an instant between when it was made
 * and when it was answered, on a counter that starts at 0 and never passes its limit. Returns the order
 * as indices, or undefined where there is none.
 *
 * It is the search of Wing and Gong with the memory of Lowe: a set of calls that was tried once is not
 * tried again, since whatever their order, the counter is the same after them. Two things make it fast.
 * A call that changes nothing is put at the first place at which it is right. Of calls that change the
 * counter alike, that one is put first which was answered first: the two might change places.
 *
 * @throws {RangeError} where the search takes too long to decide
 */
export function explain(history: readonly Operation[], limit: number): number[] | undefined {
  const tried = new Set<string>();
  const isDone = new Uint8Array(history.length);
  const byEnd = history.map((_, index) => index)
    .sort((one, other) => history[one]!.to < history[other]!.to ? -1 : 1);
  const order: number[] = [];
  return search({ used: 0, limit }) ? order : undefined;

  function search(counter: Counter): boolean {
    const length = order.length;
    putWhatChangesNothing(counter);
    if (isOver() || isNew() && candidates().some((index) => goOn(counter, index))) return true;
    while (order.length > length) isDone[order.pop()!] = 0;
    return false;
  }

  function goOn(counter: Counter, index: number): boolean {
    const next = apply(counter, history[index]!);
    if (next === undefined) return false;
    put(index);
    if (search(next)) return true;
    isDone[order.pop()!] = 0;
    return false;
  }

  function put(index: number): void {
    isDone[index] = 1;
    order.push(index);
  }

  function putWhatChangesNothing(counter: Counter): void {
    for (let found = true; found;) {
      found = false;
      for (const index of open()) {
        const operation = history[index]!;
        if (effectOf(operation) !== "" || apply(counter, operation) === undefined) continue;
        put(index);
        found = true;
      }
    }
  }

  /** Whether only calls are left that may never have had an effect. */
  function isOver(): boolean {
    return byEnd.every((index) => isDone[index] === 1 || history[index]!.to === Infinity);
  }

  function isNew(): boolean {
    const key = isDone.join("");
    if (tried.has(key)) return false;
    if (tried.size > MAX_LOOKS) throw new RangeError("Cannot decide: too many orders");
    tried.add(key);
    return true;
  }

  /** Of each effect the call that was answered first. */
  function candidates(): number[] {
    const first = new Map<string, number>();
    for (const index of open()) {
      const effect = effectOf(history[index]!);
      if (effect !== "" && !first.has(effect)) first.set(effect, index);
    }
    return [...first.values()];
  }

  /** What may come next, by its end: it was made before anything that is left was answered. */
  function open(): number[] {
    const left = byEnd.filter((index) => isDone[index] === 0);
    const deadline = left.length === 0 ? Infinity : history[left[0]!]!.to;
    return left.filter((index) => history[index]!.from < deadline);
  }
}

/** What a call does to the counter, as a text; empty where it does nothing. */
function effectOf({ kind, ...operation }: Operation): string {
  return "units" in operation && kind !== "refused" ? `${kind} ${operation.units}` : "";
}

/** The counter after the call; undefined where it could not have been answered as it was. */
function apply(counter: Counter, operation: Operation): Counter | undefined {
  const { used, limit } = counter;
  switch (operation.kind) {
    case "take":
      return used + operation.units <= limit ? { used: used + operation.units, limit } : undefined;
    case "refused":
      return used + operation.slack + operation.units > limit ? counter : undefined;
    case "refund":
      return { used: used - operation.units, limit };
    case "credit":
      return { used, limit: limit + operation.units };
    case "read": {
      const { used: seen, slack } = operation;
      const isLimit = operation.limit === undefined || operation.limit === limit;
      const isUsed = seen === undefined || (seen >= used && seen <= used + slack);
      return isLimit && isUsed ? counter : undefined;
    }
  }
}
