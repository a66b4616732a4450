/**
 * The floor `reads`: `reads.ts <answer file>` reads of a request what any server with keys has to, and
 * sends the ready answer with two headers of its own. It decides nothing.
 */
import { bodyOf, isVarying, readAnswer } from "../answer.ts";
import { listen } from "./listen.ts";

const answer = readAnswer(Deno.args[0]!);
const headers = Object.entries(answer.headers);
const own = headers.filter(isVarying).map(([name]) => name);
const master = new Response(bodyOf(answer), { status: answer.status, headers });

/** What came last, so that the reading is not optimised away. */
let last: unknown;
let count = 0;

listen(({ method, url, headers }, { remoteAddr }) => {
  last = [method, url, remoteAddr.hostname, headers.has("host"), headers.get("host")];
  last = [headers.get("x-api-key"), headers.get("authorization")];
  last = [headers.get("accept-encoding"), headers.get("if-none-match")];
  const text = `${last === undefined ? "" : answer.headers["x-request-id"]}${++count % 10}`;
  for (const name of own) {
    if (name === "cache-control") continue;
    master.headers.set(
      name,
      name === "ratelimit" ? `"quota";r=${20_000_000 - count};t=1000` : text,
    );
  }
  return master.clone();
});
