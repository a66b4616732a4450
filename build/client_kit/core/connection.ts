import type { CallOptions, ClientOptions } from "./options.ts";
import { type ErrorTypes, OshibaseError, readError, readInfo } from "./oshibase_error.ts";

/** An answer, and by which tag it is known. */
interface KeptAnswer {
  readonly etag: string;
  readonly text: string;
}

/** Answers by address, up to so many characters; what was used longest ago goes first. */
function createKeptAnswers(maxCharacters: number) {
  const answers = new Map<string, KeptAnswer>();
  let characters = 0;

  function remove(address: string): KeptAnswer | undefined {
    const answer = answers.get(address);
    if (answer !== undefined) characters -= sizeOf(address, answer);
    answers.delete(address);
    return answer;
  }

  function add(address: string, answer: KeptAnswer): void {
    answers.set(address, answer);
    characters += sizeOf(address, answer);
  }

  return {
    get(address: string): KeptAnswer | undefined {
      const answer = remove(address);
      if (answer !== undefined) add(address, answer);
      return answer;
    },
    set(address: string, answer: KeptAnswer): void {
      remove(address);
      if (sizeOf(address, answer) > maxCharacters) return;
      add(address, answer);
      for (const oldest of answers.keys()) {
        if (characters <= maxCharacters) return;
        remove(oldest);
      }
    },
  };
}

function sizeOf(address: string, { etag, text }: KeptAnswer): number {
  return address.length + etag.length + text.length;
}

/** Waits so many ms, or until the signal ends it, whose reason it then throws. */
export function abortableSleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** Asks the service. Everything it does throws `OshibaseError` where the service refuses. */
export type Connection = ReturnType<typeof createConnection>;

const DEFAULT_MAX_WAIT_SECONDS = 60;
const DEFAULT_MAX_KEPT_CHARACTERS = 4_000_000;

/** How long a client waits before it makes a lost connection again, in ms. */
const RECONNECT_MS = 200;

/** How long after it was made a new secret is known to every server, in ms; the former one works on. */
const KNOWN_EVERYWHERE_MS = 3_000;

/** How long a call may still wait, in seconds. */
interface Patience {
  left: number;
}

/** Creates it. @throws {TypeError} where `baseUrl` is no address */
export function createConnection(options: ClientOptions, types: ErrorTypes) {
  const { fetch: ask = fetch, maxWaitSeconds = DEFAULT_MAX_WAIT_SECONDS } = options;
  const base = new URL(options.baseUrl).href.replace(/\/+$/, "");
  const kept = createKeptAnswers(options.maxKeptCharacters ?? DEFAULT_MAX_KEPT_CHARACTERS);
  let credentials = credentialHeaders(options);
  let next: { readonly since: number; readonly headers: Record<string, string> } | undefined;

  /** The credentials of this moment: a new secret counts once every server knows it. */
  function credentialsNow(): Record<string, string> {
    if (next !== undefined && performance.now() >= next.since) {
      credentials = next.headers;
      next = undefined;
    }
    return credentials;
  }

  async function send(
    path: string,
    { headers, ...init }: RequestInit,
    { signal, onResponse }: CallOptions,
    patience: Patience = { left: maxWaitSeconds },
  ): Promise<Response> {
    while (true) {
      const response = await ask(base + path, {
        ...init,
        headers: { ...credentialsNow(), ...headers as Record<string, string> },
        credentials: "omit",
        // A credential is for this address alone: other hosts that an answer names get none.
        redirect: "error",
        signal: signal ?? null,
      });
      const info = readInfo(response);
      options.onResponse?.(info);
      onResponse?.(info);
      if (response.ok || response.status === 304) return response;
      const error = await readError(response, types);
      // What writes may have been done by who says 503: again might be twice.
      const seconds = init.method === undefined || error.status === 429 ? waitOf(error) : undefined;
      if (seconds === undefined || seconds > patience.left) throw error;
      patience.left -= seconds;
      await abortableSleep(seconds * 1000, signal);
    }
  }

  /**
   * Reads, and once more if the connection is lost: a server that ends closes connections that a client
   * keeps for its next request.
   */
  async function read<T>(
    path: string,
    headers: HeadersInit,
    options: CallOptions,
    take: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const patience = { left: maxWaitSeconds };
    const attempt = async () => await take(await send(path, { headers }, options, patience));
    try {
      return await attempt();
    } catch (error) {
      // All runtimes report a lost connection as a TypeError (Fetch standard, 4.6).
      if (!(error instanceof TypeError) || options.signal?.aborted) throw error;
      await abortableSleep(RECONNECT_MS, options.signal);
      return await attempt();
    }
  }

  /** A good answer, whose body is yet to be read. */
  function open(path: string, headers: HeadersInit, options: CallOptions): Promise<Response> {
    return read(path, headers, options, (response) => response);
  }

  /** Changes something: the text of what came of it. Fields go in a JSON body. */
  async function write(
    method: string,
    path: string,
    fields: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
  ): Promise<string> {
    const body = Object.keys(fields).length === 0 ? undefined : JSON.stringify(fields);
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const response = await send(path, { method, headers, ...(body && { body }) }, options);
    return await response.text();
  }

  /** The text of an answer; that of an earlier one where it has not changed. */
  function text(path: string, options: CallOptions = {}): Promise<string> {
    const known = kept.get(path);
    const headers = known === undefined ? {} : { "if-none-match": known.etag };
    return read(path, headers, options, async (response) => {
      const body = await response.text();
      if (known !== undefined && response.status === 304) return known.text;
      const etag = response.headers.get("etag");
      if (etag !== null) kept.set(path, { etag, text: body });
      return body;
    });
  }

  /** Asks with another key, whose secret was made just now and follows the present one. */
  function changeKey(key: string): void {
    next = {
      since: performance.now() + KNOWN_EVERYWHERE_MS,
      headers: credentialHeaders({ ...options, key }),
    };
  }

  return { text, write, open, changeKey };
}

/** How long to wait before the same is asked again, in seconds; undefined where that is no use. */
function waitOf({ status, retryAfter }: OshibaseError): number | undefined {
  if (status !== 429 && status !== 503 || retryAfter === undefined) return undefined;
  return Math.max(1, retryAfter);
}

function credentialHeaders({ key, token }: ClientOptions): Record<string, string> {
  return {
    ...(key !== undefined && { "x-api-key": key }),
    ...(token !== undefined && { "x-priority-token": token }),
  };
}
