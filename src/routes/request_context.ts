import type { Caller, ChargedRequest } from "../access/gate/access_request.ts";
import type { ClientSink } from "../address/client_address.ts";
import type { Content } from "../catalog/catalog.ts";
import { type HeaderList, REQUEST_ID, STRICT_TRANSPORT } from "../http/fixed_headers.ts";
import type { HttpError } from "../http/http_error.ts";
import type { JsonBody, Query, RequestTarget } from "../http/request.ts";
import { bodyBytesOf } from "../http/respond_cached.ts";
import type { Plans } from "../model/plans.ts";
import type { AccessEntry } from "../telemetry/access_log.ts";
import type { CallerKind } from "../telemetry/counts.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { RouteMatch } from "./router.ts";

const NO_TARGET: RequestTarget = { segments: [], path: "", search: "" };
const NO_QUERY: Query = new Map();
const NO_BODY: JsonBody = {};
const NO_HEADERS: HeaderList = [];

/** A request on its way through the dispatch: each step adds what it has found. */
export class RequestContext implements ChargedRequest, ClientSink {
  readonly method: string;
  address = "";
  isSecure = false;
  requestId = "";
  /** The headers of the request. */
  headers: Headers;
  target = NO_TARGET;
  query = NO_QUERY;
  body = NO_BODY;
  /** The content that is served at this moment; another build may be swapped in meanwhile. */
  content: Content | undefined = undefined;
  /** Where the request leads. */
  matched: RouteMatch | undefined = undefined;
  /** Whether it is for the pages of operators, which are in no family. */
  isForPanel = false;
  /** The caller who was let in. */
  caller: Caller | undefined = undefined;
  charge: ChargedRequest["charge"] = undefined;
  admittedAt = 0;
  /** The refusal it came to. */
  refusal: HttpError | undefined = undefined;
  /** The headers of every answer to it. */
  answerHeaders: HeaderList = NO_HEADERS;

  /** `rawRequest`: as the runtime gave it; `startedAt`: in milliseconds of the telemetry's own clock. */
  constructor(readonly rawRequest: Request, readonly startedAt: number) {
    this.method = rawRequest.method;
    this.headers = rawRequest.headers;
  }

  setClient(address: string, isSecure: boolean, requestId: string): void {
    this.address = address;
    this.isSecure = isSecure;
    this.requestId = requestId;
    this.answerHeaders = isSecure
      ? [...STRICT_TRANSPORT, [REQUEST_ID, requestId]]
      : [[REQUEST_ID, requestId]];
  }

  get plans(): Plans {
    return this.content!.catalog.index.plans;
  }

  addHeaders(headers: HeaderList): void {
    this.answerHeaders = [...this.answerHeaders, ...headers];
  }

  /** The same request of the same client, of which nothing is decided: it holds no content. */
  unrouted(): RequestContext {
    const { target, query, body, headers } = this;
    const context = new RequestContext(this.rawRequest, this.startedAt);
    context.setClient(this.address, this.isSecure, this.requestId);
    return Object.assign(context, { target, query, body, headers });
  }
}

/** A request that leads somewhere. */
export interface RoutedRequest extends RequestContext {
  content: Content;
  matched: RouteMatch;
}

/** A request whose caller was let in. */
export interface AdmittedRequest extends RoutedRequest {
  caller: Caller;
}

/** What let the caller in, or would have: a key that is used up is a key. */
function callerKind(
  { caller, refusal }: Pick<RequestContext, "caller" | "refusal">,
): CallerKind {
  if (caller === undefined) return refusal?.keyId === undefined ? "none" : "key";
  return caller.kind === "anyone" ? "none" : caller.kind;
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
  const { matched, isForPanel, startedAt } = context;
  const ms = telemetry.elapsed() - startedAt;
  telemetry.requests.note(
    matched?.family.name ?? (isForPanel ? "panel" : "none"),
    matched?.endpoint?.id ?? "none",
    status,
    callerKind(context),
    ms,
  );
  telemetry.accessLog?.note(accessEntryOf(context, response, ms));
  return response;
}

/** The methods that the log names; a caller may send any other word. */
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH"];

/** The line of a request. It holds nothing that was sent, but for names of what there is. */
function accessEntryOf(context: RequestContext, response: Response, ms: number): AccessEntry {
  const { method, address, requestId, matched } = context;
  const { status } = response;
  return {
    method: METHODS.includes(method) ? method : "OTHER",
    path: context.isForPanel ? "/admin/*" : patternOf(matched),
    item: method === "OPTIONS" || status >= 400 ? undefined : itemOf(matched),
    status,
    ms,
    bytes: bodyBytesOf(response),
    credential: callerKind(context),
    caller: callerIdOf(context),
    address,
    requestId,
  };
}

const ROOTS = { public: "", codes: "/api/codes", admin: "/api/admin", v1: "/v1" };

/** `*`: what no table has. */
function patternOf(matched: RouteMatch | undefined): string {
  if (matched === undefined) return "*";
  const { family: { name }, group, endpoint } = matched;
  const root = name === "bare" || name === "wrapped" ? `/api/${group?.slug}` : ROOTS[name];
  return `${root}/${endpoint?.path ?? "*"}`;
}

/** A name in a path that one thing was answered for: whatever else was sent there finds nothing. */
function itemOf(matched: RouteMatch | undefined): string | undefined {
  const { endpoint, pathValues = {} } = matched ?? {};
  if (endpoint === undefined || !("one" in endpoint.answers)) return undefined;
  return Object.values(pathValues)[0];
}

function callerIdOf({ caller, refusal }: RequestContext): string | undefined {
  switch (caller?.kind) {
    case undefined:
      return refusal?.keyId;
    case "key":
      return caller.key.id;
    case "token":
    case "feed":
      return caller.token.id;
    case "admin":
      return caller.username;
    case "anyone":
      return undefined;
  }
}
