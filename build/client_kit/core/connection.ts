import type { CallOptions, ClientOptions } from "./options.ts";
import { type ErrorTypes, OshibaseError, readError, readInfo } from "./oshibase_error.ts";
import { type ClientServer, createChooser, isAway, readServers } from "./servers.ts";

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

/** How long a call may still wait, in seconds. */
interface Patience {
  left: number;
}

/** An answer whose body is yet to be read, and the server that gives it. */
export interface OpenedAnswer {
  readonly response: Response;
  readonly server: ClientServer;
}

/** How one attempt of a call is made. */
interface Attempt {
  readonly patience: Patience;
  /** Whether another server is asked if this one is away. */
  readonly hasNext: boolean;
}

/** The headers of a read from a server. */
type HeadersFor = (server: ClientServer) => Readonly<Record<string, string>>;

/** Creates it. @throws {TypeError} where `baseUrl`, or the address of a server, is none */
export function createConnection(options: ClientOptions, types: ErrorTypes) {
  const { fetch: ask = fetch, maxWaitSeconds = DEFAULT_MAX_WAIT_SECONDS } = options;
  const chooser = createChooser(readServers(options));
  let written = chooser.current();
  const kept = createKeptAnswers(options.maxKeptCharacters ?? DEFAULT_MAX_KEPT_CHARACTERS);

  async function send(
    server: ClientServer,
    path: string,
    { headers, ...init }: RequestInit,
    { signal, onResponse }: CallOptions,
    { patience, hasNext }: Attempt,
  ): Promise<Response> {
    while (true) {
      const response = await ask(server.base + path, {
        ...init,
        headers: { ...server.credentials(), ...headers as Record<string, string> },
        credentials: "omit",
        // A credential is for this address alone: other hosts that an answer names get none.
        redirect: "error",
        signal: signal ?? null,
      });
      const info = readInfo(response, server.base);
      options.onResponse?.(info);
      onResponse?.(info);
      if (response.ok || response.status === 304) return response;
      const error = await readError(response, types);
      if (hasNext && isAway(error)) throw error;
      // What writes may have been done by who says 503: again might be twice.
      const seconds = init.method === undefined || error.status === 429 ? waitOf(error) : undefined;
      if (seconds === undefined || seconds > patience.left) throw error;
      patience.left -= seconds;
      await abortableSleep(seconds * 1000, signal);
    }
  }

  /**
   * Reads from the first server that is not away; all once more if the connection is lost: a server that ends
   * closes connections that a client keeps for its next request.
   */
  async function read<T>(
    path: string,
    headersFor: HeadersFor,
    options: CallOptions,
    take: (response: Response, server: ClientServer) => T | Promise<T>,
  ): Promise<T> {
    const patience = { left: maxWaitSeconds };
    const readFrom = async (server: ClientServer, hasNext: boolean) => {
      const init = { headers: headersFor(server) };
      const response = await send(server, path, init, options, { patience, hasNext });
      const taken = await take(response, server);
      chooser.answered(server, path);
      return taken;
    };
    const attempt = async () => {
      const servers = chooser.candidates(path);
      for (const server of servers.slice(0, -1)) {
        try {
          return await readFrom(server, true);
        } catch (error) {
          if (!isAway(error) || options.signal?.aborted) throw error;
        }
      }
      return await readFrom(servers.at(-1)!, false);
    };
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TypeError) || options.signal?.aborted) throw error;
      await abortableSleep(RECONNECT_MS, options.signal);
      return await attempt();
    }
  }

  /** A good answer, whose body is yet to be read. */
  function open(path: string, headersFor: HeadersFor, options: CallOptions): Promise<OpenedAnswer> {
    return read(path, headersFor, options, (response, server) => ({ response, server }));
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
    const init = { method, headers, ...(body && { body }) };
    const once = { patience: { left: maxWaitSeconds }, hasNext: false };
    written = chooser.current();
    const response = await send(written, path, init, options, once);
    return await response.text();
  }

  /** The text of an answer; that of an earlier one where it has not changed. */
  function text(path: string, options: CallOptions = {}): Promise<string> {
    let known: KeptAnswer | undefined;
    const headersFor = ({ base }: ClientServer) => {
      known = kept.get(base + path);
      return known === undefined ? {} : { "if-none-match": known.etag };
    };
    return read(path, headersFor, options, async (response, { base }) => {
      const body = await response.text();
      if (known !== undefined && response.status === 304) return known.text;
      const etag = response.headers.get("etag");
      if (etag !== null) kept.set(base + path, { etag, text: body });
      return body;
    });
  }

  /** Asks the server of the last write with another key, whose secret was made just now. */
  function changeKey(key: string): void {
    written.changeKey(key);
  }

  return {
    text,
    write,
    open,
    changeKey,
    /** The server that answered last. */
    server: chooser.current,
  };
}

/** How long to wait before the same is asked again, in seconds; undefined where that is no use. */
function waitOf({ status, retryAfter }: OshibaseError): number | undefined {
  if (status !== 429 && status !== 503 || retryAfter === undefined) return undefined;
  return Math.max(1, retryAfter);
}
