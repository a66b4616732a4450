import type { IncomingMessage } from "node:http";

/** The way out to other servers: live platforms, chat channels. */
export interface Net {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** The way out to addresses that were checked first: those of callers' webhooks. */
export interface DirectNet {
  /** All addresses of a name; rejects where it has none. */
  resolve(name: string): Promise<readonly string[]>;
  /** Fetches from exactly this address, whatever the URL's name resolves to by then. */
  fetchFrom(address: string, url: string, init?: RequestInit): Promise<Response>;
}

/** The real network. */
export const systemNet: Net & DirectNet = {
  fetch: (url, init) => fetch(url, init),
  resolve: resolveName,
  fetchFrom: (address, url, init = {}) => requestPinned(address, url, init),
};

/**
 * Sends a request to exactly this address: no name is looked up, no connection of an earlier request
 * is used, no redirect followed. A proxy that the environment names is not asked.
 */
async function requestPinned(
  address: string,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const isSecure = url.startsWith("https:");
  const { request } = isSecure ? await import("node:https") : await import("node:http");
  const { Readable } = await import("node:stream");
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const family = address.includes(":") ? 6 : 4;
  const { signal } = init;
  const sent = request(url, {
    method: init.method ?? "GET",
    headers: Object.fromEntries(new Headers(init.headers)),
    agent: false,
    lookup: (_name, options, found) =>
      options.all ? found(null, [{ address, family }]) : found(null, address, family),
  }, (received) => {
    // An exception in here would end the process: an answer may have a status that Fetch refuses.
    try {
      resolve(toResponse(received, Readable.toWeb));
    } catch (error) {
      sent.destroy();
      reject(error);
    }
  });
  const abort = () => sent.destroy(new Error("Ended early"));
  sent.on("error", reject);
  sent.on("close", () => signal?.removeEventListener("abort", abort));
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  sent.end(init.body);
  return await promise;
}

/** All addresses of a name, as the machine's own resolver has them. */
async function resolveName(name: string): Promise<readonly string[]> {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** Statuses whose responses have no body (Fetch standard, "null body status"). */
const WITHOUT_BODY = [101, 204, 205, 304];

function toResponse(
  received: IncomingMessage,
  toWeb: (received: IncomingMessage) => unknown,
): Response {
  const status = received.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(received.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  if (WITHOUT_BODY.includes(status)) {
    // A 205 may come with a body, which nobody reads and nothing bounds.
    received.destroy();
    return new Response(null, { status, headers });
  }
  return new Response(toWeb(received) as ReadableStream<Uint8Array>, { status, headers });
}
