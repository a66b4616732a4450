import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";
import { TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";

const READ = "GET, HEAD, OPTIONS";
const READ_WITH_BODY = "GET, HEAD, POST, PUT, OPTIONS";

const PLACES: [string, string][] = [
  ["/api/kembang/members", READ],
  ["/api/kembang/nope", READ],
  ["/api/hkr/theater", READ],
  ["/api/melati/schedule", READ_WITH_BODY],
  ["/api/melati/nope", READ_WITH_BODY],
  ["/v1/birthdays/today", READ_WITH_BODY],
  ["/healthz", READ],
  ["/readyz", READ],
  ["/status", READ],
];

Deno.test.each(PLACES)("OPTIONS %s is a preflight that asks for no key", async (path, methods) => {
  await using app = await createProgram(TRIO);
  const response = await app.ask(path, { method: "OPTIONS", key: null });
  assert.equal(response.status, 204);
  assert.equal(response.body, null);
  const { headers } = response;
  assert.equal(headers.get("allow"), methods);
  assert.equal(headers.get("access-control-allow-methods"), methods);
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.equal(headers.get("access-control-max-age"), "7200");
  const allowed = headers.get("access-control-allow-headers")!.toLowerCase().split(/,\s*/);
  const carriers = "x-priority-token x-api-key api-key username password x-admin-username " +
    "x-admin-password authorization content-type if-none-match last-event-id";
  assert.deepEqual(allowed.toSorted(), carriers.split(" ").toSorted());
});

Deno.test.each(PLACES)("%s refuses other methods with 405 and Allow: %s", async (path, methods) => {
  await using app = await createProgram(TRIO);
  const known = ["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "X"];
  for (const method of known.filter((name) => !methods.split(", ").includes(name))) {
    const response = await app.ask(path, { method });
    assert.equal(response.status, 405, method);
    assert.equal(response.headers.get("allow"), methods);
    assert.equal((await response.json()).type, "METHOD_NOT_ALLOWED");
  }
});

Deno.test("HEAD answers with the headers of GET and no body, on every endpoint", async () => {
  await using app = await createProgram(TRIO);
  const paths = await everyPath(app);
  const others = [
    "/healthz",
    "/status",
    "/nope",
    "/api/kembang/nope",
    "/api/kembang/theater?page=0",
  ];
  for (const path of [...paths, ...others]) {
    for (const coding of ["identity", "br", "gzip"]) {
      const headers = { "accept-encoding": coding };
      const get = await app.ask(path, { headers });
      const head = await app.ask(path, { headers, method: "HEAD" });
      assert.equal(head.status, get.status, path);
      assert.equal(head.body, null, path);
      const length = (await get.arrayBuffer()).byteLength;
      // The server adds the length of a body that is there; of one that is not, the program does.
      const expected = { ...headersOf(get), "content-length": String(length) };
      assert.deepEqual(headersOf(head), expected, path);
    }
  }
});

/** The headers but the one that names the request. */
function headersOf({ headers }: Response): Record<string, string> {
  const { "x-request-id": _, ...others } = Object.fromEntries(headers);
  return others;
}

Deno.test("HEAD asks for a key as GET does", async () => {
  await using app = await createProgram(TRIO);
  const response = await app.ask("/api/kembang/members", { method: "HEAD", key: null });
  assert.equal(response.status, 403);
  assert.equal(response.body, null);
});
