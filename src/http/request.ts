/**
 * This room reads requests as HTTP demands, whatever they are about.
 *
 * @module
 */

import { HttpError } from "./http_error.ts";

/** The fields of a JSON body. */
export type JsonBody = Readonly<Record<string, unknown>>;

/** A request as the rest of the program sees it: parsed once, trusted in nothing. */
export interface ParsedRequest {
  /** The address of the client in canonical form, or "unknown". */
  readonly address: string;
  /** Whether the client itself came over https. */
  readonly isSecure: boolean;
  /** Names the request in its answer and in the log. */
  readonly requestId: string;
  /** When it came in, epoch ms. */
  readonly receivedAt: number;
  readonly method: string;
  readonly headers: Headers;
  readonly target: RequestTarget;
  readonly query: Query;
  /** The fields of a JSON body (POST and PUT), empty if there is none or none was read. */
  readonly body: JsonBody;
}

/** The URL of a request, and the headers that count if they are not the request's own. */
export interface ParsedUrl {
  readonly target: RequestTarget;
  readonly query: Query;
  /** Why the parameters cannot be read: there are none then, but the path is known. */
  readonly malformed?: HttpError;
  readonly headers?: Headers;
}

/** The parameters in which a credential may come. */
const CREDENTIAL_PARAMETERS = ["apikey", "priority_token", "username", "password"] as const;

/** Whether a parameter holds a credential. */
export function isCredentialParameter(name: string): boolean {
  return CREDENTIAL_PARAMETERS.some((credential) => credential === name);
}

export type CredentialParameter = (typeof CREDENTIAL_PARAMETERS)[number];

/**
 * Reads the host and the URL of a request.
 *
 * @throws {HttpError} `URI_TOO_LONG`, or `MALFORMED_REQUEST` if host or path cannot be read
 */
export function readUrl({ headers, url }: Request): ParsedUrl {
  checkHost(headers.get("host"));
  const target = parseTarget(url);
  return { target, ...readQuery(target.search) };
}

/** Reads the text behind the `?`. */
export function readQuery(search: string): Omit<ParsedUrl, "target"> {
  try {
    return { query: parseQuery(search) };
  } catch (error) {
    if (error instanceof HttpError) return { query: NONE, malformed: error };
    throw error;
  }
}

/** Longest request target taken, in characters. */
const MAX_TARGET = 8192;

/** The target of a request: the decoded path and the query as it came. */
export interface RequestTarget {
  /** Decoded segments; one trailing slash is dropped. `/` has none. */
  readonly segments: readonly string[];
  /** The path as it came, without query and trailing slash. */
  readonly path: string;
  /** The text behind the `?`, without it. */
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
  if (!isHost(url.slice(url.indexOf("://") + 3, start))) {
    throw malformed("The Host header is malformed");
  }
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

/** The parameters of a request: every value of a name, in order. */
export type Query = ReadonlyMap<string, readonly string[]>;

const NONE: Query = new Map();

/**
 * Reads `a=1&b=2` as forms encode it (a `+` is a space).
 *
 * @throws {HttpError} `MALFORMED_REQUEST` on a bad %-escape
 */
export function parseQuery(text: string): Query {
  if (text === "") return NONE;
  const query = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodeField(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? "" : decodeField(pair.slice(equals + 1));
    const values = query.get(name);
    if (values === undefined) query.set(name, [value]);
    else values.push(value);
  }
  return query;
}

function decodeField(text: string): string {
  return decodePart(text.includes("+") ? text.replaceAll("+", " ") : text);
}

/**
 * Undoes %-escapes.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` on an escape that is none, on broken UTF-8 and on control
 *   characters
 */
function decodePart(text: string): string {
  if (!text.includes("%")) return text;
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw malformed("The address holds a broken % escape");
  }
  // deno-lint-ignore no-control-regex
  if (/[\x00-\x1f\x7f-\x9f]/.test(decoded)) {
    throw malformed("The address holds a control character");
  }
  return decoded;
}

/**
 * Refuses a `Host` header that cannot be one. It is checked by itself, because a slash in it would
 * pass for the beginning of the path once it is in a URL.
 *
 * @throws {HttpError} `MALFORMED_REQUEST`
 */
export function checkHost(host: string | null): void {
  if (host !== null && !isHost(host)) throw malformed("The Host header is malformed");
}

function malformed(message: string): HttpError {
  return new HttpError("MALFORMED_REQUEST", { message });
}

const HOST = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]*)(?::(\d{0,5}))?$/;

/** Whether a host could be one at all (RFC 9110, 7.2): a name or address, then a port. */
function isHost(host: string): boolean {
  const match = HOST.exec(host);
  return match !== null && Number(match[1] ?? 0) <= 65_535;
}

/** Whether this name or address is this machine's own loopback. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(host);
}

/**
 * Whether a request names this machine's loopback, or the host of `baseUrl`. A web page whose own name
 * leads here (DNS rebinding) makes a browser of this machine send that name.
 */
export function namesOwnHost({ url, headers }: Request, baseUrl: () => string): boolean {
  const inUrl = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? "";
  return areOwnHosts([inUrl, headers.get("host") ?? inUrl], baseUrl);
}

/** Whether hosts, with or without a port, are this machine's loopback, or the host of `baseUrl`. */
export function areOwnHosts(hosts: readonly string[], baseUrl: () => string): boolean {
  const named = hosts.map(nameOf);
  if (named.every(isLoopback)) return true;
  const known = nameOf(URL.parse(baseUrl())?.host ?? "");
  return known !== "" && named.every((name) => name === known || isLoopback(name));
}

/** A host without its port and brackets. */
function nameOf(host: string): string {
  return host.replace(/:\d*$/, "").replace(/^\[|\]$/g, "").toLowerCase();
}

/** Headers that proxies add to a request that they pass on. */
const FORWARDING =
  /^(via|forwarded|x-forwarded.*|x-original-.*|.*-real-ip|.*-client-(ip|address)|.*-connecting-ip)$/;

/** Whether a proxy has passed a request on. */
export function isForwarded(headers: Headers): boolean {
  return [...headers.keys()].some((name) => FORWARDING.test(name));
}

/**
 * Whether a page of this service sent a form. A browser says so by `Sec-Fetch-Site`, which no script can
 * set (Fetch Metadata); an older one by `Origin` (RFC 6454).
 */
export function isOwnForm(
  { headers, isSecure }: Pick<ParsedRequest, "headers" | "isSecure">,
): boolean {
  const site = headers.get("sec-fetch-site");
  const own = `${isSecure ? "https" : "http"}://${headers.get("host") ?? ""}`;
  return site === null ? headers.get("origin") === own : site === "same-origin";
}
