import type { Caller } from "../access/gate/caller.ts";
import type { ChargedRequest } from "../access/gate/gate.ts";
import type { ClientSink } from "../address/client_address.ts";
import type { Content } from "../catalog/catalog.ts";
import { type HeaderList, REQUEST_ID, STRICT_TRANSPORT } from "../http/fixed_headers.ts";
import type { HttpError } from "../http/http_error.ts";
import type { JsonBody, Query, RequestTarget } from "../http/request.ts";
import type { Plans } from "../model/plans.ts";
import type { CallerKind } from "../telemetry/counts.ts";
import type { RouteMatch } from "./router.ts";

const NO_TARGET: RequestTarget = { segments: [], path: "", search: "" };
const NO_QUERY: Query = new Map();
const NO_BODY: JsonBody = {};
const NO_HEADERS: HeaderList = [];

/** Pages that are in no family, as metrics call them: of operators, and of owners of keys. */
export const OWN_PAGES = ["panel", "key_pages"] as const;
export type OwnPagesName = (typeof OWN_PAGES)[number];

/**
 * One request on its way through the dispatch: each step adds what it has found, from the address to the
 * headers of the answer.
 */
export class RequestContext implements ChargedRequest, ClientSink {
  readonly method: string;
  address = "";
  isSecure = false;
  requestId = "";
  headers: Headers;
  target = NO_TARGET;
  query = NO_QUERY;
  body = NO_BODY;
  /** The content that is served at this moment; another build may be swapped in meanwhile. */
  content: Content | undefined = undefined;
  matched: RouteMatch | undefined = undefined;
  /** Whose pages it is for, which are in no family. */
  ownPages: OwnPagesName | undefined = undefined;
  caller: Caller | undefined = undefined;
  charge: ChargedRequest["charge"] = undefined;
  admittedAt = 0;
  /** The refusal it came to. */
  refusal: HttpError | undefined = undefined;
  answerHeaders: HeaderList = NO_HEADERS;

  /**
   * `rawRequest`: as the runtime gave it; `startedAt`: in milliseconds of the telemetry's own clock; `ofAll`:
   * the headers of every answer of the service.
   */
  constructor(
    readonly rawRequest: Request,
    readonly startedAt: number,
    readonly ofAll: HeaderList = NO_HEADERS,
  ) {
    this.method = rawRequest.method;
    this.headers = rawRequest.headers;
  }

  setClient(address: string, isSecure: boolean, requestId: string): void {
    this.address = address;
    this.isSecure = isSecure;
    this.requestId = requestId;
    this.answerHeaders = isSecure
      ? [...STRICT_TRANSPORT, [REQUEST_ID, requestId], ...this.ofAll]
      : [[REQUEST_ID, requestId], ...this.ofAll];
  }

  /** What let the caller in, or would have: a key that is used up is a key. */
  get callerKind(): CallerKind {
    const { caller, refusal } = this;
    if (caller === undefined) return refusal?.keyId === undefined ? "none" : "key";
    return caller.kind === "anyone" ? "none" : caller.kind;
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
    const context = new RequestContext(this.rawRequest, this.startedAt, this.ofAll);
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
