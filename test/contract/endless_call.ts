import { connect } from "node:net";

/** A request whose body begins and never ends. */
export interface EndlessCall {
  readonly path: string;
  readonly headers?: readonly (readonly [string, string])[];
  /** Sends one more byte of the body each so many ms. */
  readonly trickleMs?: number;
}

/** The answer to a body that never ended. */
export interface EndlessReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
  /** How long it took, in ms. */
  readonly tookMs: number;
}

/** A connection on which a body is under way. */
export interface EndlessBody {
  readonly answered: Promise<EndlessReply>;
  close(): void;
}

/** Sends all of a request but the end of its body. The server cannot hang up before that comes. */
export function sendEndlessBody(base: string, call: EndlessCall): EndlessBody {
  const { hostname, port } = new URL(base);
  const { promise, resolve, reject } = Promise.withResolvers<EndlessReply>();
  const began = performance.now();
  const socket = connect({ host: hostname, port: Number(port) });
  const lines = (call.headers ?? []).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(
    `POST ${call.path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${lines}Content-Length: 4000\r\n\r\n{"a":`,
  );
  const trickle = call.trickleMs && setInterval(() => socket.write(" "), call.trickleMs);
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    text += chunk;
    const reply = parse(text);
    if (reply !== undefined) resolve({ ...reply, tookMs: performance.now() - began });
  });
  socket.on("error", reject);
  socket.on("close", () => reject(new Error(`The server hung up without an answer: ${text}`)));
  promise.catch(() => {});
  return {
    answered: promise,
    close() {
      clearInterval(trickle);
      socket.destroy();
    },
  };
}

/** The answer to a body that never ends, on a connection that is closed then. */
export async function callEndlessly(base: string, call: EndlessCall): Promise<EndlessReply> {
  const body = sendEndlessBody(base, call);
  try {
    return await body.answered;
  } finally {
    body.close();
  }
}

/** An answer that is whole by its length. */
function parse(text: string): Omit<EndlessReply, "tookMs"> | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Map(lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  const body = text.slice(end + 4);
  if (body.length < Number(headers.get("content-length"))) return undefined;
  return { status: Number(first.split(" ")[1]), headers, body: JSON.parse(body) };
}
