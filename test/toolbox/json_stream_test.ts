import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createJsonStream,
  type JsonShape,
  type JsonStreamError,
} from "../../src/toolbox/json_stream.ts";
import { propertyRun } from "../support/size.ts";

const encoder = new TextEncoder();

/** Reads a text in pieces of these lengths, one after the other and again from the first. */
function readPieces(text: string | Uint8Array, shape: JsonShape, lengths: readonly number[]): void {
  const bytes = typeof text === "string" ? encoder.encode(text) : text;
  const stream = createJsonStream(shape);
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const length = lengths[n % lengths.length]!;
    stream.write(bytes.subarray(at, at + length));
    at += length;
  }
  stream.end();
}

/** The values of `list` in an object, as they are handed out. */
function elementsOf(text: string, lengths: readonly number[] = [7]): unknown[] {
  const found: unknown[] = [];
  readPieces(text, { fields: { list: { each: { value: (item) => found.push(item) } } } }, lengths);
  return found;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isRead(text: string, lengths: readonly number[], shape: JsonShape = {}): boolean {
  try {
    readPieces(text, shape, lengths);
    return true;
  } catch (error) {
    assert.equal((error as JsonStreamError).reason, "syntax", `${error}`);
    return false;
  }
}

const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const json = fc.json({ maxDepth: 5 });
/** `{"a":1}` with some spaces, or with a few signs that are others. */
const nearlyJson = fc.tuple(json, fc.nat(), fc.constantFrom(...'{}[]":,\\u0 \n-.eE+tfnx\u0001é'))
  .map(([text, at, sign]) => {
    const place = at % (text.length + 1);
    return at % 2 === 0
      ? text.slice(0, place) + sign + text.slice(place)
      : text.slice(0, place) + sign + text.slice(place + 1);
  });

Deno.test("createJsonStream() hands out each element as JSON.parse() has it, however the text is cut", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), lengths, (list, beside, lengths) => {
      const text = JSON.stringify({ beside, list, "li\u0073t more": beside }, null, 1);
      assert.deepEqual(elementsOf(text, lengths), JSON.parse(text).list);
    }),
    propertyRun(),
  );
});

Deno.test("createJsonStream() takes what JSON.parse() takes, and refuses what it refuses", () => {
  const shape = { fields: { a: { value: () => {} } }, each: { value: () => {} }, value: () => {} };
  fc.assert(
    fc.property(fc.oneof(json, nearlyJson, fc.string()), lengths, (text, lengths) => {
      const clean = text.toWellFormed();
      // A byte order mark is taken, as the decoder of a response takes it.
      fc.pre(!clean.startsWith("\ufeff"));
      assert.equal(isRead(clean, lengths), isJson(clean), JSON.stringify(clean));
      assert.equal(isRead(clean, lengths, shape), isJson(clean), JSON.stringify(clean));
    }),
    propertyRun(1_000),
  );
});

Deno.test("createJsonStream() refuses what ends early, wherever that is, and what comes behind the end", () => {
  const text = '{"a":[1,-2.5e+3,"\\u00e9\\n",true,null,{"list":[]}],"list":[{"b":"é"}]}';
  assert.deepEqual(elementsOf(text), [{ b: "é" }]);
  for (let end = 0; end < text.length; end++) {
    assert.throws(() => elementsOf(text.slice(0, end)), { reason: "syntax" }, text.slice(0, end));
  }
  assert.throws(() => elementsOf(`${text},`), { reason: "syntax" });
  assert.throws(() => elementsOf(`${text}{}`), { reason: "syntax" });
  assert.deepEqual(elementsOf(`\ufeff ${text}\n`), [{ b: "é" }]);
});

Deno.test("createJsonStream() gives values of another kind whole, and tells where a list begins", () => {
  const seen: unknown[] = [];
  const shape: JsonShape = {
    fields: {
      list: { begin: () => seen.push("begin"), each: {}, value: (value) => seen.push(value) },
    },
    value: (value) => seen.push(value),
  };
  for (const text of ['{"list":[1,[2]]}', '{"list":{"a":1}}', '{"list":"text"}', "7", "[[]]"]) {
    readPieces(text, shape, [3]);
  }
  assert.deepEqual(seen, ["begin", { a: 1 }, "text", 7, [[]]]);
});

Deno.test("createJsonStream() bounds depth, numbers and values that are read whole, and nothing else", () => {
  const long = "x".repeat((1 << 20) + 1);
  assert.deepEqual(elementsOf(JSON.stringify({ pad: long, list: [1] }), [65_536]), [1]);
  assert.throws(() => elementsOf(JSON.stringify({ list: [1, long] }), [65_536]), {
    reason: "size",
  });
  assert.throws(() => elementsOf("[".repeat(1 << 20), [65_536]), { reason: "syntax" });
  assert.throws(() => elementsOf("1".repeat(1 << 20), [65_536]), { reason: "syntax" });
  assert.deepEqual(elementsOf(`{"list":[${"[".repeat(400)}${"]".repeat(400)}]}`).length, 1);
});
