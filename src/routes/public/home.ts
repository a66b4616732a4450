import { SEARCH_TEXT } from "../../core/search_service.ts";
import { LIVE, SEARCH } from "../../core/services.ts";
import type { NetworkThrottle } from "../../access/limits/network_throttle.ts";
import { lazily } from "../../toolbox/lazily.ts";
import { type Route, route } from "../route.ts";

/** How often a network may search on the front page in a minute. */
export const HOME_SEARCHES = 300;

/** Counts the searches of each network, up to {@linkcode HOME_SEARCHES} a minute. */
type HomeSearches = Pick<NetworkThrottle, "attempt">;

const loadHome = lazily(() => import("./home_answer.ts"));
const loadErrorPage = lazily(() => import("./error_answer.ts"));
const loadSearch = lazily(() => import("./home_search.ts"));

/**
 * `/`: what this is, and what the public groups do now; `/?q=`: what a search of them finds. `isSignupOpen`:
 * whether people can sign up for a key. `hasSearch`: whether anything searches; else `q` changes nothing.
 */
export function createHomeRoute(
  searches: HomeSearches,
  isSignupOpen: () => boolean,
  hasSearch: () => boolean,
): Route {
  return route({
    id: "home",
    path: "",
    summary: "The front page, or what a search of the groups on it finds",
    answers: { document: "text/html" },
    parameters: { q: SEARCH_TEXT },
    refuses: ["RATE_LIMITED"],
    async errorPage(content, refusal) {
      if (!hasSearch()) return (await loadErrorPage()).answerErrorPage(content, refusal, false);
      const { refuseSearch } = await loadSearch();
      return refuseSearch(content, refusal);
    },
    async fresh({ ctx, request: { address }, answers }, { q }) {
      const search = ctx.use(SEARCH);
      if (q !== undefined && search !== undefined) {
        const { answerHomeSearch } = await loadSearch();
        return answerHomeSearch(ctx, search, q, searches, address);
      }
      const { answerHome } = await loadHome();
      // It shows who is on air as memory has it: it never waits for a platform or the store.
      const isOpen = isSignupOpen();
      const version = `${ctx.use(LIVE).view.revision()} ${isOpen}`;
      return answers.take("home", version, ctx.now, () => answerHome(ctx, isOpen));
    },
  });
}
