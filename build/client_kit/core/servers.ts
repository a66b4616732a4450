import type { ClientOptions, ServerOptions } from "./options.ts";
import { OshibaseError } from "./oshibase_error.ts";

/** A service that a client asks. */
export interface ClientServer {
  /** Its address, without a slash at the end. */
  readonly base: string;
  /** The headers with its own credential, at this moment. */
  credentials(): Readonly<Record<string, string>>;
  /** Sends another key, whose secret was made just now and follows the present one. */
  changeKey(key: string): void;
}

/** How long after it was made a new secret is known to every process, in ms; the former one works on. */
const KNOWN_EVERYWHERE_MS = 3_000;

function createServer({ url, key, token }: ServerOptions): ClientServer {
  let headers = credentialHeaders(key, token);
  let next: { readonly since: number; readonly headers: Record<string, string> } | undefined;
  return {
    base: new URL(url).href.replace(/\/+$/, ""),
    credentials() {
      if (next !== undefined && performance.now() >= next.since) {
        headers = next.headers;
        next = undefined;
      }
      return headers;
    },
    changeKey(key) {
      const since = performance.now() + KNOWN_EVERYWHERE_MS;
      next = { since, headers: credentialHeaders(key, token) };
    },
  };
}

function credentialHeaders(
  key: string | undefined,
  token: string | undefined,
): Record<string, string> {
  return {
    ...(key !== undefined && { "x-api-key": key }),
    ...(token !== undefined && { "x-priority-token": token }),
  };
}

/**
 * The servers of a client, in the order in which they are asked.
 *
 * @throws {TypeError} if there is none, or one has no address
 */
export function readServers(
  { servers, baseUrl, key, token }: ClientOptions,
): readonly ClientServer[] {
  if ((servers === undefined) === (baseUrl === undefined)) {
    throw new TypeError("Cannot create a client: expected either baseUrl or servers");
  }
  const all: readonly ServerOptions[] = servers ?? [{ url: baseUrl!, key, token }];
  if (all.length === 0) throw new TypeError("Cannot create a client: expected a server, got none");
  return all.map(createServer);
}

/**
 * Whether another server may answer in place of the one that failed so: the connection was lost, which all
 * runtimes report as a TypeError (Fetch standard, 4.6), or a proxy or the server says that it is away.
 */
export function isAway(error: unknown): boolean {
  return error instanceof TypeError ||
    (error instanceof OshibaseError && error.status >= 502 && error.status <= 504);
}

/** The endpoints whose answers have a place in the log of the one server that gave them. */
const LOGS = /^\/v1\/(?:events|changes)(?=\?|$)/;

/** A place in a log, as a caller sends it back. */
const PLACE = /[?&](?:after|since)=/;

/** Chooses which server is asked: the one that answered last, then those behind it. */
export function createChooser(servers: readonly ClientServer[]) {
  let current = servers[0]!;
  /** Which server gave the last place of each log. */
  const homes = new Map<string, ClientServer>();
  return {
    /** The server that answered last; the first one if none did. */
    current: (): ClientServer => current,
    /** The servers that may answer a read, in order. A place in a log is of one server alone. */
    candidates(path: string): readonly ClientServer[] {
      const [log] = LOGS.exec(path) ?? [];
      if (log !== undefined && PLACE.test(path)) return [homes.get(log) ?? current];
      const at = servers.indexOf(current);
      return [...servers.slice(at), ...servers.slice(0, at)];
    },
    /** Notes that a server has answered. */
    answered(server: ClientServer, path: string): void {
      const [log] = LOGS.exec(path) ?? [];
      if (log !== undefined) homes.set(log, server);
      current = server;
    },
  };
}
