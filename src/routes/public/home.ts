import { LIVE } from "../../core/services.ts";
import type { NetworkThrottle } from "../../access/limits/network_throttle.ts";
import { lazily } from "../../toolbox/lazily.ts";
import { SEARCH_TEXT } from "../../addons/search/searching.ts";
import { type Route, route } from "../route.ts";

/** How often a network may search on the front page in a minute. */
export const HOME_SEARCHES = 300;

/** Counts the searches of each network, up to {@linkcode HOME_SEARCHES} a minute. */
type HomeSearches = Pick<NetworkThrottle, "attempt">;

const loadHome = lazily(() => import("./home_answer.ts"));
const loadSearch = lazily(() => import("./home_search.ts"));

/**
 * `/`: what this is, and what the public groups do now; `/?q=`: what a search of them finds. `isSignupOpen`:
 * whether people can sign up for a key.
 */
export function createHomeRoute(
  searches: HomeSearches,
  isSignupOpen: () => boolean,
): Route {
  return route({
    id: "home",
    path: "",
    summary: "The front page, or what a search of the groups on it finds",
    answers: { document: "text/html" },
    parameters: { q: SEARCH_TEXT },
    refuses: ["RATE_LIMITED"],
    async errorPage(content, refusal) {
      const { refuseSearch } = await loadSearch();
      return refuseSearch(content, refusal);
    },
    async fresh({ ctx, request: { address }, answers }, { q }) {
      if (q !== undefined) {
        const { answerHomeSearch } = await loadSearch();
        return answerHomeSearch(ctx, q, searches, address);
      }
      const { answerHome } = await loadHome();
      // It shows who is on air as memory has it: it never waits for a platform or the store.
      const isOpen = isSignupOpen();
      const version = `${ctx.use(LIVE).view.revision()} ${isOpen}`;
      return answers.take("home", version, ctx.now, () => answerHome(ctx, isOpen));
    },
  });
}
