import { prefersPage } from "../http/accept.ts";
import { joinHeaders } from "../http/fixed_headers.ts";
import { respondError, respondErrorPage } from "../http/respond.ts";
import type { DispatchDeps, Exchange } from "./exchange.ts";
import { varyOf } from "./family.ts";
import type { ErrorPage } from "./route.ts";

/** The first segments of the paths that are for programs alone. */
const API_ROOTS: readonly (string | undefined)[] = ["api", "v1"];

/**
 * Answers a request with a refusal, or with a fault: in the form of the family that it leads to, in a page
 * for a browser where there are pages. To a caller who was let in it states the caller's limits.
 */
export async function refuse(
  deps: DispatchDeps,
  exchange: Exchange,
  error: unknown,
): Promise<Response> {
  const { raw: { method, headers }, client, match, admitted, request, content } = exchange;
  const refusal = exchange.refusal = deps.toHttpError(error, method, client.requestId);
  const limits = admitted && match ? joinHeaders(admitted.headers, varyOf(match.family)) : [];
  const all = joinHeaders(exchange.headers, limits);
  const makePage = pageFor(deps, exchange);
  if (makePage !== undefined && prefersPage(headers)) {
    try {
      const page = await makePage(content, refusal, match?.group, deps.service);
      if (page !== undefined) {
        return respondErrorPage(method, refusal, page.text, joinHeaders(all, page.headers));
      }
    } catch (error) {
      const fault = exchange.refusal = deps.toHttpError(error, method, client.requestId);
      return respondError(method, fault, all);
    }
  }
  const body = match?.family.refusalBody?.(refusal, request?.body ?? {});
  return respondError(method, refusal, all, body);
}

/** What makes the page of a refusal: the endpoint, its family, or, outside all families, the program. */
function pageFor(
  { errorPage }: DispatchDeps,
  { request, match, admitted }: Exchange,
): ErrorPage | undefined {
  if (match === undefined) {
    return request && !API_ROOTS.includes(request.target.segments[0]) ? errorPage : undefined;
  }
  const own = admitted && match.endpoint?.errorPage;
  return own ?? (match.family.hasErrorPages ? errorPage : undefined);
}
