import { Refusal } from "./refusal.ts";

/** Largest body taken, in bytes. */
const MAX_BODY = 4096;

/**
 * Reads the JSON object in a request's body; no body is an empty object.
 *
 * @throws {Refusal} `BODY_TOO_LARGE`, or `MALFORMED_REQUEST` where it is not a JSON object
 */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY) {
    throw new Refusal("BODY_TOO_LARGE");
  }
  const text = await readText(request);
  if (text.trim() === "") return {};
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw notAnObject();
  return value as Record<string, unknown>;
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let length = 0;
  let text = "";
  for await (const chunk of chunksOf(request)) {
    length += chunk.length;
    if (length > MAX_BODY) throw new Refusal("BODY_TOO_LARGE");
    text += decode(decoder, chunk);
  }
  return text + decode(decoder);
}

/** The body as it comes in. One that breaks off is the sender's fault, not ours. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    throw new Refusal("MALFORMED_REQUEST", { message: "The body breaks off" });
  }
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw notAnObject();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notAnObject();
  }
}

function notAnObject(): Refusal {
  return new Refusal("MALFORMED_REQUEST", { message: "The body is not a JSON object" });
}
