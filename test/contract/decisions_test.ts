import assert from "node:assert/strict";
import { type Ask, createProgram } from "../support/program.ts";
import { TRIO } from "../support/contents.ts";

const NO_KEY = { key: null };
const OVER = "x".repeat(4097);

/** The order of decisions, each against the ones that follow it: the earlier one must win. */
Deno.test.each<[string, string, Ask, number, string | undefined]>([
  ["bad escape, unknown group", "/api/nope/%zz", {}, 400, "MALFORMED_REQUEST"],
  ["bad escape in the query, unknown group", "/api/nope?x=%zz", {}, 400, "MALFORMED_REQUEST"],
  ["bad escape in the query, other path", "/nope?%E0%A4%A", {}, 400, "MALFORMED_REQUEST"],
  ["bad escape, method", "/api/kembang/%f", { method: "DELETE" }, 400, "MALFORMED_REQUEST"],
  ["bad escape, preflight", "/api/kembang/%", { method: "OPTIONS" }, 400, "MALFORMED_REQUEST"],
  ["bad escape, no key", "/api/kembang/members?q=%", NO_KEY, 400, "MALFORMED_REQUEST"],
  ["bad escape on a public page", "/healthz?x=%GG", NO_KEY, 400, "MALFORMED_REQUEST"],
  ["unknown group, method", "/api/nope/members", { method: "DELETE" }, 404, "NOT_FOUND"],
  ["unknown group, preflight", "/api/nope/members", { method: "OPTIONS" }, 404, "NOT_FOUND"],
  ["unknown group, no key", "/api/nope/members", NO_KEY, 404, "NOT_FOUND"],
  ["unknown group, body", "/api/nope", { method: "POST", body: OVER }, 404, "NOT_FOUND"],
  ["outside the families, no key", "/elsewhere", NO_KEY, 404, "NOT_FOUND"],
  ["outside the families, no key", "/api", NO_KEY, 404, "NOT_FOUND"],
  ["outside the families, no key", "/v2/birthdays", NO_KEY, 404, "NOT_FOUND"],
  ["outside the families, method", "/api", { method: "PATCH" }, 404, "NOT_FOUND"],
  [
    "method, no key",
    "/api/kembang/members",
    { method: "POST", key: null },
    405,
    "METHOD_NOT_ALLOWED",
  ],
  [
    "method, unknown path",
    "/api/kembang/nope",
    { method: "DELETE", key: null },
    405,
    "METHOD_NOT_ALLOWED",
  ],
  [
    "method, wrong parameter",
    "/api/melati/news?page=0",
    { method: "PATCH" },
    405,
    "METHOD_NOT_ALLOWED",
  ],
  [
    "body, no key",
    "/api/melati/members",
    { method: "POST", body: "{", key: null },
    400,
    "MALFORMED_REQUEST",
  ],
  [
    "body too large, no key",
    "/v1/birthdays",
    { method: "PUT", body: OVER, key: null },
    413,
    "BODY_TOO_LARGE",
  ],
  ["no key, unknown path in a bare group", "/api/kembang/nope", NO_KEY, 403, undefined],
  ["no key, unknown item", "/api/kembang/theater/nope", NO_KEY, 403, undefined],
  ["no key, wrong parameter", "/api/kembang/theater?page=0", NO_KEY, 403, undefined],
  ["no key, the group itself", "/api/kembang", NO_KEY, 403, undefined],
  ["no key, unknown path", "/api/melati/nope", NO_KEY, 403, "INVALID_CREDENTIALS"],
  ["no key, unknown path", "/v1/nope", NO_KEY, 403, "INVALID_CREDENTIALS"],
  ["no key, wrong parameter", "/v1/birthdays?month=13", NO_KEY, 403, "INVALID_CREDENTIALS"],
  ["unknown path, wrong parameter", "/api/kembang/nope?page=0", {}, 404, "NOT_FOUND"],
  ["unknown path, wrong parameter", "/v1/nope?timezone=", {}, 404, "NOT_FOUND"],
  ["the group itself", "/api/kembang", {}, 404, "NOT_FOUND"],
  ["the family itself", "/v1", {}, 404, "NOT_FOUND"],
  ["other family's path", "/api/melati/birthday", {}, 404, "NOT_FOUND"],
  ["other family's path", "/api/kembang/birthdays", {}, 404, "NOT_FOUND"],
  ["below an item", "/api/kembang/theater/90088/lineup", {}, 404, "NOT_FOUND"],
  ["a slash within a segment", "/api/kembang/videocall%2Ftoday", {}, 404, "NOT_FOUND"],
  ["two slashes", "/api/kembang//members", {}, 404, "NOT_FOUND"],
  ["two slashes at the end", "/api/kembang/members//", {}, 404, "NOT_FOUND"],
  ["capitals", "/api/KEMBANG/members", {}, 404, "NOT_FOUND"],
  ["capitals", "/api/kembang/Members", {}, 404, "NOT_FOUND"],
  ["unknown item, wrong parameter", "/v1/birthdays/nope?status=x", {}, 400, "INVALID_PARAMETER"],
  ["wrong month in the path", "/api/melati/birthdays/13", {}, 400, "INVALID_PARAMETER"],
  ["unknown item", "/api/kembang/theater/nope", {}, 404, "NOT_FOUND"],
])("%s: %s", async (_what, path, ask, status, type) => {
  await using app = await createProgram(TRIO);
  const response = await app.ask(path, ask);
  assert.equal(response.status, status);
  assert.equal((await response.json()).type, type);
});

Deno.test("too long an address is refused before anything else", async () => {
  await using app = await createProgram(TRIO);
  for (const root of ["/api/nope/", "/api/kembang/members?q=", "/api/kembang/%zz"]) {
    const response = await app.ask(root + "x".repeat(9000), { method: "DELETE", key: null });
    assert.equal(response.status, 414);
  }
});

Deno.test("one trailing slash is accepted, on every path", async () => {
  await using app = await createProgram(TRIO);
  const paths = ["/api/kembang/members", "/api/melati/birthdays/3", "/v1/birthdays", "/healthz"];
  for (
    const path of [...paths, "/api/kembang/theater/90088", "/api/kembang/member/Ayu%20Lestari"]
  ) {
    const plain = await app.json(path);
    assert.deepEqual(await app.json(`${path}/`), plain);
    assert.deepEqual(await app.json(`${path}/?x=y`), plain);
  }
});

Deno.test("escapes in the path mean what they stand for", async () => {
  await using app = await createProgram(TRIO);
  const plain = await app.json("/api/kembang/members");
  assert.deepEqual(await app.json("/%61pi/k%65mbang/%6Dembers"), plain);
});

Deno.test("a key for some groups is refused for the others as a wrong key is", async () => {
  await using app = await createProgram(TRIO);
  const narrow = { key: app.narrowKey };
  assert.equal((await app.ask("/api/melati/members", narrow)).status, 200);
  assert.equal((await app.ask("/api/melati-kl/members", narrow)).status, 200);
  for (const path of ["/api/kembang/members", "/api/hkr/members"]) {
    const response = await app.ask(path, narrow);
    assert.equal(response.status, 403);
    assert.deepEqual(await response.json(), { status: false, message: "Invalid API Key" });
  }
});
