import { findMember, foundUntil } from "../../catalog/members.ts";
import type { Listing } from "../../catalog/phases.ts";
import { invalidParameter } from "../../http/http_error.ts";
import { nameList } from "../../http/parameter.ts";
import { foldText } from "../../model/fold_text.ts";
import type { RouteContext } from "../route_context.ts";

const MAX_NAMES = 20;

/** `member=`: whose items a list holds. */
export const MEMBER = nameList(
  `up to ${MAX_NAMES} slugs, former slugs or names of members of this group, comma separated`,
  MAX_NAMES,
  foldText,
);

/** Narrows lists to some members. */
export interface MemberFilter {
  /** The names of those that are asked for; none where everybody is. */
  readonly names: readonly string[];
  /** Whether one of these slugs is asked for. */
  has(slugs: readonly string[]): boolean;
  /** Limits a listing to the time in which the names mean the same members. */
  limit<R>(listing: Listing<R>): Listing<R>;
}

const EVERYBODY: MemberFilter = { names: [], has: () => true, limit: (listing) => listing };

/** The filter that a request asks for. @throws {HttpError} where nobody has one of the names */
export function memberFilter(
  ctx: RouteContext,
  names: readonly string[] | undefined,
): MemberFilter {
  if (names === undefined) return EVERYBODY;
  const { group, now } = ctx;
  const found = names.map((name) => {
    const member = findMember(group, name, now);
    if (member === undefined) {
      throw invalidParameter("member", `${MEMBER.description}; nobody has one of these`);
    }
    return member;
  });
  const slugs = new Set(found.map(({ id }) => id));
  const meantUntil = Math.min(...names.map((name) => foundUntil(group, name, now)));
  return {
    names: [...new Set(found.map(({ name }) => name))].sort(),
    has: (some) => some.some((slug) => slugs.has(slug)),
    limit: (listing) => ({
      ...listing,
      validUntil: Math.min(listing.validUntil, meantUntil),
    }),
  };
}
