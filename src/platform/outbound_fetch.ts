import type { Clock } from "./clock.ts";
import type { Net } from "./net.ts";

/** One request to another server. */
export interface OutboundRequest {
  readonly url: string;
  /** Default "GET". */
  readonly method?: "GET" | "POST" | "PATCH";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /**
   * Judges the response before any of its body is read: returns whether to read the body, or throws
   * to refuse the response. By default the body is read.
   */
  readonly onHead?: (head: ResponseHead) => boolean;
  /** The bound of this body, in place of the client's. */
  readonly maxBytes?: number;
}

/** A response without its body. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Headers;
}

/** A response that was read within bounds. */
export interface OutboundResponse extends ResponseHead {
  /** Empty where the body was not to be read. */
  readonly text: string;
  /** The bytes of the body that were read, decompressed. */
  readonly bytes: number;
}

/**
 * Why no response came: `timeout`, the limit of the client passed; `aborted`, the caller's signal
 * ended the request; `network`, the connection failed; `too_large`, the body exceeds the bound;
 * `forbidden`, the address may not be reached.
 */
type OutboundFault = "timeout" | "aborted" | "network" | "too_large" | "forbidden";

/**
 * A request without a response. The runtime's message about a failed fetch names the address, which
 * may hold a secret, so that this message never does.
 */
export class OutboundError extends Error {
  override name = "OutboundError";
  constructor(readonly fault: OutboundFault, message: string) {
    super(message);
  }
}

/** Asks another server. @throws {OutboundError} and what `onHead` throws. */
export type OutboundFetch = (request: OutboundRequest) => Promise<OutboundResponse>;

/** The dependencies of {@linkcode createOutboundFetch}. */
export interface OutboundDeps {
  readonly net: Net;
  readonly clock: Clock;
}

/** The bounds of each request. */
export interface OutboundOptions {
  /** For the whole exchange, body included; default 5,000. */
  readonly timeoutMs?: number;
  /** For the body after decompression; default 1 MiB. */
  readonly maxBytes?: number;
  /** Whether a larger body is an error (the default), or cut off at the bound. */
  readonly excess?: "refuse" | "truncate";
}

/**
 * Makes the client through which this program asks other servers. It follows no redirect, so that no
 * response can send a request to an address of its own choice.
 */
export function createOutboundFetch(
  { net, clock }: OutboundDeps,
  { timeoutMs = 5_000, maxBytes = 1 << 20, excess = "refuse" }: OutboundOptions = {},
): OutboundFetch {
  return async function outboundFetch(request) {
    const controller = new AbortController();
    const abort = () => controller.abort(new OutboundError("aborted", "Ended early"));
    request.signal?.addEventListener("abort", abort);
    if (request.signal?.aborted) abort();
    const cancel = clock.after(timeoutMs, () => {
      controller.abort(new OutboundError("timeout", `Gave up after ${timeoutMs} ms`));
    });
    try {
      // The race makes the bound hold even where an implementation of fetch ignores its signal.
      return await Promise.race([exchange(request, controller.signal), aborted(controller.signal)]);
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error;
    } finally {
      cancel();
      request.signal?.removeEventListener("abort", abort);
    }
  };

  async function exchange(request: OutboundRequest, signal: AbortSignal) {
    const { url, method = "GET", headers = {}, body, onHead = () => true } = request;
    const response = await overNetwork(() =>
      net.fetch(url, {
        method,
        headers,
        redirect: "manual",
        signal,
        ...(body !== undefined && { body }),
      })
    );
    const { status, headers: received } = response;
    let isRead = false;
    try {
      isRead = onHead({ status, headers: received });
      const body = isRead ? await readBody(response, request, signal) : { text: "", bytes: 0 };
      return { status, headers: received, ...body };
    } finally {
      if (!isRead) response.body?.cancel().catch(() => {});
    }
  }

  async function readBody(response: Response, request: OutboundRequest, signal: AbortSignal) {
    const bound = request.maxBytes ?? maxBytes;
    const declared = Number(response.headers.get("content-length") ?? 0);
    if (response.body === null) return { text: "", bytes: 0 };
    const reader = response.body.getReader();
    const discard = () => void reader.cancel().catch(() => {});
    signal.addEventListener("abort", discard);
    try {
      if (declared > bound && excess === "refuse") throw tooLarge(bound);
      const decoder = new TextDecoder();
      let text = "";
      const bytes = await readPieces(reader, bound, (piece) => {
        text += decoder.decode(piece, { stream: true });
      });
      return { text: text + decoder.decode(), bytes };
    } finally {
      discard();
      signal.removeEventListener("abort", discard);
    }
  }

  /** Returns how many bytes were read. */
  async function readPieces(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    bound: number,
    take: (piece: Uint8Array) => void,
  ): Promise<number> {
    for (let left = bound;;) {
      const { done, value } = await overNetwork(() => reader.read());
      if (done) return bound - left;
      if (value.byteLength > left && excess === "refuse") throw tooLarge(bound);
      take(value.subarray(0, left));
      if (value.byteLength > left) return bound;
      left -= value.byteLength;
    }
  }
}

/**
 * The wait that `Retry-After` asks for, in ms (RFC 9110, 10.2.3): seconds, or a date, where a date
 * that has passed is a negative wait; undefined where the header is absent or is neither.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(waitMs) ? undefined : waitMs;
}

async function overNetwork<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OutboundError ? error : new OutboundError("network", "Did not answer");
  }
}

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError("too_large", `Answered with more than ${maxBytes} bytes`);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
