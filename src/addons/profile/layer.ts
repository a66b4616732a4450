/**
 * This room serves aliases under which programs written for another service work unchanged.
 *
 * @module
 */

import type { Catalog } from "../../catalog/catalog.ts";
import type { Handler } from "../../routes/dispatch.ts";
import { lazily } from "../../toolbox/lazily.ts";
import type { ProfileDeps } from "./dispatch.ts";

/**
 * Lays the profiles around the dispatch. Requests for other paths pass by; a start loads nothing but
 * this module.
 */
export function withProfiles(dispatch: Handler, deps: ProfileDeps): Handler {
  let profiled: Handler | undefined;
  async function dispatchProfile(request: Request, address: string): Promise<Response> {
    profiled ??= (await loadDispatch()).createProfileDispatch(deps);
    return await profiled(request, address);
  }

  return function dispatchOrProfile(request, address) {
    const { profiles } = deps.content().catalog;
    const isPlain = profiles === undefined || !isProfiled(request.url, profiles);
    return isPlain ? dispatch(request, address) : dispatchProfile(request, address);
  };
}

const loadDispatch = lazily(() => import("./dispatch.ts"));

/** What programs ask about a key, or of no group in particular, if a group has a profile. */
const WITHOUT_ALIAS = ["check", "zenova", "recent", "live"];

/** Whether a URL leads to an alias of a profile, with `/api` before it or without, or to one of these. */
function isProfiled(url: string, profiles: NonNullable<Catalog["profiles"]>): boolean {
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
