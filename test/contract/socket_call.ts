import { Buffer } from "node:buffer";
import { connect } from "node:net";

/** What came back over a socket; status 0 where the server hung up without a word. */
export interface SocketReply {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Everything, head and body, as it came. */
  readonly text: string;
}

/**
 * Sends bytes as they are and reads until the server hangs up, so that a request asks for
 * `Connection: close`. `half`: the sending side is closed at once. `from`: the address to call from, any of
 * 127.0.0.0/8. A server that says nothing for `patienceMs` is one that answers nothing.
 */
export async function exchange(
  { hostname, port }: { readonly hostname: string; readonly port: number },
  request: string | Uint8Array,
  { half = false, from = "127.0.0.1", patienceMs = 5_000 } = {},
): Promise<SocketReply> {
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port, localAddress: from });
  const { promise, resolve } = Promise.withResolvers<void>();
  const chunks: Uint8Array[] = [];
  socket.setTimeout(patienceMs, () => socket.destroy());
  socket.on("data", (chunk: Uint8Array) => void chunks.push(chunk));
  // It may answer and hang up before it has read everything: what came counts.
  socket.on("error", () => {});
  socket.on("close", () => resolve());
  if (half) socket.end(request);
  else socket.write(request);
  await promise;
  return parse(Buffer.concat(chunks).toString("latin1"));
}

function parse(text: string): SocketReply {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return { status: 0, headers: {}, body: "", text };
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(first.split(" ")[1]),
    headers: Object.fromEntries(headers),
    body: text.slice(end + 4),
    text,
  };
}

/** A request as its bytes will be: header lines in order, doubled where the test says so. */
export interface SocketCall {
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  readonly from?: string;
}

/** Sends one request over a connection of its own. */
export async function socketCall(base: string, call: SocketCall): Promise<SocketReply> {
  const { hostname, port } = new URL(base);
  const { method = "GET", path, headers = [], body = "", from } = call;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    "Connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${new TextEncoder().encode(body).length}`,
  ];
  const to = { hostname, port: Number(port) };
  const reply = await exchange(to, `${lines.join("\r\n")}\r\n\r\n${body}`, {
    ...from && { from },
    patienceMs: 20_000,
  });
  if (reply.status === 0) throw new Error(`No answer to ${path}`);
  return reply;
}
