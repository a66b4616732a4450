/**
 * The least that a server can do: `plain.ts <url> <headers>` asks once for an answer, and gives its bytes and
 * headers to every request. Without a URL every answer is an empty 200.
 */
import { get, type IncomingMessage } from "node:http";

/** What an HTTP server adds by itself. */
const ADDED = ["date", "content-length", "connection", "keep-alive", "transfer-encoding"];

const [url, asked] = Deno.args;
let [body, init]: [Uint8Array<ArrayBuffer> | null, ResponseInit] = [null, {}];
if (url !== undefined) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { agent: false, headers: JSON.parse(asked!) }, resolve).on("error", reject)
  );
  const bytes = new Uint8Array(await new Response(ReadableStream.from(answer)).arrayBuffer());
  const headers = Object.entries(answer.headers).filter(([name]) => !ADDED.includes(name))
    .map(([name, value]) => [name, String(value)] as [string, string]);
  init = { status: answer.statusCode!, headers };
  body = answer.statusCode === 304 ? null : bytes;
}

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(`Listening on http://127.0.0.1:${port}/`),
}, () => new Response(body, init));
