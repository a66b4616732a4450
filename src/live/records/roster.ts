import type { LiveType } from "../../model/enums.ts";
import type { Broadcast } from "./broadcast.ts";

/** A SHOWROOM room; either part may be unknown, not both. */
export interface ShowroomAccount {
  readonly roomId?: number;
  readonly urlKey?: string;
}

/** What of a broadcast tells whose it is. */
type Account = Pick<Broadcast, "type" | "urlKey" | "roomId">;

/** An owner of accounts that may be on air: a member, or the group itself. */
export interface LiveOwner {
  readonly group: string;
  /** The member's slug; "" for the group itself. */
  readonly slug: string;
  readonly name: string;
  /** The first nickname, or "". */
  readonly nickname: string;
  readonly img: string;
  readonly imgAlt: string;
  readonly isGraduate: boolean;
  readonly isGroup: boolean;
  readonly idn: readonly string[];
  readonly showroom: readonly ShowroomAccount[];
  /** Channel ids (`UC…`). */
  readonly youtube: readonly string[];
}

/** Whether a SHOWROOM room is an owner's, a stranger's, or has only one of an owner's two keys. */
export type RoomMatch = "ours" | "stranger" | "wrong_room";

/** The accounts of all groups, by which broadcasts find their owners. */
export interface LiveRoster {
  /** The owners of a broadcast: at most one per group, none for a stranger's. */
  ownersOf(broadcast: Account): readonly LiveOwner[];
  /** The owner of a SHOWROOM room within a group. */
  ownerOfRoom(group: string, roomId: number): LiveOwner | undefined;
  /** The owner of an IDN user name within a group. */
  ownerOfIdn(group: string, username: string): LiveOwner | undefined;
  /** Compares id and URL key of a room, because the id of an offline room can lead to a stranger's. */
  matchRoom(roomId: number, urlKey: string): RoomMatch;
  /** Every YouTube channel, each once. */
  readonly channels: readonly string[];
}

/** Where two owners of one group name the same account, the first has it. */
export function createLiveRoster(owners: readonly LiveOwner[]): LiveRoster {
  const idn = indexBy(owners, (owner) => owner.idn.map(foldCase));
  const rooms = indexBy(owners, (owner) => owner.showroom.flatMap(({ roomId }) => roomId ?? []));
  const keys = indexBy(
    owners,
    (owner) => owner.showroom.flatMap(({ urlKey }) => urlKey === undefined ? [] : foldCase(urlKey)),
  );
  const channels = indexBy(owners, (owner) => owner.youtube);
  const accounts = Map.groupBy(owners.flatMap((owner) => owner.showroom), ({ roomId }) => roomId);
  const accountsByKey = Map.groupBy(
    owners.flatMap((owner) => owner.showroom),
    ({ urlKey }) => urlKey && foldCase(urlKey),
  );

  const find: Record<LiveType, (broadcast: Account) => readonly LiveOwner[] | undefined> = {
    idn: ({ urlKey }) => idn.get(foldCase(urlKey)),
    showroom: ({ roomId, urlKey }) => rooms.get(roomId) ?? keys.get(foldCase(urlKey)),
    youtube: ({ urlKey }) => channels.get(urlKey),
  };

  function judgeRoom(roomId: number, urlKey: string): RoomMatch {
    const folded = foldCase(urlKey);
    const ours = [...accounts.get(roomId) ?? [], ...accountsByKey.get(folded) ?? []];
    if (ours.length === 0) return "stranger";
    const agrees = ours.some((account) =>
      (account.roomId ?? roomId) === roomId && foldCase(account.urlKey ?? urlKey) === folded
    );
    return agrees ? "ours" : "wrong_room";
  }

  return {
    // A newer program that shares the store may have kept a platform that is unknown here.
    ownersOf: (broadcast) => find[broadcast.type]?.(broadcast) ?? [],
    ownerOfRoom: (group, roomId) => rooms.get(roomId)?.find((owner) => owner.group === group),
    ownerOfIdn: (group, name) => idn.get(foldCase(name))?.find((owner) => owner.group === group),
    matchRoom: judgeRoom,
    channels: [...channels.keys()],
  };
}

function indexBy<K>(
  owners: readonly LiveOwner[],
  keysOf: (owner: LiveOwner) => readonly K[],
): Map<K, LiveOwner[]> {
  const found = new Map<K, LiveOwner[]>();
  for (const owner of owners) {
    for (const key of keysOf(owner)) {
      const known = found.get(key) ?? [];
      if (known.some(({ group }) => group === owner.group)) continue;
      found.set(key, [...known, owner]);
    }
  }
  return found;
}

function foldCase(key: string): string {
  return key.toLowerCase();
}
