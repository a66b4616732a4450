/**
 * This room routes a request to its endpoint and answers it.
 *
 * @module
 */

import type { ReadClient } from "../address/client_address.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { BodyReader } from "../http/body.ts";
import { endingHeaders, type HeaderList } from "../http/fixed_headers.ts";
import { HttpError, methodNotAllowed } from "../http/http_error.ts";
import { andThen, type MaybeAsync, orElse } from "../http/maybe_async.ts";
import {
  CREDENTIAL_PARAMETERS,
  type JsonBody,
  type ParsedRequest,
  parseRequest,
} from "../http/request.ts";
import { respondOptions } from "../http/respond.ts";
import { type Sunset, sunsetAt } from "../model/sunset.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { accessEntryOf } from "./access_entry.ts";
import {
  type AdmittedRequest,
  OWN_PAGES,
  type OwnPagesName,
  RequestContext,
  type RoutedRequest,
} from "./request_context.ts";
import { respondRoute, type RouteDeps } from "./respond_route.ts";
import {
  type ErrorDeps,
  refuseAdmitted,
  refuseAtGate,
  refuseBeforeGate,
  refusePublic,
  respondRefused,
} from "./refuse.ts";
import { noSuchPath, type Router } from "./router.ts";

/**
 * Answers a request that came from this address; at once if it waits for nothing. `ownHost` is in the
 * URL of a request that names no host.
 */
export type Handler = (
  request: Request,
  address: string,
  ownHost?: string,
) => MaybeAsync<Response>;

/**
 * Answers pages of people who have proved something, with these headers on every response; undefined for other
 * paths, and resolves with it if there is no such page.
 */
export type OwnPages = (
  rawRequest: Request,
  request: ParsedRequest,
  headers: HeaderList,
) => Promise<Response | undefined> | undefined;

/** The dependencies of the dispatch. */
export interface DispatchDeps extends RouteDeps, ErrorDeps {
  readonly readClient: ReadClient;
  readonly router: Router;
  readonly bodies: BodyReader;
  /** Answers paths that no family has: those of operators, and of owners of keys. */
  readonly ownPages?: Readonly<Record<OwnPagesName, OwnPages>>;
  readonly telemetry: RequestTelemetry;
  /** Reads requests; {@linkcode parseRequest} if left out. */
  readonly parse?: typeof parseRequest;
}

/** Creates the handler of all requests. */
export function createDispatch(deps: DispatchDeps): Handler {
  const { telemetry, readClient } = deps;
  return function dispatch(rawRequest, address, ownHost) {
    const ofAll = headersOfAll(deps.content().catalog);
    const context = new RequestContext(rawRequest, telemetry.elapsed(), ofAll);
    readClient(rawRequest, address, context);
    const response = orElse(
      () => answer(deps, context, ownHost),
      (error) => respondRefused(deps, context, error),
    );
    return andThen(response, (response) => noteRequest(telemetry, context, response));
  };
}

const NO_HEADERS: HeaderList = [];

const endings = new WeakMap<Sunset, HeaderList>();

/** The headers of every answer: those that announce the end of the service. */
function headersOfAll({ index: { site: { sunset } } }: Catalog): HeaderList {
  if (sunset === undefined) return NO_HEADERS;
  let headers = endings.get(sunset);
  if (headers === undefined) {
    endings.set(sunset, headers = endingHeaders(sunsetAt(sunset), sunset.successor));
  }
  return headers;
}

/** Answers a request by the steps that the documents' "How it works" describes. */
function answer(
  deps: DispatchDeps,
  context: RequestContext,
  ownHost: string | undefined,
): MaybeAsync<Response> {
  const { rawRequest, method } = context;

  // 1. Parse the address and the host.
  const { parse = parseRequest } = deps;
  const { target, query, malformed, headers } = parse(rawRequest, ownHost);
  context.target = target;
  context.query = query;
  if (headers !== undefined) context.headers = headers;

  // 2. Route to the family and the endpoint.
  context.content = deps.content();
  context.matched = deps.router(context.content.catalog, target, method);
  if (!isRouted(context)) return respondOutside(deps, context, malformed);
  const { family: { gate, isHidden, preflight }, methods } = context.matched;

  // 3. Check the method; read the body.
  if (malformed !== undefined) {
    if (method === "OPTIONS") throw malformed;
    return refuseBeforeGate(deps, context, malformed);
  }
  if (!methods.includes(method)) {
    if (isHidden) throw new HttpError("NOT_FOUND");
    return refuseBeforeGate(deps, context, methodNotAllowed(methods));
  }
  if (method === "OPTIONS") return respondOptions(methods, context.answerHeaders, preflight);
  const late = method === "POST" || method === "PUT" ? readBody(deps, context) : undefined;
  return andThen(late, (late) => {
    if (late?.isBeforeGate) return refuseBeforeGate(deps, context, late.refusal);
    const { access, endpoint } = context.matched;

    // 4. Identify the caller.
    const identified = gate.identify(context, access);

    // 5. Charge the caller.
    const charged = andThen(
      identified,
      (caller) => caller instanceof HttpError ? caller : gate.charge(caller, context, access),
    );
    return andThen(charged, (caller) => {
      if (caller instanceof HttpError) return refuseAtGate(deps, context, caller);
      context.caller = caller;
      const admitted = context as AdmittedRequest;

      // 6. Read the parameters of the endpoint. 7. Answer. 8. Respond.
      const response = late !== undefined
        ? refuseAdmitted(deps, admitted, late.refusal)
        : endpoint === undefined
        ? refuseAdmitted(deps, admitted, noSuchPath(admitted.matched, target))
        : orElse(
          () => respondRoute(endpoint, deps, admitted),
          (error) => refuseAdmitted(deps, admitted, error, endpoint.errorPage),
        );

      // 9. Settle, before the answer leaves.
      return andThen(
        response,
        (response) =>
          andThen(gate.settle(caller, context, access, response.status), () => response),
      );
    });
  });
}

function isRouted(context: RequestContext): context is RoutedRequest {
  return context.matched !== undefined;
}

/** Answers what no family has: the pages of operators and of owners of keys, or nothing. */
function respondOutside(
  deps: DispatchDeps,
  context: RequestContext,
  malformed: HttpError | undefined,
): MaybeAsync<Response> {
  if (malformed !== undefined) throw malformed;
  for (const name of OWN_PAGES) {
    const page = deps.ownPages?.[name](context.rawRequest, context, context.answerHeaders);
    if (page === undefined) continue;
    context.ownPages = name;
    return page.then((page) => page ?? refusePublic(deps, context, new HttpError("NOT_FOUND")));
  }
  return refusePublic(deps, context, new HttpError("NOT_FOUND"));
}

/** Why a request has no body. */
interface UnreadBody {
  readonly refusal: HttpError;
  /** Whether the refusal needs no credentials; else it is charged as an answer is. */
  readonly isBeforeGate: boolean;
}

/**
 * How long to wait for a body if the credentials in headers and query fail, in ms. A body mostly comes
 * in one go with its head, and may hold a valid credential of another kind.
 */
const REFUSED_WAIT_MS = 200;

/**
 * Checks the credentials before a body, then reads it into the request. A malformed body is refused
 * whatever the credentials are, also if the store cannot tell yet.
 *
 * @throws {HttpError} of those credentials, if the body brings no other
 */
async function readBody(
  { bodies }: DispatchDeps,
  context: RoutedRequest,
): Promise<UnreadBody | undefined> {
  const { rawRequest, matched: { family: { gate }, access } } = context;
  const early = await orRefusal(gate.identify(context, access, true));
  const isRefused = early instanceof HttpError;
  const waitMs = isRefused ? REFUSED_WAIT_MS : undefined;
  const body = await orRefusal(bodies.read(rawRequest, waitMs));
  if (!(body instanceof HttpError)) context.body = body;
  if (isRefused && (body instanceof HttpError ? isMissing(body) : !holdsCredential(body))) {
    throw early;
  }
  if (body instanceof HttpError) {
    const isKnown = !isRefused && early.kind !== "anyone";
    return { refusal: body, isBeforeGate: !isKnown || body.code !== "TIMEOUT" };
  }
  const { matched } = context;
  context.matched = matched.byBody?.(body) ?? matched;
  return undefined;
}

async function orRefusal<T>(work: T | Promise<T>): Promise<T | HttpError> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpError) return error;
    throw error;
  }
}

function isMissing({ code }: HttpError): boolean {
  return code === "TIMEOUT" || code === "TRY_AGAIN";
}

function holdsCredential(body: JsonBody): boolean {
  return CREDENTIAL_PARAMETERS.some((name) => Object.hasOwn(body, name));
}

/** The part of the telemetry that counts requests. */
export type RequestTelemetry = Pick<Telemetry, "requests" | "elapsed" | "accessLog">;

/** Counts a request that has ended with this response, and logs it where requests are logged. */
export function noteRequest(
  telemetry: RequestTelemetry,
  context: RequestContext,
  response: Response,
): Response {
  const { status } = response;
  const { matched, ownPages = "none", startedAt } = context;
  const ms = telemetry.elapsed() - startedAt;
  telemetry.requests.note(
    matched?.family.name ?? ownPages,
    matched?.endpoint?.id ?? "none",
    status,
    context.callerKind,
    ms,
  );
  telemetry.accessLog?.note(accessEntryOf(context, response, ms));
  return response;
}
