/**
 * This room routes a request to its endpoint and answers it.
 *
 * @module
 */

import type { Admission, GateOutcome } from "../access/gate/access_request.ts";
import type { ClientOf } from "../address/client_address.ts";
import type { Content } from "../catalog/catalog.ts";
import type { BodyReader } from "../http/body.ts";
import { type Client, type ParsedRequest, parseRequest } from "../http/parsed_request.ts";
import { HttpError, methodNotAllowed, type ToHttpError } from "../http/http_error.ts";
import {
  type HeaderList,
  joinHeaders,
  REQUEST_ID,
  STRICT_TRANSPORT,
} from "../http/fixed_headers.ts";
import type { MaybeAsync } from "../http/maybe_async.ts";
import { respondError, respondErrorPage, respondOptions } from "../http/respond/respond.ts";
import { Exchange, type ExchangeTelemetry, noteExchange } from "./exchange.ts";
import { noSuchPath } from "./no_such_path.ts";
import type { RequestContext } from "./request_context.ts";
import { respondRoute } from "./respond/respond_route.ts";
import type { RouteDeps } from "./respond/route_deps.ts";
import type { Router } from "./router.ts";
import { readScreenedBody } from "./screened_body.ts";

/**
 * Answers a request that came from this address; at once where nothing has to be waited for. `ownHost`
 * is in the URL of a request that names no host.
 */
export type Handler = (
  request: Request,
  address: string,
  ownHost?: string,
) => MaybeAsync<Response>;

/** Answers `/admin` and what is below it, with these headers on every response; undefined for other paths. */
export type PanelHandler = (
  rawRequest: Request,
  request: ParsedRequest,
  headers: HeaderList,
) => Promise<Response> | undefined;

/** The dependencies of the dispatch. */
export interface DispatchDeps extends RouteDeps {
  readonly clientOf: ClientOf;
  /** The content that is served now; another one after a swap. */
  content(): Content;
  readonly router: Router;
  readonly bodies: BodyReader;
  readonly toHttpError: ToHttpError;
  /** Answers paths that no family has; left out, or undefined: nothing is there. */
  readonly panel?: PanelHandler;
  readonly telemetry: ExchangeTelemetry;
  /** Reads requests; {@linkcode parseRequest} where left out. */
  readonly parse?: typeof parseRequest;
}

/** Creates the handler of all requests. Its steps are the README's life of a request. */
export function createDispatch(deps: DispatchDeps): Handler {
  const { telemetry } = deps;
  return function dispatch(rawRequest, address, ownHost) {
    const { method } = rawRequest;
    const exchange = new Exchange(telemetry.elapsed(), method, deps.clientOf(rawRequest, address));
    const headers = headersOfAll(exchange.client);
    let response: MaybeAsync<Response>;
    try {
      response = route(deps, rawRequest, ownHost, exchange, headers);
    } catch (error) {
      response = respondRefused(deps, exchange, error, headers);
    }
    // Nearly every answer is there at once, and makes no functions to wait with.
    if (!(response instanceof Promise)) return noteExchange(telemetry, exchange, response);
    return response.catch((error) => respondRefused(deps, exchange, error, headers))
      .then((response) => noteExchange(telemetry, exchange, response));
  };
}

function headersOfAll({ requestId, isSecure }: Client): HeaderList {
  const named: HeaderList = [[REQUEST_ID, requestId]];
  return isSecure ? joinHeaders(STRICT_TRANSPORT, named) : named;
}

function respondRefused(
  { toHttpError }: DispatchDeps,
  exchange: Exchange,
  error: unknown,
  headers: HeaderList,
): Response {
  const { method, client } = exchange;
  exchange.refusal = toHttpError(error, method, client.requestId);
  return respondError(method, exchange.refusal, headers);
}

function route(
  deps: DispatchDeps,
  rawRequest: Request,
  ownHost: string | undefined,
  exchange: Exchange,
  headers: HeaderList,
): MaybeAsync<Response> {
  const { parse = parseRequest } = deps;
  const { method } = exchange;
  const { request, malformed } = parse(rawRequest, exchange.client, ownHost);
  const content = deps.content();
  const matched = deps.router(content.catalog, request.target, method);
  if (matched === undefined) {
    if (malformed !== undefined) throw malformed;
    const page = deps.panel?.(rawRequest, request, headers);
    exchange.isForPanel = page !== undefined;
    if (page !== undefined) return page;
    return respondRefused(deps, exchange, new HttpError("NOT_FOUND"), headers);
  }
  exchange.matched = matched;
  const context = { rawRequest, request, content, matched, headers, exchange };
  if (malformed !== undefined && method === "OPTIONS") throw malformed;
  if (malformed !== undefined) return refuseBeforeGate(context, malformed);
  return checkMethod(deps, context);
}

function checkMethod(deps: DispatchDeps, context: RequestContext): MaybeAsync<Response> {
  const { request: { method }, matched: { methods }, headers } = context;
  if (!methods.includes(method)) {
    if (context.matched.family.isHidden) throw new HttpError("NOT_FOUND");
    return refuseBeforeGate(context, methodNotAllowed(methods));
  }
  if (method === "OPTIONS") return respondOptions(methods, headers);
  if (method === "POST" || method === "PUT") return admitWithBody(deps, context);
  return admit(deps, context);
}

async function admitWithBody(deps: DispatchDeps, context: RequestContext): Promise<Response> {
  const { matched: { family: { gate }, access }, request } = context;
  const screened = await readScreenedBody({ ...deps, gate }, context.rawRequest, request, access);
  const { body, screening } = screened;
  if (!(body instanceof HttpError)) {
    return await admit(deps, { ...context, request: { ...request, body } });
  }
  const isLate = screening === "open" && body.code === "TIMEOUT";
  return await (isLate ? refuseBehindGate(context, body) : refuseBeforeGate(context, body));
}

function admit(deps: DispatchDeps, context: RequestContext): MaybeAsync<Response> {
  const { matched: { family: { gate }, access }, request } = context;
  const outcome = gate.admit(request, access);
  if (!(outcome instanceof Promise)) return respondOutcome(deps, context, outcome);
  return outcome.then((outcome) => respondOutcome(deps, context, outcome));
}

function respondOutcome(
  deps: DispatchDeps,
  context: RequestContext,
  outcome: GateOutcome,
): MaybeAsync<Response> {
  if (!(outcome instanceof HttpError)) return respondAndSettle(deps, context, outcome);
  return respondRefused(deps, context.exchange, outcome, context.headers);
}

function respondAndSettle(
  deps: DispatchDeps,
  context: RequestContext,
  admission: Admission,
): MaybeAsync<Response> {
  context.exchange.caller = admission.caller;
  const response = respondAdmitted(deps, context, admission);
  if (!(response instanceof Promise)) return afterResponse(admission, response);
  return response.then((response) => afterResponse(admission, response));
}

/** Answers, refusals included: all of them carry what is to be said of the caller's limits. */
function respondAdmitted(
  deps: DispatchDeps,
  context: RequestContext,
  admission: Admission,
): MaybeAsync<Response> {
  const headers = joinHeaders(context.headers, admission.headers);
  const { endpoint } = context.matched;
  if (endpoint === undefined) return refuseAdmitted(deps, context, noSuchPath(context), headers);
  try {
    const response = respondRoute(endpoint, deps, context, headers, admission);
    if (!(response instanceof Promise)) return response;
    return response.catch((error) => refuseAdmitted(deps, context, error, headers));
  } catch (error) {
    return refuseAdmitted(deps, context, error, headers);
  }
}

function refuseAdmitted(
  { toHttpError }: DispatchDeps,
  context: RequestContext,
  error: unknown,
  headers: HeaderList,
): Response {
  const { request: { method, requestId }, matched: { family } } = context;
  const refusal = toHttpError(error, method, requestId);
  return respondErrorTo(context, refusal, joinHeaders(headers, family.vary));
}

/** What browsers ask for says why in a page, where the endpoint has one; programs get JSON. */
function respondErrorTo(
  context: RequestContext,
  refusal: HttpError,
  headers: HeaderList,
): Response {
  const { request: { method }, matched: { endpoint }, rawRequest, content } = context;
  const makePage = endpoint?.errorPage;
  if (makePage === undefined || !/\btext\/html\b/.test(rawRequest.headers.get("accept") ?? "")) {
    return respondError(method, refusal, headers);
  }
  const page = makePage(content.catalog, refusal);
  return respondErrorPage(method, refusal, page.text, joinHeaders(headers, page.headers));
}

/** The answer leaves when what it came to is on record. */
function afterResponse(admission: Admission, response: Response): MaybeAsync<Response> {
  const settled = admission.onResponse(response.status);
  return settled === undefined ? response : settled.then(() => response);
}

/** A token that was carried to a gate that it never reached was used all the same. */
function refuseBeforeGate(context: RequestContext, refusal: HttpError): MaybeAsync<Response> {
  const { request, matched: { family: { gate }, access }, headers } = context;
  const response = respondError(request.method, refusal, headers);
  const recorded = gate.noteRefused(request, access, refusal.status);
  if (!(recorded instanceof Promise)) return response;
  // Where nobody knows yet whether the token holds, the request is refused all the same.
  return recorded.then(() => response, () => response);
}

/** Refuses a caller who has shown a good credential: it is charged, or its use recorded, as ever. */
async function refuseBehindGate(context: RequestContext, refusal: HttpError): Promise<Response> {
  const { request, matched: { family, access } } = context;
  const admission = await family.gate.admit(request, access);
  if (admission instanceof HttpError) throw admission;
  context.exchange.caller = admission.caller;
  const headers: HeaderList = [...context.headers, ...admission.headers, ...family.vary];
  return await afterResponse(admission, respondError(request.method, refusal, headers));
}
