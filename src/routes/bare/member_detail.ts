import { arrayOf, joinParts } from "../../catalog/json_bytes.ts";
import { findMember, foundUntil, showsAround, statusUntil } from "../../catalog/members.ts";
import { spanAt } from "../../catalog/phases.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";
import { anyText, required } from "../../http/parameter_kinds.ts";
import { Refusal } from "../../http/refusal.ts";
import type { MemberRow, ShowRow } from "../../model/pack.ts";
import { MEMBERS } from "../live/basis.ts";
import { groupOf, route, type Scene } from "../route.ts";

const WHO = "a member's slug, former slug, account, name or nickname";

/** `member-detail?url=`: one member (SPEC 4.1). */
export const memberDetail = route({
  id: "member-detail",
  path: "member-detail",
  summary: "One member in detail, by slug, account, name or nickname",
  parameters: { url: required(anyText(WHO)) },
  basis: MEMBERS,
  answer: (scene, { url }) => detail(scene, url),
});

/** `member/{name}`: the same by path. */
export const memberByName = route({
  id: "member-by-name",
  path: "member/{name}",
  summary: "One member in detail, by slug, account, name or nickname",
  parameters: { name: required(anyText(WHO)) },
  basis: MEMBERS,
  answer: (scene, { name }) => detail(scene, name),
});

function detail(scene: Scene, who: string): Answer {
  const group = groupOf(scene);
  // A room known only by its number is on air under a key that the content does not hold.
  const member = findMember(group, who, scene.now) ??
    findMember(group, scene.live.board.memberOnAir(group.slug, who) ?? "", scene.now);
  if (member === undefined) {
    throw new Refusal("NOT_FOUND", { message: "No member of this group has that name or address" });
  }
  return render(scene, member, foundUntil(group, who, scene.now));
}

function render(scene: Scene, member: MemberRow, meantUntil: number): Answer {
  const { catalog: { pack }, live: { recents }, now } = scene;
  const group = groupOf(scene);
  const around = showsAround(group, member, now);
  const references = (shows: ShowRow[]) =>
    arrayOf(shows.map((show) => [pack.bytes(show.reference)]));
  const parts = [
    pack.bytes(spanAt(member.open, now)!),
    pack.bytes(member.more),
    ',"recentTheater":',
    ...references(around.recent),
    ',"upcomingTheater":',
    ...references(around.upcoming),
    `,"stats":${JSON.stringify(recents.stats(group.slug, member.id))}}`,
  ];
  const validUntil = Math.min(
    meantUntil,
    around.validUntil,
    statusUntil(member, now),
    recents.validUntil(),
  );
  return createAnswer(joinParts(parts), { madeAt: now, validUntil });
}
