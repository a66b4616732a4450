/**
 * One way of doing a thing, to be measured beside another: `trick.ts <way>` answers every request with
 * the same headers and 30 KB, or none where only headers are read.
 */
import { listen } from "./listen.ts";

const BYTES = new Uint8Array(30_000).fill(97);
const TEXT = "a".repeat(30_000);
const HEADERS: [string, string][] = [
  ["content-type", "application/json"],
  ["etag", '"abc"'],
  ["vary", "Accept-Encoding, Authorization, x-api-key"],
  ["cache-control", "private, max-age=60"],
  ["access-control-allow-origin", "*"],
];
/** What a request for data is asked for. */
const NAMES = ["host", "x-priority-token", "authorization", "x-api-key", "api-key"];

const small = new Response("[]", { headers: HEADERS });
const bytes = new Response(BYTES, { headers: HEADERS });
const text = new Response(TEXT, { headers: HEADERS });

/** Reads as the gate does; a header that is there ends nothing. */
function read(headers: Headers): void {
  for (const name of NAMES) headers.get(name);
  headers.get("accept-encoding");
  headers.get("if-none-match");
}

const WAYS: Record<string, (request: Request) => Response> = {
  "cloned bytes": () => bytes.clone(),
  "cloned ASCII text": () => text.clone(),
  "headers by name": ({ headers }) => {
    read(headers);
    return small.clone();
  },
  "headers, one asked whether it is there": ({ headers }) => {
    headers.has("host");
    read(headers);
    return small.clone();
  },
};

listen(WAYS[Deno.args[0]!]!);
