import assert from "node:assert/strict";
import { HttpError } from "../../src/http/http_error.ts";
import { parseUrl } from "../../src/http/request.ts";

const BASE = "http://127.0.0.1/v1/birthdays";

Deno.test("a URL is read once, however often it is asked for", () => {
  const asked = parseUrl(`${BASE}?days=30&tz=Asia%2FTokyo`);
  assert.deepEqual(asked.target.segments, ["v1", "birthdays"]);
  assert.deepEqual(asked.query, new Map([["days", ["30"]], ["tz", ["Asia/Tokyo"]]]));
  assert.equal(parseUrl(`${BASE}?days=30&tz=Asia%2FTokyo`), asked);
});

Deno.test("a URL that holds a credential is not remembered, however its name is written", () => {
  for (const name of ["apikey", "api%6Bey", "priority_token", "username", "password", "code"]) {
    const url = `${BASE}?${name}=secret`;
    assert.notEqual(parseUrl(url), parseUrl(url), name);
  }
  const nearly = `${BASE}?apikeys=1`;
  assert.equal(parseUrl(nearly), parseUrl(nearly));
});

Deno.test("what cannot be read, or is long, is read anew each time", () => {
  const broken = parseUrl(`${BASE}?a=%zz`);
  assert.ok(broken.malformed instanceof HttpError);
  assert.notEqual(parseUrl(`${BASE}?a=%zz`), broken);
  const long = `${BASE}?a=${"x".repeat(300)}`;
  assert.notEqual(parseUrl(long), parseUrl(long));
});

Deno.test("a flood of URLs leaves no more than a thousand in memory", () => {
  const first = parseUrl(`${BASE}?n=first`);
  for (let n = 0; n < 1_000; n++) parseUrl(`${BASE}?n=${n}`);
  assert.notEqual(parseUrl(`${BASE}?n=first`), first);
});
