import { abortableSleep, type Connection } from "./connection.ts";
import type { CallOptions, StreamOptions } from "./options.ts";
import { OshibaseError } from "./oshibase_error.ts";
import type { ClientServer } from "./servers.ts";

/**
 * What a stream says: an event, a place in the stream (the id of a block without data), or how long to
 * wait before the client connects again, in ms.
 */
export type StreamPart =
  | { readonly id: string; readonly event: string; readonly data: string }
  | { readonly id: string }
  | { readonly retry: number };

/** Creates a parser of server-sent events that takes their text in pieces (HTML standard, 9.2.6). */
export function createEventParser(lastEventId: string): (piece: string) => StreamPart[] {
  let rest = "";
  let id = lastEventId;
  let event = "";
  let data: string[] = [];

  function* readLine(line: string): Generator<StreamPart> {
    if (line === "") {
      if (data.length > 0) yield { id, event: event || "message", data: data.join("\n") };
      else yield { id };
      event = "";
      data = [];
    }
    const [, name, value = ""] = /^([^:]*)(?:: ?([^]*))?$/.exec(line)!;
    if (name === "id" && !value.includes("\0")) id = value;
    else if (name === "event") event = value;
    else if (name === "data") data.push(value);
    else if (name === "retry" && /^\d+$/.test(value)) yield { retry: Number(value) };
  }

  return (piece) => {
    // A carriage return at the end may be the first half of a line's end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    return lines.flatMap((line) => [...readLine(line)]);
  };
}

/** The service says something every 15 s: a connection that is silent for three times that is dead. */
const MAX_SILENCE_MS = 45_000;

const TYPE = "text/event-stream";

const DEFAULT_RETRY_MS = 3000;
const MAX_RETRY_MS = 60_000;

/** An event as callers get it. */
export interface FollowedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/**
 * The events of a stream, for as long as somebody asks for the next one: where the connection is
 * lost it connects again, and says which event came last, or where the stream began.
 *
 * @throws {OshibaseError} where the service refuses and it is no use to come back
 * @throws the first failure, where there was no connection yet
 */
export async function* followStream(
  connection: Connection,
  path: string,
  { lastEventId = "", ...options }: StreamOptions = {},
): AsyncGenerator<FollowedEvent, void> {
  const { signal } = options;
  let retryMs = DEFAULT_RETRY_MS;
  let failures: number | undefined;
  // Ids are places in the log of one server: another one is followed from its own head on.
  let home = connection.server();
  while (true) {
    signal?.throwIfAborted();
    const link = new AbortController();
    const end = () => link.abort(signal?.reason);
    signal?.addEventListener("abort", end, { once: true });
    try {
      const idFor = (server: ClientServer) => server === home ? lastEventId : "";
      const { body, server } = await openStream(connection, path, idFor, {
        ...options,
        signal: link.signal,
      });
      failures = 0;
      let isNew = server !== home;
      if (isNew) lastEventId = "";
      home = server;
      for await (const part of readParts(body, lastEventId, link)) {
        // A log says at which event it begins; a list that is sent whole has no gap.
        if (isNew && !("retry" in part) && part.id !== "") {
          isNew = false;
          if (!("event" in part)) yield { id: part.id, event: "gap", data: { oldest: part.id } };
        }
        if ("retry" in part) {
          retryMs = part.retry;
        } else {
          lastEventId = part.id;
          if ("event" in part) yield { ...part, data: JSON.parse(part.data) };
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (failures === undefined || isFinal(error)) throw error;
    } finally {
      signal?.removeEventListener("abort", end);
      link.abort();
    }
    await abortableSleep(Math.min(retryMs * 2 ** failures++, MAX_RETRY_MS), signal);
  }
}

async function openStream(
  connection: Connection,
  path: string,
  idFor: (server: ClientServer) => string,
  options: CallOptions,
): Promise<{ readonly body: ReadableStream<Uint8Array>; readonly server: ClientServer }> {
  const headersFor = (server: ClientServer) => {
    const id = idFor(server);
    return { accept: TYPE, ...(id !== "" && { "last-event-id": id }) };
  };
  const { response, server } = await connection.open(path, headersFor, options);
  const { body } = response;
  const type = response.headers.get("content-type") ?? "";
  if (body !== null && type.startsWith(TYPE)) return { body, server };
  throw new TypeError(`Cannot follow a stream: expected ${TYPE}, got "${type}"`);
}

async function* readParts(
  body: ReadableStream<Uint8Array>,
  lastEventId: string,
  link: AbortController,
): AsyncGenerator<StreamPart> {
  const { signal } = link;
  const reader = body.getReader();
  // The signal that fetch was given does not end the body in every runtime: Deno forgets it as soon as
  // the response, which no code needs any more, is collected as garbage.
  const leave = () => void reader.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  const decoder = new TextDecoder();
  const parse = createEventParser(lastEventId);
  while (true) {
    const silence = setTimeout(() => link.abort(), MAX_SILENCE_MS);
    const { value, done } = await reader.read().finally(() => clearTimeout(silence));
    signal.throwIfAborted();
    if (done) return;
    yield* parse(decoder.decode(value, { stream: true }));
  }
}

/** A server that fails may be back; one that refuses will refuse again; a broken event is a fault. */
function isFinal(error: unknown): boolean {
  return error instanceof OshibaseError ? error.status < 500 : error instanceof SyntaxError;
}
