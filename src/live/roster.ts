import type { LiveType } from "../model/platforms.ts";

/** What identifies the owner of a broadcast. */
export interface Account {
  readonly type: LiveType;
  readonly urlKey: string;
  readonly roomId: number;
}

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
  /** SHOWROOM rooms; either part of one may be unknown, not both. */
  readonly showroom: readonly { readonly roomId?: number; readonly urlKey?: string }[];
  /** Channel ids (`UC…`). */
  readonly youtube: readonly string[];
}

/** A SHOWROOM room whose number is known. */
export interface NumberedRoom {
  readonly roomId: number;
  /** "" if it is not known. */
  readonly urlKey: string;
}

/** The accounts of all groups, by which broadcasts find their owners. */
export interface LiveRoster {
  /** Every YouTube channel, each once. */
  readonly channels: readonly string[];
  /** Every SHOWROOM room whose number is known, each once. */
  readonly rooms: readonly NumberedRoom[];
  /** The owners of a broadcast: at most one per group, none for a stranger's. */
  ownersOf(account: Account): readonly LiveOwner[];
  /** The owner of a SHOWROOM room within a group. */
  ownerOfRoom(group: string, roomId: number): LiveOwner | undefined;
  ownerOfIdn(group: string, username: string): LiveOwner | undefined;
  /** The member with this slug, whatever accounts she has; "" for the group itself. */
  ownerCalled(group: string, slug: string): LiveOwner | undefined;
  /**
   * Whether a SHOWROOM room is an owner's, a stranger's, or has only one of an owner's two keys. Both
   * are compared, because the id of an offline room can lead to a stranger's.
   */
  matchRoom(roomId: number, urlKey: string): "ours" | "stranger" | "wrong_room";
}

/** Creates a roster; if two owners of one group name the same account, the first has it. */
export function createLiveRoster(owners: readonly LiveOwner[]): LiveRoster {
  const idn = indexBy(owners, (owner) => owner.idn.map(foldCase));
  const rooms = indexBy(owners, (owner) => owner.showroom.flatMap(({ roomId }) => roomId ?? []));
  const keys = indexBy(
    owners,
    (owner) => owner.showroom.flatMap(({ urlKey }) => urlKey === undefined ? [] : foldCase(urlKey)),
  );
  const channels = indexBy(owners, (owner) => owner.youtube);
  const showroom = owners.flatMap((owner) => owner.showroom);
  const accounts = Map.groupBy(showroom, ({ roomId }) => roomId);
  const accountsByKey = Map.groupBy(showroom, ({ urlKey }) => urlKey && foldCase(urlKey));

  const find: Record<LiveType, (account: Account) => readonly LiveOwner[] | undefined> = {
    idn: ({ urlKey }) => idn.get(foldCase(urlKey)),
    showroom: ({ roomId, urlKey }) => rooms.get(roomId) ?? keys.get(foldCase(urlKey)),
    youtube: ({ urlKey }) => channels.get(urlKey),
  };

  return {
    channels: [...channels.keys()],
    rooms: numberedRooms(showroom),
    ownersOf: (account) => find[account.type](account) ?? [],
    ownerOfRoom: (group, roomId) => rooms.get(roomId)?.find((owner) => owner.group === group),
    ownerOfIdn: (group, username) =>
      idn.get(foldCase(username))?.find((owner) => owner.group === group),
    ownerCalled: (group, slug) =>
      owners.find((owner) => owner.group === group && owner.slug === slug),
    matchRoom(roomId, urlKey) {
      const folded = foldCase(urlKey);
      const ours = [...accounts.get(roomId) ?? [], ...accountsByKey.get(folded) ?? []];
      if (ours.length === 0) return "stranger";
      const agrees = ours.some((account) =>
        (account.roomId ?? roomId) === roomId && foldCase(account.urlKey ?? urlKey) === folded
      );
      return agrees ? "ours" : "wrong_room";
    },
  };
}

function numberedRooms(showroom: LiveOwner["showroom"]): NumberedRoom[] {
  const keys = new Map<number, string>();
  for (const { roomId, urlKey = "" } of showroom) {
    if (roomId !== undefined) keys.set(roomId, keys.get(roomId) || urlKey);
  }
  return [...keys].map(([roomId, urlKey]) => ({ roomId, urlKey }));
}

function indexBy<K>(
  owners: readonly LiveOwner[],
  keysOf: (owner: LiveOwner) => readonly K[],
): Map<K, LiveOwner[]> {
  const byKey = new Map<K, LiveOwner[]>();
  for (const owner of owners) {
    for (const key of keysOf(owner)) {
      const before = byKey.get(key) ?? [];
      if (before.some(({ group }) => group === owner.group)) continue;
      byKey.set(key, [...before, owner]);
    }
  }
  return byKey;
}

function foldCase(key: string): string {
  return key.toLowerCase();
}
