import type { Content } from "../../catalog/content.ts";

/** What programs ask about a key, or of no group in particular, if a group has a profile. */
const WITHOUT_ALIAS = ["check", "zenova", "recent", "live"];

/** Whether a URL leads to an alias of a profile, with `/api` before it or without, or to one of these. */
export function isProfiled(url: string, { catalog: { profiles } }: Content): boolean {
  if (profiles === undefined) return false;
  const path = url.slice(url.indexOf("/", url.indexOf("://") + 3) + 1);
  const [root = "", name = ""] = path.split(/[?#]/, 1)[0]!.split("/", 2).map(decoded);
  return root === "api" ? profiles.has(name) || WITHOUT_ALIAS.includes(name) : profiles.has(root);
}

/** An escape that is broken stays: the dispatch refuses it. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
