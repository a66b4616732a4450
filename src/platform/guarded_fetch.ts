import type { Clock } from "./clock.ts";
import type { Net } from "./net.ts";
import { UpstreamError } from "./upstream_error.ts";

/** One question to a platform. */
export interface GuardedRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** What the answer's content type must contain: "json" or "xml". */
  readonly type: "json" | "xml";
  /** Answers with a status other than 200 that are of use as well. */
  readonly alsoStatus?: readonly number[];
  readonly signal?: AbortSignal;
}

/** An answer that has been read whole. */
export interface GuardedAnswer {
  readonly status: number;
  readonly text: string;
}

/** Asks another server within bounds. @throws {UpstreamError} in every other case than an answer. */
export type GuardedFetch = (request: GuardedRequest) => Promise<GuardedAnswer>;

/** The bounds of one question. */
export interface GuardOptions {
  readonly net: Net;
  readonly clock: Clock;
  /** For the whole exchange, body included; default 5,000. */
  readonly timeoutMs?: number;
  /** For the body after decompression; default 1 MiB. */
  readonly maxBytes?: number;
}

/** Sent with every question: platforms may want to know who asks. */
const USER_AGENT = "Oshibase/1 (live status)";

/** A platform may ask for at most this much patience; more is taken for a mistake. */
const LONGEST_PATIENCE_MS = 24 * 3_600_000;

/**
 * Makes the only way in which platforms are asked. Redirects are refused instead of followed, so
 * that no answer can send a question to an address of its own choice.
 */
export function createGuardedFetch(options: GuardOptions): GuardedFetch {
  const { net, clock, timeoutMs = 5_000, maxBytes = 1 << 20 } = options;

  return async function guardedFetch(request) {
    const controller = new AbortController();
    const stop = () => controller.abort(new UpstreamError("timeout", "Gave up waiting"));
    request.signal?.addEventListener("abort", stop);
    if (request.signal?.aborted) stop();
    const cancel = clock.after(timeoutMs, stop);
    try {
      // The race makes the bound hold even where an implementation of fetch ignores its signal.
      return await Promise.race([exchange(request, controller.signal), aborted(controller.signal)]);
    } catch (error) {
      if (controller.signal.aborted) throw controller.signal.reason;
      // What the runtime says about a failed fetch holds the address, which may hold a key.
      throw error instanceof UpstreamError ? error : new UpstreamError("network", "Did not answer");
    } finally {
      cancel();
      request.signal?.removeEventListener("abort", stop);
    }
  };

  async function exchange(request: GuardedRequest, signal: AbortSignal): Promise<GuardedAnswer> {
    const { url, method = "GET", headers = {}, body } = request;
    const response = await net.fetch(url, {
      method,
      headers: { "User-Agent": USER_AGENT, Accept: accepted(request.type), ...headers },
      redirect: "manual",
      signal,
      ...(body !== undefined && { body }),
    });
    try {
      judgeHead(response, request, clock.now());
      return { status: response.status, text: await readBounded(response, maxBytes, signal) };
    } catch (error) {
      response.body?.cancel().catch(() => {});
      throw error;
    }
  }
}

function accepted(type: "json" | "xml"): string {
  return type === "json" ? "application/json" : "application/atom+xml, text/xml";
}

function judgeHead(response: Response, request: GuardedRequest, now: number): void {
  const { status } = response;
  if (status === 0 || (status >= 300 && status < 400)) {
    throw new UpstreamError("redirect", "Answered with a redirect, which is never followed");
  }
  if (status !== 200 && !request.alsoStatus?.includes(status)) {
    const fault = status === 429 ? "rate_limited" : "status";
    throw new UpstreamError(fault, `Answered with status ${status}`, retryAt(response, now));
  }
  const type = response.headers.get("content-type") ?? "";
  if (!type.toLowerCase().includes(request.type)) {
    throw new UpstreamError("content_type", `Expected ${request.type}, got another content type`);
  }
}

/** `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. */
function retryAt(response: Response, now: number): number | undefined {
  const text = response.headers.get("retry-after")?.trim();
  if (!text) return undefined;
  const at = /^\d+$/.test(text) ? now + Number(text) * 1000 : Date.parse(text);
  return at > now ? Math.min(at, now + LONGEST_PATIENCE_MS) : undefined;
}

async function readBounded(response: Response, most: number, signal: AbortSignal): Promise<string> {
  if (Number(response.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const drop = () => void reader.cancel().catch(() => {});
  signal.addEventListener("abort", drop);
  try {
    return await readText(reader, most);
  } catch (error) {
    drop();
    throw error;
  } finally {
    signal.removeEventListener("abort", drop);
  }
}

async function readText(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  most: number,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  while (true) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > most) throw tooLarge(most);
    text += decoder.decode(value, { stream: true });
  }
}

function tooLarge(most: number): UpstreamError {
  return new UpstreamError("too_large", `Answered with more than ${most} bytes`);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
