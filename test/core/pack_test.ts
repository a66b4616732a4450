import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { Bodies } from "../../build/emit/bodies.ts";
import { PACK_FORMAT, type Span } from "../../src/model/pack.ts";
import { packFile } from "../../src/model/pack_file.ts";
import { openPack } from "../../src/catalog/pack.ts";
import { packOf } from "../support/compiled.ts";
import { TRIO } from "../support/contents.ts";
import { AnswerCache } from "../../src/catalog/content.ts";
import { type Answer, createAnswer } from "../../src/http/answer.ts";

const INDEX = {
  site: { title: "A", contact: "b", base_url: "https://c.example" },
  plans: {},
  groups: [],
};

function packWith(text: string, ...others: readonly string[]): Uint8Array {
  const bodies = new Bodies();
  for (const one of [text, ...others]) bodies.add(one);
  return Buffer.concat(packFile({ ...INDEX, size: bodies.size }, bodies.chunks()).chunks);
}

Deno.test("openPack() reads back what was written", () => {
  const pack = openPack(packWith('{"ä":1}[2]'));
  assert.deepEqual(pack.index.site, INDEX.site);
  assert.deepEqual(pack.json([0, 8]), { "ä": 1 });
  assert.deepEqual(pack.json([8, 3]), [2]);
  assert.equal(new TextDecoder().decode(pack.bytes([8, 3])), "[2]");
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
  ["a pack that lacks its last byte", (await packOf(TRIO.content)).subarray(0, -1)],
  ["a pack with a byte changed in a body", changed(await packOf(TRIO.content), -2)],
  ["a pack with a byte changed in its index", changed(await packOf(TRIO.content), 100)],
  ["an index that says nothing", new TextEncoder().encode("OSHIBASE\x04\0\0\0null")],
  ["a pack of another version", swapFormat(packWith("[1]"))],
])("openPack() refuses %s", (_what, bytes) => {
  assert.throws(() => openPack(bytes), SyntaxError);
});

Deno.test("the own address comes before the paths of pictures, as JSON and as HTML in JSON", () => {
  const path = `/media/a/b.${"0".repeat(32)}.png`;
  const item = { img: path, html: `<img src="${path}">`, text: `${path} /media/a/b.png` };
  const bodies = new Bodies();
  const spans = [item, { img: "/media/a/b.png" }].map((one) => bodies.add(JSON.stringify(one)));
  const file = Buffer.concat(packFile({ ...INDEX, size: bodies.size }, bodies.chunks()).chunks);
  const pack = openPack(file, () => "http://d.example/$&");
  const answered = (span: Span) => JSON.parse(new TextDecoder().decode(pack.bytes(span)));
  const whole = `http://d.example/$&${path}`;
  assert.deepEqual(answered(spans[0]!), {
    ...item,
    img: whole,
    html: `<img src="${whole}">`,
  });
  assert.deepEqual(answered(spans[1]!), { img: "/media/a/b.png" });
  assert.deepEqual(pack.json(spans[0]!), item);
});

Deno.test("spans of texts that are longer than a chunk, and of those behind them, hold", () => {
  const texts = ["é".repeat(400_000), "short", "x".repeat(3 << 20), "日本".repeat(100_000), "end"];
  const bodies = new Bodies();
  const spans = texts.map((text) => bodies.add(text));
  const file = Buffer.concat(packFile({ ...INDEX, size: bodies.size }, bodies.chunks()).chunks);
  const pack = openPack(file);
  assert.deepEqual(spans.map((span) => pack.text(span)), texts);
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

const BODY = new Uint8Array(1);

function answer(madeAt: number, validUntil: number, body: Uint8Array<ArrayBuffer> = BODY): Answer {
  return createAnswer(body, { madeAt, validUntil });
}

Deno.test("beyond 64 MiB of bodies, their codings and keys the ones made first go, and a huge one is still answered", () => {
  const cache = new AnswerCache();
  const large = new Uint8Array(8 * 1024 * 1024 - 2048);
  for (const key of ["a", "b", "c", "d"]) cache.take(key, "", 0, () => answer(0, Infinity, large));
  const isKept = (key: string) => {
    let kept = true;
    cache.take(key, "", 1, () => {
      kept = false;
      return answer(1, Infinity);
    });
    return kept;
  };
  cache.take("e", "", 0, () => answer(0, Infinity, large));
  assert.ok(isKept("e") && isKept("b"));
  assert.ok(!isKept("a"));
  const huge = new Uint8Array(65 * 1024 * 1024);
  assert.equal(cache.take("huge", "", 0, () => answer(0, Infinity, huge)).body, huge);
  assert.ok(!isKept("e"));
});
