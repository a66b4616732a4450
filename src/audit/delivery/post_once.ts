import type { Clock } from "../../platform/clock.ts";
import type { Net } from "../../platform/net.ts";

/** Shorter than a claim on the cursor, so that nobody else posts the same meanwhile. */
const TIMEOUT_MS = 10_000;
/** Characters of an answer that are read. */
const ANSWER_AT_MOST = 4_096;

/** What to post, and where. */
export interface Post {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The server's answer, or why there is none: in words that never hold the address. */
export type Posted =
  | { readonly answer: Answer }
  | { readonly answer: null; readonly reason: string };

/** What a server answered; `text` is its beginning, and empty after a success. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Posts once, for at most 10 s. Never rejects: a driver's error names the address, so it stays here. */
export async function postOnce(
  net: Net,
  clock: Clock,
  post: Post,
  signal: AbortSignal,
): Promise<Posted> {
  const timeout = new AbortController();
  const cancel = clock.after(TIMEOUT_MS, () => timeout.abort());
  try {
    const response = await net.fetch(post.url, {
      method: "POST",
      headers: post.headers,
      body: post.body,
      redirect: "manual",
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    const { status, headers } = response;
    return { answer: { status, headers, text: await readFailure(response) } };
  } catch {
    if (signal.aborted) return { answer: null, reason: "ended early" };
    const timedOut = timeout.signal.aborted;
    const reason = timedOut ? `no answer in ${TIMEOUT_MS} ms` : "cannot connect";
    return { answer: null, reason };
  } finally {
    cancel();
  }
}

/** Why it failed. Of a success nothing more is to be known: it must not fail while we read it. */
async function readFailure(response: Response): Promise<string> {
  if (response.ok) await response.body?.cancel();
  if (response.ok || response.body === null) return "";
  let text = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length >= ANSWER_AT_MOST) break;
  }
  return text.slice(0, ANSWER_AT_MOST);
}
