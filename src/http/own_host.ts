import { isLoopback } from "./loopback.ts";

/**
 * What Deno puts into the URL of a request that names no host, for a server that listens here. It
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
