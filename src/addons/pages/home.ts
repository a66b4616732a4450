import { SEARCH_TEXT } from "../../core/search_service.ts";
import { serviceKey } from "../../core/service_key.ts";
import type { Answer } from "../../http/answer.ts";
import type { HttpError } from "../../http/http_error.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import type { Content } from "../../catalog/catalog.ts";
import type { RequestContext } from "../../routes/answer_context.ts";
import { type Page, route } from "../../routes/route.ts";

/** What answers `/`, while the add-on is open. */
interface Home {
  /** The front page; with a text, what a search for it finds. @throws {HttpError} `RATE_LIMITED` */
  answer(context: RequestContext, text: string | undefined): MaybeAsync<Answer>;
  refused(content: Pick<Content, "catalog" | "site">, refusal: HttpError): Page;
}

export const HOME = serviceKey<Home>("home");

/** `/`: what this is, and what the public groups do now; `/?q=`: what a search of them finds. */
export const home = route({
  id: "home",
  path: "",
  summary: "The front page, or what a search of the groups on it finds",
  answers: { document: "text/html" },
  parameters: { q: SEARCH_TEXT },
  refuses: ["RATE_LIMITED", "TRY_AGAIN"],
  errorPage: (content, refusal, _group, service) => service(HOME).refused(content, refusal),
  fresh: (context, { q }) => context.ctx.service(HOME).answer(context, q),
});
