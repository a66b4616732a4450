import { Buffer } from "node:buffer";
import { deserialize, serialize } from "node:v8";
import type { KvKey } from "../../platform/kv.ts";

/** Marks of a part's kind: text sorts before numbers, and what is below a key sorts after it. */
const TEXT = 0x02;
const NUMBER = 0x21;
/** Ends a text. A zero byte within it is followed by {@linkcode ESCAPED}, so that longer texts sort later. */
const END = 0x00;
const ESCAPED = 0xff;

/**
 * The bytes of a key. Compared byte by byte they sort as the keys do in the runtime's own store: part by
 * part, texts before numbers, texts by their UTF-8.
 */
export function encodeKey(key: KvKey): Buffer {
  return Buffer.concat(
    key.map((part) => typeof part === "string" ? textPart(part) : numberPart(part)),
  );
}

function textPart(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  const made = [TEXT];
  for (const byte of bytes) {
    made.push(byte);
    if (byte === END) made.push(ESCAPED);
  }
  made.push(END);
  return Buffer.from(made);
}

/** Negative numbers are inverted whole, others in their sign: then their bits sort as they do. */
function numberPart(number: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = NUMBER;
  bytes.writeDoubleBE(number, 1);
  if ((bytes[1]! & 0x80) === 0) bytes[1]! ^= 0x80;
  else for (let at = 1; at < 9; at++) bytes[at]! ^= 0xff;
  return bytes;
}

/** The key of these bytes. */
export function decodeKey(bytes: Buffer): KvKey {
  const key: (string | number)[] = [];
  for (let at = 0; at < bytes.length;) {
    const kind = bytes[at++];
    if (kind === NUMBER) {
      key.push(readNumber(bytes.subarray(at, at + 8)));
      at += 8;
    } else if (kind === TEXT) {
      const { text, next } = readText(bytes, at);
      key.push(text);
      at = next;
    } else throw new Error(`Cannot read a key of the store: it has a part of kind ${kind}`);
  }
  return key;
}

function readText(bytes: Buffer, from: number): { text: string; next: number } {
  const made: number[] = [];
  let at = from;
  while (bytes[at] !== END || bytes[at + 1] === ESCAPED) {
    if (at >= bytes.length) throw new Error("Cannot read a key of the store: it has no end");
    made.push(bytes[at]!);
    at += bytes[at] === END ? 2 : 1;
  }
  return { text: Buffer.from(made).toString("utf8"), next: at + 1 };
}

function readNumber(stored: Buffer): number {
  const bytes = Buffer.from(stored);
  if ((bytes[0]! & 0x80) !== 0) bytes[0]! ^= 0x80;
  else for (let at = 0; at < 8; at++) bytes[at]! ^= 0xff;
  return bytes.readDoubleBE(0);
}

/** All keys strictly below `prefix` are from `start` on and before `end`. */
export function rangeBelow(prefix: Buffer): { readonly start: Buffer; readonly end: Buffer } {
  return { start: keyAfter(prefix), end: Buffer.concat([prefix, Buffer.of(ESCAPED)]) };
}

/** The least key that sorts after this one. */
export function keyAfter(key: Buffer): Buffer {
  return Buffer.concat([key, Buffer.of(END)]);
}

/** Kinds of values: bytes as they are, all else as the runtime clones it (`node:v8`). */
const BYTES = 0;
const CLONED = 1;

/** What a value takes; the runtime's own store has the same limit. */
const MAX_VALUE_BYTES = 65_536;

/**
 * The bytes of a value.
 *
 * @throws {TypeError} if it is too large
 */
export function encodeValue(value: unknown): Buffer {
  const isBytes = value instanceof Uint8Array;
  const bytes = isBytes ? value : serialize(value);
  if (bytes.length > MAX_VALUE_BYTES) {
    throw new TypeError(
      `Value too large: expected at most ${MAX_VALUE_BYTES} bytes, got ${bytes.length}`,
    );
  }
  return Buffer.concat([Buffer.of(isBytes ? BYTES : CLONED), bytes]);
}

/** The value of these bytes, a copy of its own. */
export function decodeValue(bytes: Buffer): unknown {
  const value = bytes.subarray(1);
  return bytes[0] === BYTES ? new Uint8Array(value) : unshared(deserialize(value));
}

/**
 * The same value, its arrays of bytes copied: those that `deserialize` gives lie in all that the driver has
 * read, which the runtime's own store would write with them.
 */
function unshared(value: unknown): unknown {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (Array.isArray(value)) return value.map(unshared);
  if (Object.getPrototypeOf(value ?? 0) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value!).map(([name, one]) => [name, unshared(one)]));
}

/** An array of bytes as Postgres reads it (`bytea[]`). */
export function byteaArray(list: readonly Buffer[]): string {
  return `{${list.map((bytes) => `"\\\\x${bytes.toString("hex")}"`).join(",")}}`;
}

/** An array of plain words, numbers and nulls as Postgres reads it. */
export function plainArray(list: readonly (string | number | null)[]): string {
  return `{${list.map((one) => one === null ? "NULL" : String(one)).join(",")}}`;
}
