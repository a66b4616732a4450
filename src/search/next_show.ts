import { SEARCH_KINDS } from "../model/enums.ts";
import type { SearchIndex } from "./search_index.ts";

const SHOW = SEARCH_KINDS.indexOf("show");

/** The id of the next show that is called so or has such a setlist, or else of the last one. */
export function nextShow(
  index: SearchIndex,
  names: readonly number[],
  now: number,
): string | undefined {
  const { starts } = index;
  const shows = names.flatMap((name) => showsNear(index, name, now));
  const next = shows.filter((show) => starts[show]! > now);
  const soonest = next.reduce<number | undefined>(
    (one, other) => one === undefined || starts[other]! < starts[one]! ? other : one,
    undefined,
  );
  const chosen = soonest ?? shows.reduce<number | undefined>(
    (one, other) => one === undefined || starts[other]! > starts[one]! ? other : one,
    undefined,
  );
  return chosen === undefined ? undefined : index.item(chosen).id;
}

/** The first show of a name after `now` and the last one before it, of those that are there. */
function showsNear(index: SearchIndex, name: number, now: number): number[] {
  const { links, linkStarts, kinds, starts, published } = index;
  const [from, until] = [linkStarts[name]!, linkStarts[name + 1]!];
  const itemAt = (at: number) => links[at]! >>> 1;
  const isThere = (at: number) => kinds[itemAt(at)] === SHOW && published[itemAt(at)]! <= now;
  // Links are in the order of items: by kind, then by time.
  let [low, high] = [from, until];
  while (low < high) {
    const middle = (low + high) >> 1;
    const kind = kinds[itemAt(middle)]!;
    if (kind > SHOW || kind === SHOW && starts[itemAt(middle)]! > now) high = middle;
    else low = middle + 1;
  }
  let next = low;
  while (next < until && kinds[itemAt(next)] === SHOW && !isThere(next)) next++;
  let last = low - 1;
  while (last >= from && kinds[itemAt(last)] === SHOW && !isThere(last)) last--;
  return [
    ...(next < until && isThere(next) ? [itemAt(next)] : []),
    ...(last >= from && isThere(last) ? [itemAt(last)] : []),
  ];
}
