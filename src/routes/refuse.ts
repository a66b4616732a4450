import type { Content } from "../catalog/catalog.ts";
import { prefersPage } from "../http/accept.ts";
import { type HeaderList, joinHeaders } from "../http/fixed_headers.ts";
import type { HttpError, ToHttpError } from "../http/http_error.ts";
import { andThen, type MaybeAsync, orElse } from "../http/maybe_async.ts";
import { respondError, respondErrorPage } from "../http/respond.ts";
import type { AdmittedRequest, RequestContext, RoutedRequest } from "./request_context.ts";
import type { ErrorPage } from "./route.ts";

/** How requests are refused. */
export interface ErrorDeps {
  readonly toHttpError: ToHttpError;
  /** Makes the page by which a browser is refused outside the API; if left out, it gets JSON. */
  readonly errorPage?: ErrorPage;
}

/** The first segments of the paths that are for programs alone. */
const API_ROOTS: readonly (string | undefined)[] = ["api", "v1"];

/** Refuses what is in no family: a browser gets a page, but below the roots of the API. */
export function refusePublic(
  deps: ErrorDeps,
  context: RequestContext,
  refusal: HttpError,
): MaybeAsync<Response> {
  const { rawRequest, target: { segments }, content } = context;
  const { errorPage } = deps;
  if (
    errorPage === undefined || content === undefined || API_ROOTS.includes(segments[0]) ||
    !prefersPage(rawRequest.headers)
  ) return respondRefused(deps, context, refusal);
  context.refusal = refusal;
  return respondPage(context, content, refusal, errorPage, context.answerHeaders);
}

function respondPage(
  { method, matched }: RequestContext,
  content: Content,
  refusal: HttpError,
  makePage: ErrorPage,
  headers: HeaderList,
): MaybeAsync<Response> {
  return andThen(
    makePage(content, refusal, matched?.group),
    (page) => respondErrorPage(method, refusal, page.text, joinHeaders(headers, page.headers)),
  );
}

export function respondRefused(
  { toHttpError }: ErrorDeps,
  context: RequestContext,
  error: unknown,
): Response {
  const { method, requestId, answerHeaders } = context;
  context.refusal = toHttpError(error, method, requestId);
  return respondInForm(context, context.refusal, answerHeaders);
}

/** Sends a refusal in the form of the family that the request leads to. */
function respondInForm(
  { method, matched, body }: RequestContext,
  refusal: HttpError,
  headers: HeaderList,
): Response {
  return respondError(method, refusal, headers, matched?.family.refusalBody?.(refusal, body));
}

/** Refuses a caller whom the gate did not let in; pages explain it to browsers in a page. */
export function refuseAtGate(
  deps: ErrorDeps,
  context: RoutedRequest,
  refusal: HttpError,
): MaybeAsync<Response> {
  const { matched: { endpoint }, rawRequest, content, answerHeaders } = context;
  const page = endpoint?.errorPage ?? pageOfFamily(deps, context);
  if (page === undefined || !prefersPage(rawRequest.headers)) {
    return respondRefused(deps, context, refusal);
  }
  context.refusal = refusal;
  return respondPage(context, content, refusal, page, answerHeaders);
}

/**
 * Refuses a caller who was let in; the answer states the caller's limits. An endpoint's refusal, and
 * those of endpoints without credentials, are explained to browsers in a page; programs get JSON.
 */
export function refuseAdmitted(
  deps: ErrorDeps,
  context: AdmittedRequest,
  error: unknown,
  errorPage: ErrorPage | undefined = pageOfFamily(deps, context),
): MaybeAsync<Response> {
  const { method, requestId, matched, rawRequest, content, answerHeaders } = context;
  const refusal = deps.toHttpError(error, method, requestId);
  const headers = joinHeaders(answerHeaders, matched.family.vary);
  if (errorPage === undefined || !prefersPage(rawRequest.headers)) {
    return respondInForm(context, refusal, headers);
  }
  return respondPage(context, content, refusal, errorPage, headers);
}

/** The page of refusals in the family for everybody; a hidden one has none. */
function pageOfFamily(
  { errorPage }: ErrorDeps,
  { matched: { family: { name, isHidden } } }: RoutedRequest,
): ErrorPage | undefined {
  return name === "public" && !isHidden ? errorPage : undefined;
}

/** Refuses a request whose token never reached the gate: the token was used all the same. */
export function refuseBeforeGate(
  deps: ErrorDeps,
  context: RoutedRequest,
  refusal: HttpError,
): MaybeAsync<Response> {
  const { matched: { family: { gate }, access }, answerHeaders, content, rawRequest } = context;
  const page = prefersPage(rawRequest.headers) ? pageOfFamily(deps, context) : undefined;
  if (page !== undefined) return respondPage(context, content, refusal, page, answerHeaders);
  const response = respondInForm(context, refusal, answerHeaders);
  // The request is refused even if the store cannot tell whether the token holds.
  return orElse(
    () => andThen(gate.noteRefused(context, access, refusal.status), () => response),
    () => response,
  );
}
