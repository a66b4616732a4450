import assert from "node:assert/strict";
import type { HeaderList } from "../../../src/http/fixed_headers.ts";
import { ResponseTemplate } from "../../../src/http/respond_cached.ts";

const KIND = {
  status: 200,
  body: new TextEncoder().encode("[]"),
  headers: [["content-type", "application/json"], ["link", "<a>"]],
} as const;

/** Requests of callers that are told of different things, in any order. */
const LISTS: readonly HeaderList[] = [
  [["x-request-id", "1"]],
  [["x-request-id", "2"], ["ratelimit-policy", "q=1"], ["ratelimit", "r=9"]],
  [["x-request-id", "3"]],
  [["x-request-id", "4"], ["ratelimit-policy", "q=1"], ["ratelimit", "r=8"]],
  [["x-request-id", "5"], ["ratelimit-policy", "q=2"], ["ratelimit", "r=8"]],
  [["x-request-id", "6"], ["link", "<b>"]],
  [["x-request-id", "7"], ["link", "<c>"]],
  [["x-request-id", "8"], ["ratelimit-policy", "q=1"], ["ratelimit", "r=7"]],
  [],
  [["x-request-id", "9"]],
  ...Array.from({ length: 20 }, (_, n) => [[`x-${n}`, "1"]] as const),
];

Deno.test("a response of a template has the headers of a response made anew, and no other", async () => {
  const template = new ResponseTemplate(KIND);
  const responses = LISTS.map((own) => ({ own, response: template.respond(own) }));
  for (const { own, response } of responses) {
    const headers = new Headers(KIND.headers as unknown as [string, string][]);
    for (const [name, value] of own) headers.append(name, value);
    assert.deepEqual([...response.headers], [...headers]);
    assert.equal(response.status, 200);
    assert.equal(await response.text(), "[]");
  }
});

Deno.test("a header that is set on one response is on no other", () => {
  const template = new ResponseTemplate({ status: 304, body: null, headers: [["etag", '"a"']] });
  const own: HeaderList = [["x-request-id", "1"]];
  template.respond(own).headers.set("connection", "close");
  assert.deepEqual([...template.respond(own).headers], [["etag", '"a"'], ["x-request-id", "1"]]);
});
