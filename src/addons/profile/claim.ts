import type { Content } from "../../catalog/content.ts";

/** What programs ask about a key, or of no group in particular, if a group has a profile. */
const WITHOUT_ALIAS = ["check", "zenova", "recent", "live"];

/** The first two segments of a path; empty if they are not there. */
const FIRST_TWO = /^\w+:\/\/[^/]*\/?([^/?#]*)\/?([^/?#]*)/;

/** Whether a URL leads to an alias of a profile, with `/api` before it or without, or to one of these. */
export function isProfiled(url: string, { catalog: { profiles } }: Content): boolean {
  if (profiles === undefined) return false;
  const [, root, name] = FIRST_TWO.exec(url)!.map(decoded) as [string, string, string];
  return root === "api" ? profiles.has(name) || WITHOUT_ALIAS.includes(name) : profiles.has(root);
}

/** An escape that is broken stays: the dispatch refuses it. */
function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
