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
  return async function outboundFetch({ url, signal: ends, onHead = () => true, ...request }) {
    const { method = "GET", headers: sent = {}, body, maxBytes: bound = maxBytes } = request;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    ended.catch(() => {});
    const ending = new AbortController();
    const end = (fault: OutboundFault, message: string) => {
      const error = new OutboundError(fault, message);
      reject(error);
      ending.abort(error);
    };
    // The race makes the bound hold even where an implementation of fetch ignores its signal.
    const within = <T>(work: () => Promise<T>) =>
      Promise.race([ended, Promise.try(work)]).catch((error) => {
        if (ending.signal.aborted) throw ending.signal.reason;
        throw error instanceof OutboundError
          ? error
          : new OutboundError("network", "Did not answer");
      });
    const abort = () => end("aborted", "Ended early");
    const cancel = clock.after(timeoutMs, () => end("timeout", `Gave up after ${timeoutMs} ms`));
    ends?.addEventListener("abort", abort);
    if (ends?.aborted) abort();
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    try {
      const init = { method, headers: sent, redirect: "manual", signal: ending.signal } as const;
      const response = await within(() =>
        net.fetch(url, { ...init, ...(body !== undefined && { body }) })
      );
      const { status, headers } = response;
      reader = response.body?.getReader();
      if (!onHead({ status, headers }) || reader === undefined) {
        return { status, headers, text: "", bytes: 0 };
      }
      const isRefused = (length: number) => excess === "refuse" && length > bound;
      if (isRefused(Number(headers.get("content-length") ?? 0))) throw tooLarge(bound);
      const decoder = new TextDecoder();
      let text = "";
      let bytes = 0;
      while (bytes < bound || excess === "refuse") {
        const { done, value } = await within(() => reader!.read());
        if (done) break;
        if (isRefused(bytes + value.byteLength)) throw tooLarge(bound);
        const piece = value.subarray(0, bound - bytes);
        text += decoder.decode(piece, { stream: true });
        bytes += piece.byteLength;
      }
      return { status, headers, text: text + decoder.decode(), bytes };
    } finally {
      cancel();
      ends?.removeEventListener("abort", abort);
      reader?.cancel().catch(() => {});
    }
  };
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

function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError("too_large", `Answered with more than ${maxBytes} bytes`);
}
