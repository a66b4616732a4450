import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type Ask, world } from "../support/world.ts";

const NO_KEY = { key: null };
const OVER = "x".repeat(4097);
const [MALFORMED, UNKNOWN, NOT_TAKEN] = ["MALFORMED_REQUEST", "NOT_FOUND", "METHOD_NOT_ALLOWED"];
const [CLOSED, WRONG] = ["INVALID_CREDENTIALS", "INVALID_PARAMETER"];

/** The order of decisions, each against the ones that follow it: the earlier one must win. */
const DECISIONS: [string, string, Ask, number, string | undefined][] = [
  ["bad escape, unknown group", "/api/nope/%zz", {}, 400, MALFORMED],
  ["bad escape in the query, unknown group", "/api/nope?x=%zz", {}, 400, MALFORMED],
  ["bad escape in the query, other path", "/nope?%E0%A4%A", {}, 400, MALFORMED],
  ["bad escape, method", "/api/kembang/%f", { method: "DELETE" }, 400, MALFORMED],
  ["bad escape, preflight", "/api/kembang/%", { method: "OPTIONS" }, 400, MALFORMED],
  ["bad escape, no key", "/api/kembang/members?q=%", NO_KEY, 400, MALFORMED],
  ["bad escape on a public page", "/healthz?x=%GG", NO_KEY, 400, MALFORMED],
  ["unknown group, method", "/api/nope/members", { method: "DELETE" }, 404, UNKNOWN],
  ["unknown group, preflight", "/api/nope/members", { method: "OPTIONS" }, 404, UNKNOWN],
  ["unknown group, no key", "/api/nope/members", NO_KEY, 404, UNKNOWN],
  ["unknown group, body", "/api/nope", { method: "POST", body: OVER }, 404, UNKNOWN],
  ["outside the families, no key", "/elsewhere", NO_KEY, 404, UNKNOWN],
  ["outside the families, no key", "/api", NO_KEY, 404, UNKNOWN],
  ["outside the families, no key", "/v2/birthdays", NO_KEY, 404, UNKNOWN],
  ["outside the families, method", "/api", { method: "PATCH" }, 404, UNKNOWN],
  ["method, no key", "/api/kembang/members", { method: "POST", key: null }, 405, NOT_TAKEN],
  ["method, unknown path", "/api/kembang/nope", { method: "DELETE", key: null }, 405, NOT_TAKEN],
  ["method, wrong parameter", "/api/melati/news?page=0", { method: "PATCH" }, 405, NOT_TAKEN],
  ["body, no key", "/api/melati/members", { method: "POST", body: "{", key: null }, 400, MALFORMED],
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
  ["no key, unknown path", "/api/melati/nope", NO_KEY, 403, CLOSED],
  ["no key, unknown path", "/v1/nope", NO_KEY, 403, CLOSED],
  ["no key, wrong parameter", "/v1/birthdays?month=13", NO_KEY, 403, CLOSED],
  ["unknown path, wrong parameter", "/api/kembang/nope?page=0", {}, 404, UNKNOWN],
  ["unknown path, wrong parameter", "/v1/nope?timezone=", {}, 404, UNKNOWN],
  ["the group itself", "/api/kembang", {}, 404, UNKNOWN],
  ["the family itself", "/v1", {}, 404, UNKNOWN],
  ["other family's path", "/api/melati/birthday", {}, 404, UNKNOWN],
  ["other family's path", "/api/kembang/birthdays", {}, 404, UNKNOWN],
  ["below an item", "/api/kembang/theater/90088/lineup", {}, 404, UNKNOWN],
  ["a slash within a segment", "/api/kembang/videocall%2Ftoday", {}, 404, UNKNOWN],
  ["two slashes", "/api/kembang//members", {}, 404, UNKNOWN],
  ["two slashes at the end", "/api/kembang/members//", {}, 404, UNKNOWN],
  ["capitals", "/api/KEMBANG/members", {}, 404, UNKNOWN],
  ["capitals", "/api/kembang/Members", {}, 404, UNKNOWN],
  ["unknown item, wrong parameter", "/v1/birthdays/nope?status=x", {}, 400, WRONG],
  ["wrong month in the path", "/api/melati/birthdays/13", {}, 400, WRONG],
  ["unknown item", "/api/kembang/theater/nope", {}, 404, UNKNOWN],
];

Deno.test("of two reasons for a refusal the earlier one in the contract's order is answered", async () => {
  await using app = await world(TRIO);
  for (const [what, path, ask, status, type] of DECISIONS) {
    const response = await app.ask(path, ask);
    assert.deepEqual([response.status, (await response.json()).type], [status, type], what);
  }
});

Deno.test("one trailing slash is accepted, on every path", async () => {
  await using app = await world(TRIO);
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
  await using app = await world(TRIO);
  const plain = await app.json("/api/kembang/members");
  assert.deepEqual(await app.json("/%61pi/k%65mbang/%6Dembers"), plain);
});
