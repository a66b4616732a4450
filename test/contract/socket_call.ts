import { connect } from "node:net";
import { Buffer } from "node:buffer";

/** A request as its bytes will be: header lines in order, doubled where the test says so. */
export interface SocketCall {
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
  /** The address to call from: any of 127.0.0.0/8 is this machine's own. Default 127.0.0.1. */
  readonly from?: string;
}

/** What came back. */
export interface SocketReply {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Everything, head and body, as it came. */
  readonly text: string;
}

const PATIENCE_MS = 20_000;

/** Sends one request over a connection of its own and reads until the server hangs up. */
export async function socketCall(base: string, call: SocketCall): Promise<SocketReply> {
  const { hostname, port } = new URL(base);
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port), localAddress: call.from ?? "127.0.0.1" });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const chunks: Uint8Array[] = [];
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`No answer to ${call.path}`)));
  socket.on("data", (chunk: Uint8Array) => void chunks.push(chunk));
  socket.on("error", reject);
  socket.on("close", () => resolve());
  socket.write(requestText(call, `${hostname}:${port}`));
  await promise;
  return parseReply(Buffer.concat(chunks).toString("utf8"));
}

function requestText(call: SocketCall, host: string): string {
  const { method = "GET", path, headers = [], body } = call;
  const length = body === undefined ? 0 : new TextEncoder().encode(body).length;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${length}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

/** The service's answers have a length, so that what stands behind the head is the body as it is. */
function parseReply(text: string): SocketReply {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(first.split(" ")[1]),
    headers: new Map(headers),
    body: text.slice(end + 4),
    text,
  };
}
