import type { Broadcast, PolledBroadcast } from "../records/broadcast.ts";

/** Of one platform's list, which is stored in one commit: a commit takes 800 KiB. */
const MAX_ON_AIR = 150;
const MAX_BYTES = 280_000;

/**
 * The broadcasts that fit into one commit of the store, known ones first. Descriptions of videos have
 * the room that is left: they never cost a broadcast its place.
 */
export function fitIntoCommit(
  known: readonly Broadcast[],
  broadcasts: readonly PolledBroadcast[],
): readonly PolledBroadcast[] {
  const ids = new Set(known.map(({ id }) => id));
  const rank = ({ broadcast: { id } }: PolledBroadcast) => ids.has(id) ? 0 : 1;
  let bytes = 0;
  const fits = (part: unknown) => {
    const more = byteLength(part);
    if (bytes + more > MAX_BYTES) return false;
    bytes += more;
    return true;
  };
  return broadcasts.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_ON_AIR)
    .filter((polled) => fits(withoutDescription(polled).broadcast))
    .map((polled) =>
      fits(polled.broadcast.video?.description ?? "") ? polled : withoutDescription(polled)
    );
}

function withoutDescription(polled: PolledBroadcast): PolledBroadcast {
  const { broadcast, viewers } = polled;
  if (broadcast.video === undefined) return polled;
  return { broadcast: { ...broadcast, video: { ...broadcast.video, description: "" } }, viewers };
}

function byteLength(part: unknown): number {
  return new TextEncoder().encode(JSON.stringify(part)).length;
}
