import assert from "node:assert/strict";
import { makePage } from "../../build/emit/blob.ts";
import { packBytes } from "../../build/emit/pack_bytes.ts";
import { PACK_FORMAT } from "../../src/model/pack.ts";
import { openPack, readPages } from "../../src/catalog/pack.ts";
import { packOf } from "../support/compiled.ts";
import { TRIO } from "../support/contents.ts";

const INDEX = {
  site: { title: "A", contact: "b", base_url: "https://c.example" },
  plans: {},
  groups: [],
};

function packWith(bodies: string): Uint8Array {
  const [page] = makePage(0, (blob) => blob.add(bodies));
  const { chunks } = packBytes(INDEX, new Map([[0, page]]));
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

Deno.test("openPack() reads back what was written", () => {
  const pack = openPack(packWith('{"ä":1}[2]'));
  assert.deepEqual(pack.index.site, INDEX.site);
  assert.deepEqual(pack.json([0, 8]), { "ä": 1 });
  assert.deepEqual(pack.json([8, 3]), [2]);
  assert.equal(new TextDecoder().decode(pack.bytes([8, 3])), "[2]");
});

Deno.test("openPack() reads a pack that lies within a larger buffer", () => {
  const file = packWith("[2]");
  const around = new Uint8Array(file.length + 20);
  around.set(file, 7);
  assert.deepEqual(openPack(around.subarray(7, 7 + file.length)).json([0, 3]), [2]);
});

Deno.test("equal content has an equal build, other content another", () => {
  assert.equal(openPack(packWith("[1]")).index.build, openPack(packWith("[1]")).index.build);
  assert.notEqual(openPack(packWith("[1]")).index.build, openPack(packWith("[2]")).index.build);
});

Deno.test.each([
  ["an empty file", new Uint8Array()],
  ["a file of another kind", new TextEncoder().encode("PK\x03\x04 something else altogether")],
  ["a pack cut off in its index", packWith("[1]").subarray(0, 60)],
  ["a pack cut off in its head", packWith("[1]").subarray(0, 10)],
  ["a pack that lacks its last byte", packOf(TRIO.content).subarray(0, -1)],
  ["a pack with a byte changed in a body", changed(packOf(TRIO.content), -2)],
  ["a pack with a byte changed in its index", changed(packOf(TRIO.content), 100)],
  ["an index that says nothing", new TextEncoder().encode("OSHIBASE\x04\0\0\0null")],
  ["a pack of another version", swapFormat(packWith("[1]"))],
])("openPack() refuses %s", (_what, bytes) => {
  assert.throws(() => openPack(bytes), SyntaxError);
});

Deno.test("a pack that is opened without a check is refused where its damage is read, and by readPages()", async () => {
  const damaged = changed(packWith('{"a":1}[2]'), -2);
  const pack = openPack(damaged, { isLazy: true });
  // Again and again: what was refused once is no better the next time.
  for (let time = 0; time < 2; time++) {
    assert.throws(() => pack.json([0, 7]), /damaged/);
    await assert.rejects(readPages(pack, () => Promise.resolve()), /damaged/);
  }
  const whole = openPack(packWith('{"a":1}[2]'), { isLazy: true });
  await readPages(whole, () => Promise.resolve());
  assert.deepEqual(whole.json([0, 7]), { a: 1 });
  assert.throws(() => openPack(damaged.subarray(0, -1), { isLazy: true }), /cut off/);
});

function changed(pack: Uint8Array, place: number): Uint8Array {
  return pack.with(place, pack.at(place)! ^ 1);
}

function swapFormat(pack: Uint8Array): Uint8Array {
  const text = new TextDecoder("latin1").decode(pack);
  const other = text.replace(`"format":${PACK_FORMAT}`, '"format":0');
  assert.notEqual(other, text);
  return Uint8Array.from(other, (letter) => letter.charCodeAt(0));
}
