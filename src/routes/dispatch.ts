/**
 * This room routes a request to its endpoint and answers it.
 *
 * @module
 */

import {
  type HeaderList,
  IGNORED,
  joinHeaders,
  REQUEST_ID,
  STRICT_TRANSPORT,
} from "../http/fixed_headers.ts";
import { HttpError, methodNotAllowed } from "../http/http_error.ts";
import type { MaybeAsync } from "../http/maybe_async.ts";
import { ignoredNames } from "../http/parameter.ts";
import type { JsonBody, ParsedRequest } from "../http/request.ts";
import { respondOptions } from "../http/respond.ts";
import type { AdmittedExchange, DispatchDeps, Exchange, Routing } from "./exchange.ts";
import { refuse } from "./refuse.ts";
import { respondRoute } from "./respond_route.ts";
import { matchBelow, noSuchPath, noSuchRoot } from "./router.ts";

/** Answers a request that came from this address. */
export type Handler = (request: Request, address: string) => Promise<Response>;

/** Creates the handler of requests. */
export function createDispatch(deps: DispatchDeps): Handler {
  return async function dispatch(raw, address) {
    const startedAt = deps.elapsed();
    const content = deps.content();
    const client = deps.readClient(raw, address);
    const headers = joinHeaders(
      headersOfAll(client.requestId, client.isSecure),
      deps.furtherHeaders(),
    );
    const exchange: Exchange = {
      raw,
      client,
      content,
      headers,
      request: undefined,
      match: undefined,
      admitted: undefined,
      pages: undefined,
      answer: undefined,
      refusal: undefined,
    };
    let response;
    try {
      response = await answer(deps, exchange);
    } catch (error) {
      response = await refuse(deps, exchange, error);
    }
    nameIgnored(exchange, response);
    const settled = settle(deps, exchange, response.status);
    if (settled !== undefined) await settled;
    deps.note(exchange, response, deps.elapsed() - startedAt);
    return response;
  };
}

/** The steps that the documents' "How it works" describes. Each refusal is thrown. */
async function answer(deps: DispatchDeps, exchange: Exchange): Promise<Response> {
  // 1. Parse the address and the host. 2. Route to the family and the endpoint.
  let found = find(deps, exchange);
  const opening = deps.opening(exchange);
  if (opening !== undefined) {
    await opening;
    found = find(deps, exchange);
  }
  let { request, match } = found;
  if (found.malformed !== undefined) throw found.malformed;
  if (match === undefined) return await answerOutside(found.routing, exchange, request);
  const { family } = match;
  const { method, target } = request;

  // 3. Check the method; read the body.
  if (!match.methods.includes(method)) {
    throw family.isHidden ? new HttpError("NOT_FOUND") : methodNotAllowed(match.methods);
  }
  if (method === "OPTIONS") {
    return respondOptions(match.methods, exchange.headers, family.preflight);
  }
  if (method === "POST" || method === "PUT") {
    request = exchange.request = { ...request, body: await deps.bodies.read(exchange.raw) };
    const path = family.pathOfBody?.(request.body);
    if (path !== undefined) match = exchange.match = matchBelow(family, [path], method)!;
  }

  // 4. Identify the caller. 5. Charge the caller.
  const { access, endpoint } = match;
  const { plans } = exchange.content.catalog.index;
  const { gate = deps.gate } = family;
  const admitted = await gate.admit(request, access, plans);
  // Thrown, the refusal of a wrong key would cost a quarter more.
  if (admitted instanceof HttpError) return await refuse(deps, exchange, admitted);
  exchange.admitted = admitted;
  if (endpoint === undefined) throw noSuchPath(match, target);

  // 6. Read the parameters of the endpoint. 7. Answer. 8. Respond.
  return await respondRoute(endpoint, deps, exchange as AdmittedExchange);
}

/** What is asked for, and where that leads; `malformed`: why the parameters cannot be read. */
function find(deps: DispatchDeps, exchange: Exchange) {
  const { raw, client: { address, isSecure, requestId }, content } = exchange;
  const { method } = raw;
  const routing = deps.routing(raw.url, content);
  const { target, query, headers = raw.headers, malformed } = routing.readUrl(raw);
  const receivedAt = deps.now();
  const body = NO_BODY;
  const request: ParsedRequest = exchange.request = {
    method,
    target,
    query,
    headers,
    body,
    address,
    isSecure,
    requestId,
    receivedAt,
  };
  const match = exchange.match = routing.router(content.catalog, target, method);
  return { routing, request, match, malformed };
}

/** Tells a caller who was let in what the endpoint has ignored of the query. */
function nameIgnored({ request, match, admitted }: Exchange, { headers }: Response): void {
  const { endpoint, pathValues } = match ?? {};
  if (endpoint === undefined || admitted === undefined || endpoint.readsRequest) return;
  if (hasNothingToName(request!)) return;
  const names = ignoredNames(request!, endpoint.parameters, pathValues!);
  if (names.length > 0) headers.set(IGNORED, names.join(", "));
}

/** As mostly: nothing is asked for, or nothing but the key is in the address. */
function hasNothingToName({ query, body }: ParsedRequest): boolean {
  return body === NO_BODY && (query.size === 0 || query.size === 1 && query.has("apikey"));
}

/** 9. Settle, before the answer leaves: give back what is not owed; a token's use is on record. */
function settle(
  { gate: ofData }: DispatchDeps,
  { request, match, admitted, raw: { method } }: Exchange,
  status: number,
): MaybeAsync<void> {
  if (request === undefined || match === undefined || method === "OPTIONS") return;
  const { gate = ofData } = match.family;
  return gate.settle?.(request, match.access, admitted, status);
}

/** Answers what no family has: the pages of operators and of owners of keys, or nothing. */
async function answerOutside(
  { pages: ownPages }: Routing,
  exchange: Exchange,
  request: ParsedRequest,
): Promise<Response> {
  const [root] = request.target.segments;
  const pages = exchange.pages = ownPages.find((one) => one.root === root);
  const page = await pages?.answer(exchange.raw, request, exchange.headers);
  if (page === undefined) throw noSuchRoot(exchange.content.catalog, request.target);
  return page;
}

const NO_BODY: JsonBody = {};

/** The headers of every response: its id, and that the host is asked by HTTPS alone. */
function headersOfAll(requestId: string, isSecure: boolean): HeaderList {
  const id = [REQUEST_ID, requestId] as const;
  return isSecure ? [...STRICT_TRANSPORT, id] : [id];
}
