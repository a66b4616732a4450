import type { Broadcast, PolledBroadcast } from "../records/broadcast.ts";

/** Of one platform's list, which is stored in one commit: a commit takes 800 KiB. */
const MAX_ON_AIR = 150;
const MAX_BYTES = 280_000;

/** The broadcasts that fit into one commit of the store, known ones first. */
export function fitIntoCommit(
  known: readonly Broadcast[],
  broadcasts: readonly PolledBroadcast[],
): readonly PolledBroadcast[] {
  const ids = new Set(known.map(({ id }) => id));
  const rank = ({ broadcast: { id } }: PolledBroadcast) => ids.has(id) ? 0 : 1;
  let bytes = 0;
  return broadcasts.toSorted((a, b) => rank(a) - rank(b)).filter(({ broadcast }, n) => {
    bytes += new TextEncoder().encode(JSON.stringify(broadcast)).length;
    return n < MAX_ON_AIR && bytes <= MAX_BYTES;
  });
}
