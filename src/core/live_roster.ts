import type { Catalog, Group } from "../catalog/catalog.ts";
import { statusAt, statusUntil } from "../catalog/members.ts";
import { nextPhase, spanAt } from "../catalog/phases.ts";
import { createLiveRoster, type LiveOwner, type LiveRoster } from "../live/roster.ts";
import type { MemberRow } from "../model/pack.ts";

/**
 * Whose broadcasts are ours, by the content that is served: the same roster until another content is
 * served, somebody graduates, or somebody is published.
 */
export function createRosterSource(catalog: () => Catalog, now: () => number): () => LiveRoster {
  let made:
    | { catalog: Catalog; madeAt: number; roster: LiveRoster; validUntil: number }
    | undefined;
  return () => {
    const [served, at] = [catalog(), now()];
    // A clock that was set back must not meet a roster of the future.
    if (made?.catalog !== served || at >= made.validUntil || at < made.madeAt) {
      made = { catalog: served, madeAt: at, ...makeRoster(served, at) };
    }
    return made.roster;
  };
}

function makeRoster(catalog: Catalog, now: number): { roster: LiveRoster; validUntil: number } {
  const { groups } = catalog;
  const members = groups.flatMap((group) =>
    group.table("members").map((member) => ({ group, member }))
  );
  const turns = members.map(({ member }) =>
    Math.min(statusUntil(member, now), nextPhase(member.open, now))
  );
  const owners = members.filter(({ member }) => spanAt(member.open, now) !== undefined)
    .map(({ group, member }) => ownerOf(group, member, now));
  return {
    roster: createLiveRoster([...owners, ...groups.map(groupOwner)]),
    validUntil: turns.reduce((least, turn) => Math.min(least, turn), Infinity),
  };
}

function ownerOf(group: Group, member: MemberRow, now: number): LiveOwner {
  const { roomId, showroomUrlKey } = member;
  const room = {
    ...(roomId !== undefined && { roomId }),
    ...(showroomUrlKey !== undefined && { urlKey: showroomUrlKey }),
  };
  return {
    group: group.slug,
    slug: member.id,
    name: member.name,
    nickname: member.nicknames[0] ?? "",
    // The address of the service may be known later than its content.
    get img() {
      return group.pictures.address(member.img ?? "");
    },
    get imgAlt() {
      return group.pictures.address(member.imgAlt ?? "");
    },
    isGraduate: statusAt(member, now) === "graduated",
    isGroup: false,
    idn: member.idnUsername === undefined ? [] : [member.idnUsername],
    showroom: Object.keys(room).length === 0 ? [] : [room],
    youtube: member.youtube === undefined ? [] : [member.youtube],
  };
}

function groupOwner({ slug, name, image = "", accounts, pictures }: Group): LiveOwner {
  const { idn, showroom, youtube } = accounts;
  return {
    group: slug,
    slug: "",
    name,
    nickname: "",
    get img() {
      return pictures.address(image);
    },
    imgAlt: "",
    isGraduate: false,
    isGroup: true,
    idn: idn === undefined ? [] : [idn],
    showroom: showroom ? [{ roomId: showroom.room_id, urlKey: showroom.url_key }] : [],
    youtube,
  };
}
