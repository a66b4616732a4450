import { createNetworkThrottle } from "../../access/limits/network_throttle.ts";
import { parseAddress } from "../../http/ip_address.ts";
import { sourceOf } from "../../http/client_address.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { DEMO_KEY, LIVE, PAGES, SEARCH, SIGNUP_IS_OPEN } from "../../core/services.ts";
import { areOwnHosts, isForwarded, isLoopback, type ParsedRequest } from "../../http/request.ts";
import { tooMany } from "../../http/http_error.ts";
import { openFamily, READ } from "../../routes/family.ts";
import { below, pagesOfGroups } from "../../routes/router.ts";
import { forOne, refusalPage } from "./document.ts";
import { answerHome } from "./front_page.ts";
import { HOME } from "./home.ts";
import { answerSearch } from "./search.ts";
import { pageAddress } from "./paths.ts";
import { pageRoutes } from "./routes.ts";
import { answerStatusPage } from "./status.ts";

/** How often a network may search on the front page in a minute. */
const HOME_SEARCHES = 300;

/**
 * Whether a request is of a person at this machine: no proxy passed it on, no other name leads here, and no
 * script of another site can read what it gets.
 */
function isAtHome({ address, headers }: ParsedRequest): boolean {
  const site = headers.get("sec-fetch-site") ?? "none";
  return isLoopback(address) && !isForwarded(headers) && !headers.has("origin") &&
    (site === "none" || site === "same-origin") &&
    areOwnHosts([headers.get("host") ?? ""], () => "");
}

/** Opens the pages for everybody. */
export function openPages(core: Core): Opened {
  const { platform: { clock }, services } = core;
  const searches = createNetworkThrottle(clock, HOME_SEARCHES, sourceOf);
  const hasSearch = () => services.get(SEARCH) !== undefined;
  services
    .provide(PAGES, {
      addressOf: pageAddress,
      status: answerStatusPage,
      refused: (content, refusal) => refusalPage(content, refusal, hasSearch()),
    })
    .provide(HOME, {
      async answer({ ctx, content, request }, text, kind) {
        if (text !== undefined && hasSearch()) {
          const { retryAfterMs } = searches.attempt(parseAddress(request.address));
          if (retryAfterMs > 0) throw tooMany(retryAfterMs);
          return await answerSearch(core, { ctx, content }, text, kind);
        }
        const isSignupOpen = ctx.service(SIGNUP_IS_OPEN)?.() ?? false;
        const demoKey = isAtHome(request) ? ctx.service(DEMO_KEY)?.() : undefined;
        const version = `${ctx.service(LIVE).view.revision()} ${isSignupOpen}`;
        const kept = `home?${demoKey !== undefined}`;
        return await content.answers.take(kept, version, ctx.now, async () => {
          const options = { isSignupOpen, demoKey, hasSearch: hasSearch() };
          const answer = await answerHome(core, { ctx, content }, options);
          return demoKey === undefined ? answer : forOne(answer);
        });
      },
    });
  const family = {
    ...openFamily("public", "", READ, pageRoutes(core)),
    hasErrorPages: true,
  } as const;
  return {
    mounts: {
      groups: pagesOfGroups(family),
      embed: pagesOfGroups(family),
      "sitemap.xml": below(family, 0),
      "robots.txt": below(family, 0),
    },
  };
}
