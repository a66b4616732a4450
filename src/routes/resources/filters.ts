import type { Group } from "../../catalog/catalog.ts";
import { findMember, foundUntil, nearlyCalled, slugsOf } from "../../catalog/members.ts";
import type { Listing, Page } from "../../catalog/phases.ts";
import { HttpError, invalidParameter } from "../../http/http_error.ts";
import {
  anyText,
  countingNumber,
  nameList,
  type Optional,
  optional,
} from "../../http/parameter.ts";
import { foldText } from "../../model/fold_text.ts";
import type { TimedRow } from "../../model/pack.ts";
import { parseTimezone } from "../../time/timezone.ts";
import { offsetTimestamp } from "../../time/wall_clock.ts";
import type { Item } from "../envelope.ts";
import type { AnswerContext } from "../answer_context.ts";

const MAX_NAMES = 20;

/** `member=`: whose items a list holds. */
export const MEMBER = nameList(
  `up to ${MAX_NAMES} slugs, former slugs or names of members of this group, comma separated`,
  MAX_NAMES,
  foldText,
);

/** Narrows lists to some members. */
export interface MemberFilter {
  /** The names of those that are asked for; none if everybody is. */
  readonly names: readonly string[];
  /** Whether one of these slugs is asked for. */
  has(slugs: readonly string[]): boolean;
  /** Limits a listing to the time in which the names mean the same members. */
  limit<R>(listing: Listing<R>): Listing<R>;
}

const EVERYBODY: MemberFilter = { names: [], has: () => true, limit: (listing) => listing };

/** The filter that a request asks for. @throws {HttpError} if no member has one of the names */
export function memberFilter(
  ctx: AnswerContext,
  names: readonly string[] | undefined,
): MemberFilter {
  if (names === undefined) return EVERYBODY;
  const { found, slugs, meantUntil } = membersNamed(ctx, [ctx.group], names, MEMBER);
  return {
    names: [...new Set(found.map(({ name }) => name))].sort(),
    has: (some) => some.some((slug) => slugs.has(slug)),
    limit: (listing) => ({
      ...listing,
      validUntil: Math.min(listing.validUntil, meantUntil),
    }),
  };
}

/**
 * The members of some groups that `member=` names, and until when (epoch ms) the names mean the same.
 *
 * @throws {HttpError} if no member has one of the names
 */
export function membersNamed(
  { now }: AnswerContext,
  groups: readonly Group[],
  names: readonly string[],
  { name = "member", description }: { readonly name?: string; readonly description: string },
) {
  const byName = names.map((name) => groups.flatMap((one) => findMember(one, name, now) ?? []));
  const found = byName.flat();
  const missing = names.filter((_, at) => byName[at]!.length === 0);
  if (missing.length > 0) {
    const told = whoIsMissing(groups, { missing, found, now });
    throw invalidParameter(name, `${description}; ${told}`);
  }
  const turns = names.flatMap((name) => groups.map((group) => foundUntil(group, name, now)));
  return {
    found,
    slugs: new Set(found.flatMap(slugsOf)),
    meantUntil: Math.min(...turns),
  };
}

/**
 * Which of some names nobody has, by those that somebody has, and who is nearly called so: nothing of the
 * caller's comes back.
 */
function whoIsMissing(
  groups: readonly Group[],
  { missing, found, now }: {
    readonly missing: readonly string[];
    readonly found: readonly { readonly name: string }[];
    readonly now: number;
  },
): string {
  const known = [...new Set(found.map(({ name }) => name))].sort().join(", ");
  const told = known !== ""
    ? `found: ${known}; nobody has the others`
    : missing.length === 1
    ? "nobody has this name"
    : "nobody has any of these names";
  const meant = missing.map((name) => nearlyCalled(groups, name, now)).find(Boolean);
  return meant === undefined ? told : `${told}. ${meant}`;
}

/** `group=`: one of the groups of the content. Which they are, the document fills in. */
export const GROUP = {
  ...anyText("a group's name in the address"),
  schema: { type: "string", format: "group" },
};

/** The groups that are asked for. @throws {HttpError} if there is none, or the caller may not read it */
export function groupsAsked(ctx: AnswerContext, segment: string | undefined): readonly Group[] {
  if (segment === undefined) return ctx.groups;
  const group = ctx.catalog.group(segment);
  if (group === undefined) {
    const names = ctx.catalog.groups.map((known) => known.slug).join(", ");
    throw invalidParameter("group", `one of ${names}`);
  }
  if (!ctx.groups.includes(group)) throw new HttpError("INVALID_CREDENTIALS");
  return [group];
}

/** `timezone=`: an IANA name; it is read, and echoed, in Temporal's own spelling. */
export const TIMEZONE: Optional<string> = optional(
  "an IANA time zone such as Asia/Jakarta (no offsets)",
  { type: "string", format: "time-zone", minLength: 1, pattern: "^[A-Za-z]" },
  readTimezone,
);

/** The item with `local_start_at` as its last field, if a zone is asked for. */
export function withLocalStart(item: Item, row: TimedRow, zone: string | undefined): Item {
  if (zone === undefined) return item;
  const start = row.isUntimed ? "" : offsetTimestamp(row.start, zone);
  // The last part of an item is its closing brace.
  return [...item.slice(0, -1), `,"local_start_at":"${start}"}`];
}

function readTimezone(text: string): string | undefined {
  try {
    return parseTimezone(text);
  } catch {
    return undefined;
  }
}

const MAX_PER_PAGE = 100;

/** The two parameters of every list that comes in pages. */
export const PAGING: { page: Optional<number>; perpage: Optional<number> } = {
  page: countingNumber(Number.MAX_SAFE_INTEGER),
  perpage: {
    ...countingNumber(MAX_PER_PAGE),
    description: `a whole number from 1 up; more than ${MAX_PER_PAGE} is served as ${MAX_PER_PAGE}`,
  },
};

/** The page asked for, or undefined if neither parameter is there. */
export function pageOf(
  values: { page: number | undefined; perpage: number | undefined },
): Page | undefined {
  if (values.page === undefined && values.perpage === undefined) return undefined;
  return { page: values.page ?? 1, perpage: values.perpage ?? 10 };
}
