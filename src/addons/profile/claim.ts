import type { Content } from "../../catalog/catalog.ts";

/** Whether a URL leads to an alias of a profile, or to what programs ask beside one. */
export function isProfiled(url: string, { catalog: { profiles } }: Content): boolean {
  return profiles !== undefined && leadsToProfile(url, profiles);
}

/** What programs ask about a key, or of no group in particular, if a group has a profile. */
const WITHOUT_ALIAS = ["check", "zenova", "recent", "live"];

/** Whether a URL leads to an alias of a profile, with `/api` before it or without, or to one of these. */
function leadsToProfile(
  url: string,
  profiles: NonNullable<Content["catalog"]["profiles"]>,
): boolean {
  const start = url.indexOf("/", url.indexOf("://") + 3) + 1;
  const end = segmentEnd(url, start);
  const root = decoded(url.slice(start, end));
  if (root !== "api") return profiles.has(root);
  const name = decoded(url.slice(end + 1, segmentEnd(url, end + 1)));
  return profiles.has(name) || WITHOUT_ALIAS.includes(name);
}

const SLASH = 47;
const QUESTION_MARK = 63;
const HASH = 35;

/** Where a segment ends that begins here. */
function segmentEnd(url: string, start: number): number {
  for (let at = start; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code === SLASH || code === QUESTION_MARK || code === HASH) return at;
  }
  return url.length;
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
