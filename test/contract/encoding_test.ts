import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { createProgram } from "../support/program.ts";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";

const PATH = "/api/kembang/members";

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
  await using app = await createProgram(TRIO);
  const response = await app.ask(PATH, { headers: { "accept-encoding": header } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-encoding"), coding);
  assert.match(response.headers.get("vary")!, /^Accept-Encoding, /);
});

Deno.test("without Accept-Encoding nothing is encoded", async () => {
  await using app = await createProgram(TRIO);
  assert.equal((await app.ask(PATH)).headers.get("content-encoding"), null);
});

async function bytesOf(response: Response): Promise<Uint8Array> {
  return new Uint8Array(await response.arrayBuffer());
}

Deno.test("br and gzip decode to the bytes of identity, on every endpoint", async () => {
  await using app = await createProgram(TRIO);
  for (const path of await everyPath(app)) {
    const ask = async (coding: string) =>
      await bytesOf(await app.ask(path, { headers: { "accept-encoding": coding } }));
    const plain = await ask("identity");
    assert.deepEqual(new Uint8Array(brotliDecompressSync(await ask("br"))), plain, path);
    assert.deepEqual(new Uint8Array(gunzipSync(await ask("gzip"))), plain, path);
  }
});

Deno.test("large answers are smaller on the way, also when many ask for the first time at once", async () => {
  await using app = await createProgram(REPOSITORY);
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
  await using app = await createProgram(TRIO);
  const response = await app.ask("/nope", { headers: { "accept-encoding": "br, gzip" } });
  assert.equal(response.headers.get("content-encoding"), null);
  assert.equal((await response.json()).status, false);
});
