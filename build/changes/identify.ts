import type { Roster } from "../derive/roster.ts";

/**
 * Puts the slug of a member in the place of what a line-up calls her: another of her names is no
 * change of the show.
 */
export function identify(people: unknown, roster: Roster): unknown {
  if (Array.isArray(people)) return people.map((one) => identify(one, roster));
  if (typeof people === "string") return slugOf(people, roster);
  if (!isCelebrated(people)) return people;
  return { ...people, member: slugOf(people.member, roster) };
}

function slugOf(name: string, roster: Roster): string {
  const found = roster.find(name);
  return found.kind === "member" ? found.member.slug : name;
}

function isCelebrated(who: unknown): who is { readonly member: string } {
  return typeof who === "object" && who !== null && "member" in who &&
    typeof who.member === "string";
}
