/**
 * This room defines the plain records of the live part: broadcasts, events, the roster.
 *
 * @module
 */

import type { LiveType } from "../../model/platforms.ts";
import type { StreamUrl } from "../../model/item/live.ts";

/** A broadcast as the platform describes it, not yet joined with its owner. */
export interface Broadcast {
  /** `<type>-<the platform's own id>`, the same from its start to its end. */
  readonly id: string;
  readonly type: LiveType;
  /** The platform's account key: IDN user name, SHOWROOM URL key, YouTube channel id. */
  readonly urlKey: string;
  readonly slug: string;
  readonly title: string;
  /** An https address, or "". */
  readonly img: string;
  /** An https address, or "". */
  readonly imgAlt: string;
  /** The platform's numeric room, or 0 if it has none. */
  readonly roomId: number;
  readonly chatRoomId: string;
  /** Epoch ms; null if the platform does not say. */
  readonly startedAt: number | null;
  readonly streams: readonly StreamUrl[];
  /** Absent if it is no video. */
  readonly video?: VideoTexts;
}

/** What YouTube says of a video besides, as it says it; "" if it does not. */
export interface VideoTexts {
  readonly channelTitle: string;
  readonly description: string;
  /** An ISO 8601 instant. */
  readonly publishedAt: string;
}

/** A broadcast that is over. */
export interface EndedBroadcast {
  readonly broadcast: Broadcast;
  /** When it was last seen, epoch ms. */
  readonly endedAt: number;
  readonly peak: number;
}

/** One broadcast in one poll. Its viewers are kept apart, because they change with every poll. */
export interface PolledBroadcast {
  readonly broadcast: Broadcast;
  readonly viewers: number;
}

/** The fields of a broadcast that identify its owner. */
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
  /** SHOWROOM rooms; either part of one may be unknown, not both. */
  readonly showroom: readonly { readonly roomId?: number; readonly urlKey?: string }[];
  /** Channel ids (`UC…`). */
  readonly youtube: readonly string[];
}

/** The accounts of all groups, by which broadcasts find their owners. */
export type LiveRoster = ReturnType<typeof createLiveRoster>;

/** Creates a roster; if two owners of one group name the same account, the first has it. */
export function createLiveRoster(owners: readonly LiveOwner[]) {
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

  const find: Record<LiveType, (broadcast: Account) => readonly LiveOwner[] | undefined> = {
    idn: ({ urlKey }) => idn.get(foldCase(urlKey)),
    showroom: ({ roomId, urlKey }) => rooms.get(roomId) ?? keys.get(foldCase(urlKey)),
    youtube: ({ urlKey }) => channels.get(urlKey),
  };

  return {
    /** Every YouTube channel, each once. */
    channels: [...channels.keys()] as readonly string[],
    /** Every SHOWROOM room whose number is known, each once; its URL key is "" if that is not. */
    rooms: numberedRooms(showroom),
    /** The owners of a broadcast: at most one per group, none for a stranger's. */
    ownersOf(broadcast: Account): readonly LiveOwner[] {
      return find[broadcast.type](broadcast) ?? [];
    },
    /** The owner of a SHOWROOM room within a group. */
    ownerOfRoom(group: string, roomId: number): LiveOwner | undefined {
      return rooms.get(roomId)?.find((owner) => owner.group === group);
    },
    ownerOfIdn(group: string, username: string): LiveOwner | undefined {
      return idn.get(foldCase(username))?.find((owner) => owner.group === group);
    },
    /**
     * Whether a SHOWROOM room is an owner's, a stranger's, or has only one of an owner's two keys. Both
     * are compared, because the id of an offline room can lead to a stranger's.
     */
    matchRoom(roomId: number, urlKey: string): "ours" | "stranger" | "wrong_room" {
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

function numberedRooms(showroom: LiveOwner["showroom"]) {
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
