import type { Clock } from "../platform/clock.ts";
import { HttpError } from "./http_error.ts";
import type { JsonBody } from "./request.ts";

/** Reads request bodies. At most 256 are unfinished at once, which is 1 MiB of text. */
export interface BodyReader {
  /**
   * Reads the JSON object in a request's body, which has 5 s to be whole. No body is an empty object.
   *
   * @throws {HttpError} `BODY_TOO_LARGE`, `MALFORMED_REQUEST` where it is not a JSON object, `TIMEOUT`,
   *   or `TRY_AGAIN` where 256 younger ones are unfinished
   */
  read(request: Request): Promise<JsonBody>;
}

/** Largest body taken, in bytes. */
const MAX_BODY = 4096;
/** 4 KiB are there within a round trip or two, whatever the line. */
const WAIT_MS = 5000;
const MAX_UNFINISHED = 256;

/**
 * Makes a reader. One body too many gives up the oldest: an honest one is whole within a round trip,
 * so that it is the oldest only where thousands come in a second.
 */
export function createBodyReader(clock: Clock): BodyReader {
  /** The functions that give up each unfinished body, oldest first. */
  const unfinished = new Set<(refusal: HttpError) => void>();

  async function readWhole(request: Request): Promise<string> {
    if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY) {
      throw new HttpError("BODY_TOO_LARGE");
    }
    if (request.body === null) return "";
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const giveUp = (refusal: HttpError) => {
      unfinished.delete(giveUp);
      reject(refusal);
    };
    if (unfinished.size >= MAX_UNFINISHED) unfinished.values().next().value!(tooManyBodies());
    unfinished.add(giveUp);
    const stopTimer = clock.after(WAIT_MS, () => giveUp(timedOut()));
    try {
      return await readText(request.body, givenUp);
    } finally {
      stopTimer();
      unfinished.delete(giveUp);
    }
  }

  return { read: async (request) => parse(await readWhole(request)) };
}

/**
 * The text of a body. One that is given up is let go when its next bytes come, or with its socket:
 * Deno 2.9 keeps a read that is under way for good if its stream is cancelled, 7 KB for each body.
 */
async function readText(
  body: ReadableStream<Uint8Array>,
  givenUp: Promise<never>,
): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const { read, cancel } = readerOf(body);
  let length = 0;
  let text = "";
  for (;;) {
    const reading = read();
    try {
      const { done, value } = await Promise.race([reading.catch(brokenOff), givenUp]);
      if (done) return text + decode(decoder);
      length += value.length;
      if (length > MAX_BODY) throw new HttpError("BODY_TOO_LARGE");
      text += decode(decoder, value);
    } catch (error) {
      reading.then(cancel).catch(() => {});
      throw error;
    }
  }
}

/** The body breaks off, which is the sender's fault, not ours. */
function brokenOff(): never {
  throw new HttpError("MALFORMED_REQUEST", { message: "The body breaks off" });
}

/** Deno's own buffers for a body are 64 KiB each, two for one that is waited for: bring our own. */
function readerOf(body: ReadableStream<Uint8Array>) {
  try {
    const reader = body.getReader({ mode: "byob" });
    return { read: () => reader.read(new Uint8Array(MAX_BODY)), cancel: () => reader.cancel() };
  } catch {
    // A body that came whole, together with its head, is no stream of bytes.
    const reader = body.getReader();
    return { read: () => reader.read(), cancel: () => reader.cancel() };
  }
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw notAnObject();
  }
}

function parse(text: string): JsonBody {
  if (text.trim() === "") return {};
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw notAnObject();
  return value as JsonBody;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notAnObject();
  }
}

function notAnObject(): HttpError {
  return new HttpError("MALFORMED_REQUEST", { message: "The body is not a JSON object" });
}

/** "The server SHOULD send the close connection option" (RFC 9110, 15.5.9): the rest may come yet. */
function timedOut(): HttpError {
  return new HttpError("TIMEOUT", { headers: [["connection", "close"]] });
}

function tooManyBodies(): HttpError {
  const message = "Too many requests wait for their bodies; try again";
  return new HttpError("TRY_AGAIN", {
    message,
    headers: [["connection", "close"], ["retry-after", "1"]],
  });
}
