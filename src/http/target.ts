import { HttpError } from "./http_error.ts";
import { decodePart } from "./query.ts";

/** Longest request target taken, in characters. */
const MAX_TARGET = 8192;

/** What a request asks for: the decoded path and the query as it came. */
export interface RequestTarget {
  /** Decoded segments; one trailing slash is dropped. `/` has none. */
  readonly segments: readonly string[];
  /** The path as it came, without query and trailing slash. */
  readonly path: string;
  /** What stands behind the `?`, without it. */
  readonly search: string;
}

/**
 * Splits the URL of a request without trusting it: `new URL` throws on hosts such as `a b`, and
 * rewrites paths.
 *
 * @throws {HttpError} `URI_TOO_LONG`, or `MALFORMED_REQUEST` on broken escapes and hosts
 */
export function parseTarget(url: string): RequestTarget {
  const start = pathStart(url);
  if (!isHost(url.slice(url.indexOf("://") + 3, start))) throw malformedHost();
  if (url.length - start > MAX_TARGET) throw new HttpError("URI_TOO_LONG");
  const hash = url.indexOf("#", start);
  const end = hash < 0 ? url.length : hash;
  const question = url.indexOf("?", start);
  const pathEnd = question < 0 || question > end ? end : question;
  const raw = url.slice(start, pathEnd);
  const path = raw.length > 1 && raw.endsWith("/") ? raw.slice(0, -1) : raw;
  const parts = path.slice(1).split("/");
  return {
    segments: path.length <= 1 ? [] : path.includes("%") ? parts.map(decodePart) : parts,
    path,
    search: pathEnd < end ? url.slice(pathEnd + 1, end) : "",
  };
}

function pathStart(url: string): number {
  const scheme = url.indexOf("://");
  const slash = url.indexOf("/", scheme < 0 ? 0 : scheme + 3);
  return slash < 0 ? url.length : slash;
}

/**
 * Refuses a `Host` header that cannot be one. It is looked at by itself, because a slash in it would
 * pass for the beginning of the path once it stands in a URL. One that is missing is refused where the
 * URL shows that no `:authority` of HTTP/2 stands for it (RFC 9112, 3.2): then it holds `ownHost`.
 *
 * @throws {HttpError} `MALFORMED_REQUEST`
 */
export function checkHost(host: string | null, url = "", ownHost?: string): void {
  if (host === null) {
    if (ownHost !== undefined && url.startsWith(`http://${ownHost}/`)) throw missingHost();
  } else if (!isHost(host)) throw malformedHost();
}

function missingHost(): HttpError {
  return new HttpError("MALFORMED_REQUEST", { message: "The Host header is missing" });
}

function malformedHost(): HttpError {
  return new HttpError("MALFORMED_REQUEST", { message: "The Host header is malformed" });
}

let knownHost = "";

/** Whether a host could be one at all (RFC 9110, 7.2): a name or address, then a port. */
function isHost(host: string): boolean {
  if (host === knownHost) return true;
  const match = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]*)(?::(\d{0,5}))?$/.exec(host);
  if (match === null || Number(match[1] ?? 0) > 65_535) return false;
  knownHost = host;
  return true;
}
