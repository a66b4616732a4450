import { SEARCH_TEXT } from "../../core/search_service.ts";
import { serviceKey } from "../../core/service_key.ts";
import type { Answer } from "../../http/answer.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import { oneOf } from "../../http/parameter.ts";
import { SEARCH_KINDS } from "../../model/enums.ts";
import type { SearchKind } from "../../model/pack.ts";
import type { RequestContext } from "../../routes/answer_context.ts";
import { route } from "../../routes/route.ts";

/** What answers `/`, while the add-on is open. */
interface Home {
  /** The front page; with a text, what a search for it finds. @throws {HttpError} `RATE_LIMITED` */
  answer(context: RequestContext, text?: string, kind?: SearchKind): MaybeAsync<Answer>;
}

export const HOME = serviceKey<Home>("home");

/** `/`: what this is, and what the public groups do now; `/?q=`: what a search of them finds. */
export const home = route({
  id: "home",
  path: "",
  summary: "The front page, or what a search of the groups on it finds",
  answers: { document: "text/html" },
  parameters: { q: SEARCH_TEXT, kind: oneOf(...SEARCH_KINDS) },
  refuses: ["RATE_LIMITED", "TRY_AGAIN"],
  fresh: (context, { q, kind }) => context.ctx.service(HOME).answer(context, q, kind),
});
