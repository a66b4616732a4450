/**
 * This room reads requests as HTTP demands, whatever they are about.
 *
 * @module
 */

import type { JsonBody } from "./body.ts";
import type { Query } from "./query.ts";
import { HttpError } from "./http_error.ts";
import { checkHost } from "./host.ts";
import { parseUrl, type RequestTarget } from "./url.ts";

/** The client that a request is from. */
export interface Client {
  /** In canonical form, or "unknown". */
  readonly address: string;
  /** Whether the client itself came over https. */
  readonly isSecure: boolean;
  /** Names the request in its answer and in the log. */
  readonly requestId: string;
}

/** A request as the rest of the program sees it: parsed once, trusted in nothing. */
export interface ParsedRequest extends Client {
  readonly method: string;
  readonly headers: Headers;
  readonly target: RequestTarget;
  readonly query: Query;
  /** The fields of a JSON body (POST and PUT), empty where there is none or none was read. */
  readonly body: JsonBody;
}

const NO_BODY: JsonBody = {};
const NO_QUERY: Query = new Map();

/**
 * Parses a request but for its body; `readUrl` takes its URL apart. `malformed` says why its query cannot be read: the path is known
 * all the same.
 *
 * @throws {HttpError} `URI_TOO_LONG`, or `MALFORMED_REQUEST` where host or path cannot be read
 */
export function parseRequest(
  { method, headers, url }: Request,
  client: Client,
  ownHost?: string,
  readUrl: typeof parseUrl = parseUrl,
): { readonly request: ParsedRequest; readonly malformed: HttpError | undefined } {
  checkHost(headers.get("host"), url, ownHost);
  const { target, query: read } = readUrl(url);
  const { address, isSecure, requestId } = client;
  const malformed = read instanceof HttpError ? read : undefined;
  const query = read instanceof HttpError ? NO_QUERY : read;
  const body = NO_BODY;
  const request = { method, headers, target, query, body, address, isSecure, requestId };
  return { request, malformed };
}
