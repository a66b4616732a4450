import assert from "node:assert/strict";
import { readAdminPair } from "../../src/access/gate/credentials.ts";
import { parseQuery, parseTarget } from "../../src/http/request.ts";
import { HttpError } from "../../src/http/http_error.ts";

function read(
  parts: { headers?: Record<string, string>; query?: string; body?: Record<string, unknown> },
) {
  return readAdminPair({
    method: "GET",
    headers: new Headers(parts.headers),
    target: parseTarget("http://localhost/api/admin/keys"),
    query: parseQuery(parts.query ?? ""),
    body: parts.body ?? {},
    address: "192.0.2.1",
    isSecure: false,
    requestId: "p-1",
  });
}

const PAIR = { username: "root", password: "secret" };

Deno.test("readAdminPair() reads every carrier, header before query before body", () => {
  assert.deepEqual(read({ headers: PAIR }), PAIR);
  const long = { "x-admin-username": "root", "x-admin-password": "secret" };
  assert.deepEqual(read({ headers: long }), PAIR);
  assert.deepEqual(read({ query: "username=root&password=secret" }), PAIR);
  assert.deepEqual(read({ body: PAIR }), PAIR);
  const other = { username: "other", password: "other" };
  assert.deepEqual(read({ headers: PAIR, query: "username=x&password=x", body: other }), PAIR);
  assert.deepEqual(read({ query: "username=root&password=secret", body: other }), PAIR);
});

Deno.test("readAdminPair() takes half a pair and an empty one for none", () => {
  assert.equal(read({}), undefined);
  assert.equal(read({ headers: { username: "root" } }), undefined);
  assert.equal(read({ query: "username=root&password=" }), undefined);
  assert.equal(read({ body: { username: "root", password: 7 } }), undefined);
});

Deno.test("readAdminPair() refuses a name or password with two values", () => {
  const twice = { headers: { ...PAIR, "x-admin-password": "other" } };
  assert.throws(() => read(twice), (error) => error instanceof HttpError && error.status === 400);
  assert.throws(() => read({ query: "username=a&username=b&password=c" }), HttpError);
  assert.deepEqual(read({ headers: { ...PAIR, "x-admin-username": "root" } }), PAIR);
});

Deno.test("readAdminPair() reads header bytes as UTF-8 where they are, else as they came", () => {
  const bytes = String.fromCharCode(...new TextEncoder().encode("pä😀"));
  assert.equal(read({ headers: { ...PAIR, password: bytes } })?.password, "pä😀");
  assert.equal(read({ headers: { ...PAIR, password: "p\xe4" } })?.password, "pä");
  assert.equal(read({ query: "username=root&password=p%C3%A4" })?.password, "pä");
});
