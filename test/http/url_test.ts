import assert from "node:assert/strict";
import { Refusal } from "../../src/http/refusal.ts";
import { readUrl } from "../../src/http/url.ts";

const BASE = "http://127.0.0.1/v1/birthdays";

Deno.test("a URL is read once, however often it is asked for", () => {
  const asked = readUrl(`${BASE}?days=30&tz=Asia%2FTokyo`);
  assert.deepEqual(asked.target.segments, ["v1", "birthdays"]);
  assert.deepEqual(asked.query, new Map([["days", ["30"]], ["tz", ["Asia/Tokyo"]]]));
  assert.equal(readUrl(`${BASE}?days=30&tz=Asia%2FTokyo`), asked);
});

Deno.test("a URL that holds a credential is not remembered, however its name is written", () => {
  for (const name of ["apikey", "api%6Bey", "priority_token", "username", "password", "code"]) {
    const url = `${BASE}?${name}=secret`;
    assert.notEqual(readUrl(url), readUrl(url), name);
  }
  const nearly = `${BASE}?apikeys=1`;
  assert.equal(readUrl(nearly), readUrl(nearly));
});

Deno.test("what cannot be read, or is long, is read anew each time", () => {
  const broken = readUrl(`${BASE}?a=%zz`);
  assert.ok(broken.query instanceof Refusal);
  assert.notEqual(readUrl(`${BASE}?a=%zz`), broken);
  const long = `${BASE}?a=${"x".repeat(300)}`;
  assert.notEqual(readUrl(long), readUrl(long));
});

Deno.test("a flood of URLs leaves no more than a thousand in memory", () => {
  const first = readUrl(`${BASE}?n=first`);
  for (let n = 0; n < 1_000; n++) readUrl(`${BASE}?n=${n}`);
  assert.notEqual(readUrl(`${BASE}?n=first`), first);
});
