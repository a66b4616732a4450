import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type World, world } from "../support/world.ts";

const PATH = "/api/kembang/members";

async function etagOf(app: World, path: string, coding = "identity"): Promise<string> {
  const response = await app.ask(path, { headers: { "accept-encoding": coding } });
  await response.body?.cancel();
  return response.headers.get("etag")!;
}

Deno.test("what the client has already is answered 304, on every endpoint", async () => {
  await using app = await world(TRIO);
  for (const path of await everyPath(app)) {
    const get = await app.ask(path);
    const headers = { "if-none-match": get.headers.get("etag")! };
    for (const method of ["GET", "HEAD"]) {
      const response = await app.ask(path, { headers, method });
      assert.equal(response.status, 304, path);
      assert.equal(response.body, null);
      for (const name of ["etag", "vary", "cache-control", "deno-cdn-cache-control"]) {
        assert.equal(response.headers.get(name), get.headers.get(name), name);
      }
    }
  }
});

/** `TAG` stands for the current tag. */
Deno.test.each([
  ["TAG", 304],
  ["W/TAG", 304],
  ["*", 304],
  [" * ", 304],
  ['"other", TAG', 304],
  ['"other",W/TAG,"third"', 304],
  ['TAG, "other"', 304],
  ['"with, comma", TAG', 304],
  ['W/"other" , TAG', 304],
  ['"other"', 200],
  ['"other", W/"third"', 200],
  ['"*"', 200],
  ['""', 200],
  ["", 200],
  ["nonsense", 200],
  ['"unclosed', 200],
  ["W/", 200],
  [",,,", 200],
])("If-None-Match: %s gives %d", async (template, status) => {
  await using app = await world(TRIO);
  const header = template.replace("TAG", await etagOf(app, PATH));
  const response = await app.ask(PATH, { headers: { "if-none-match": header } });
  assert.equal(response.status, status);
});

Deno.test("a tag without its quotes, or in other letters, is another tag", async () => {
  await using app = await world(TRIO);
  const tag = await etagOf(app, PATH);
  for (const other of [tag.slice(1, -1), tag.toLowerCase(), `"${tag.slice(1, 5)}"`]) {
    const response = await app.ask(PATH, { headers: { "if-none-match": other } });
    assert.equal(response.status, 200, other);
  }
});

Deno.test("each coding has its own strong tag, and only that one matches it", async () => {
  await using app = await world(TRIO);
  const codings = ["identity", "br", "gzip"];
  const tags = await Promise.all(codings.map((coding) => etagOf(app, PATH, coding)));
  assert.equal(new Set(tags).size, 3);
  for (const tag of tags) assert.doesNotMatch(tag, /^W\//);
  for (const [place, coding] of codings.entries()) {
    for (const [other, tag] of tags.entries()) {
      const headers = { "accept-encoding": coding, "if-none-match": tag };
      const response = await app.ask(PATH, { headers });
      assert.equal(response.status, place === other ? 304 : 200, `${coding} with ${tag}`);
    }
  }
});

Deno.test("the tag goes by the body alone: same bytes, same tag; other bytes, another tag", async () => {
  await using one = await world(TRIO);
  await using other = await world(TRIO);
  const tags = new Map<string, string>();
  for (const path of await everyPath(one)) {
    const response = await one.ask(path);
    const tag = response.headers.get("etag")!;
    const body = await response.text();
    assert.equal(tags.get(tag) ?? body, body, path);
    tags.set(tag, body);
    assert.equal(await etagOf(other, path), tag, path);
  }
  assert.equal(new Set(tags.values()).size, tags.size);
});

Deno.test("no key, no 304: the tag opens nothing", async () => {
  await using app = await world(TRIO);
  const response = await app.ask(PATH, { key: null, headers: { "if-none-match": "*" } });
  assert.equal(response.status, 403);
});

Deno.test("If-None-Match does not turn an error into 304", async () => {
  await using app = await world(TRIO);
  const headers = { "if-none-match": "*" };
  assert.equal((await app.ask("/api/kembang/theater/nope", { headers })).status, 404);
  assert.equal((await app.ask("/api/kembang/theater?page=0", { headers })).status, 400);
});

Deno.test("If-Modified-Since and Range change nothing", async () => {
  await using app = await world(TRIO);
  const headers = { "if-modified-since": "Sat, 01 Jan 2050 00:00:00 GMT", "range": "bytes=0-9" };
  const response = await app.ask(PATH, { headers });
  assert.equal(response.status, 200);
  assert.ok(Array.isArray(await response.json()));
});

Deno.test.each([
  ["", null],
  ["identity", null],
  ["br", "br"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["GZIP", "gzip"],
  ["deflate", null],
  ["zstd, deflate", null],
  ["gzip, deflate, br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["gzip;q=0.5, br;q=1.0", "br"],
  ["gzip ; q=0.4 , br ; q=0.6", "br"],
  ["gzip;Q=0.9,br;q=0.8", "gzip"],
  ["br;q=0.001", "br"],
  ["br;q=0", null],
  ["br;q=0, gzip;q=0.000", null],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["*;q=0", null],
  ["gzip;q=0.5, *;q=0.1", "gzip"],
  ["gzip;q=0, *", "br"],
  ["br;q=0, *;q=0.5", "gzip"],
  ["identity;q=1, br;q=0.5", null],
  ["identity;q=0.5, gzip;q=0.4", null],
  ["identity;q=0.5, gzip;q=0.6", "gzip"],
  ["identity;q=0", null],
  ["identity;q=0, br", "br"],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["identity;q=0, *", "br"],
  ["br;q=nonsense, gzip", "gzip"],
  ["br;q=2, gzip;q=0.1", "gzip"],
  ["br;q=-1", null],
  [",,;;=,", null],
  ["br;level=5;q=0", null],
])("Accept-Encoding: %j gives %s", async (header, coding) => {
  await using app = await world(TRIO);
  const response = await app.ask(PATH, { headers: { "accept-encoding": header } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-encoding"), coding);
  assert.match(response.headers.get("vary")!, /^Accept-Encoding, /);
});

Deno.test("without Accept-Encoding nothing is encoded", async () => {
  await using app = await world(TRIO);
  assert.equal((await app.ask(PATH)).headers.get("content-encoding"), null);
});

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

Deno.test("br and gzip decode to the bytes of identity, on every endpoint", async () => {
  await using app = await world(TRIO);
  for (const path of await everyPath(app)) {
    const ask = async (coding: string) =>
      await bytesOf(await app.ask(path, { headers: { "accept-encoding": coding } }));
    const plain = await ask("identity");
    assert.deepEqual(new Uint8Array(brotliDecompressSync(await ask("br"))), plain, path);
    assert.deepEqual(new Uint8Array(gunzipSync(await ask("gzip"))), plain, path);
  }
});

Deno.test("large answers are smaller on the way, also when many ask for the first time at once", async () => {
  await using app = await world(REPOSITORY);
  const path = "/api/groupa/theater";
  const plain = await bytesOf(await app.ask(path));
  assert.ok(plain.length > 100_000);
  for (const [coding, decode] of [["br", brotliDecompressSync], ["gzip", gunzipSync]] as const) {
    const headers = { "accept-encoding": coding };
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => await bytesOf(await app.ask(path, { headers }))),
    );
    for (const body of all) assert.deepEqual(body, all[0]);
    assert.ok(all[0]!.length < plain.length / 5);
    assert.deepEqual(new Uint8Array(decode(all[0]!)), plain);
  }
});

Deno.test("errors are sent as they are", async () => {
  await using app = await world(TRIO);
  const response = await app.ask("/nope", { headers: { "accept-encoding": "br, gzip" } });
  assert.equal(response.headers.get("content-encoding"), null);
  assert.equal((await response.json()).status, false);
});
