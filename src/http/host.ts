import { HttpError } from "./http_error.ts";

/**
 * Refuses a `Host` header that cannot be one. It is looked at by itself, because a slash in it would
 * pass for the beginning of the path once it stands in a URL. One that is missing is refused where the
 * URL shows that no `:authority` of HTTP/2 stands for it (RFC 9112, 3.2): then it holds `ownHost`. But
 * balancers that look whether a server is there send HTTP/1.0, which needs no host.
 *
 * @throws {HttpError} `MALFORMED_REQUEST`
 */
export function checkHost(host: string | null, url = "", ownHost?: string): void {
  if (host === null) {
    const isLocal = ownHost !== undefined && url.startsWith(`http://${ownHost}/`);
    if (isLocal && !HEALTH_CHECK.test(url)) throw missingHost();
  } else if (!isHost(host)) throw malformedHost();
}

const HEALTH_CHECK = /^http:\/\/[^/]*\/(?:healthz|readyz)\/?(?:\?|$)/;

function missingHost(): HttpError {
  return new HttpError("MALFORMED_REQUEST", { message: "The Host header is missing" });
}

/** The refusal of a host that can be none. */
export function malformedHost(): HttpError {
  return new HttpError("MALFORMED_REQUEST", { message: "The Host header is malformed" });
}

let knownHost = "";

/** Whether a host could be one at all (RFC 9110, 7.2): a name or address, then a port. */
export function isHost(host: string): boolean {
  if (host === knownHost) return true;
  const match = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._~-]*)(?::(\d{0,5}))?$/.exec(host);
  if (match === null || Number(match[1] ?? 0) > 65_535) return false;
  knownHost = host;
  return true;
}

/**
 * The host that Deno puts into the URL of a request that names no host, for a server that listens here. It
 * tells such a request from one over HTTP/2, which has no `Host` header either.
 */
export function ownHost({ hostname, port }: { hostname: string; port: number }): string {
  const isAny = hostname === "0.0.0.0" || hostname === "::";
  const name = isAny || isLoopback(hostname)
    ? "localhost"
    : hostname.includes(":")
    ? `[${hostname}]`
    : hostname;
  return port === 80 ? name : `${name}:${port}`;
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
  const named = [inUrl, headers.get("host") ?? inUrl].map(nameOf);
  if (named.every(isLoopback)) return true;
  const known = nameOf(URL.parse(baseUrl())?.host ?? "");
  return known !== "" && named.every((name) => name === known || isLoopback(name));
}

/** A host without its port and brackets. */
function nameOf(host: string): string {
  return host.replace(/:\d*$/, "").replace(/^\[|\]$/g, "").toLowerCase();
}
