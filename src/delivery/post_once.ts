import {
  createOutboundFetch,
  type OutboundDeps,
  OutboundError,
  type OutboundResponse,
} from "../platform/outbound_fetch.ts";

/** Shorter than a claim on the cursor, so that nobody else posts the same meanwhile. */
const TIMEOUT_MS = 10_000;
/** Of an answer; Discord's error objects are far smaller. */
const MAX_BYTES = 16_384;

/** What to post, and where. */
export interface Post {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The server's answer, or why there is none: in words that never hold the address. */
export type Posted =
  | { readonly answer: OutboundResponse }
  | { readonly answer: null; readonly reason: string };

/** Posts once, for at most 10 s. Never rejects. */
export type PostOnce = (post: Post, signal: AbortSignal) => Promise<Posted>;

/** Makes the client of the sinks, to which a status of any kind is an answer. */
export function createPostOnce(deps: OutboundDeps): PostOnce {
  const options = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, excess: "truncate" } as const;
  const outbound = createOutboundFetch(deps, options);
  return async function postOnce(post, signal) {
    try {
      return { answer: await outbound({ ...post, method: "POST", signal, onHead: isFailure }) };
    } catch (error) {
      return { answer: null, reason: signal.aborted ? "ended early" : reasonOf(error) };
    }
  };
}

/** Only of a failure is the body read: a success must not fail while we read it. */
function isFailure({ status }: { readonly status: number }): boolean {
  return status < 200 || status > 299;
}

function reasonOf(error: unknown): string {
  const timedOut = error instanceof OutboundError && error.fault === "timeout";
  return timedOut ? `no answer in ${TIMEOUT_MS} ms` : "cannot connect";
}
