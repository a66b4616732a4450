/** What is read of a JSON text; everything else is checked against the grammar and skipped. */
export interface JsonShape {
  /** Makes an object read field by field. */
  readonly fields?: Readonly<Record<string, JsonShape>>;
  /** Makes an array read element by element. */
  readonly each?: JsonShape;
  readonly begin?: () => void;
  /** Called with a value that is read whole: a shape without the two above, or a value of another kind. */
  readonly value?: (value: unknown) => void;
}

/** Reads a JSON text (RFC 8259, in UTF-8) that arrives in pieces. */
interface JsonStream {
  /** @throws {JsonStreamError} */
  write(bytes: Uint8Array): void;
  /** The text is complete. @throws {JsonStreamError} if it is not. */
  end(): void;
}

/** `syntax`: the text is not JSON, or nested too deeply; `size`: one value that is read whole is too large. */
export class JsonStreamError extends Error {
  override name = "JsonStreamError";
  constructor(readonly reason: "syntax" | "size", message: string) {
    super(message);
  }
}

/** What may come next, or is being read. */
type Expected =
  | "value"
  | "value or ]"
  | "field or }"
  | "field"
  | ":"
  | ", or end"
  | "nothing"
  | "string"
  | "escape"
  | "hex digit"
  | "scalar";

const MAX_DEPTH = 500;
const MAX_SCALAR_LENGTH = 1_000;
const SCALAR = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const [QUOTE, BACKSLASH, COMMA, COLON, OBJECT, OBJECT_END, ARRAY, ARRAY_END, UNICODE] = [
  ...new TextEncoder().encode('"\\,:{}[]u'),
] as [number, number, number, number, number, number, number, number, number];
const ESCAPED = new Set(new TextEncoder().encode('"\\/bfnrt'));

/** The most that one value may have that is read whole. */
const MAX_VALUE_BYTES = 1 << 20;

/**
 * Creates a reader that keeps no more of the text than the value that it reads whole: the elements of a
 * list are handed out one after the other.
 */
export function createJsonStream(shape: JsonShape): JsonStream {
  /** The containers that are open: their first byte, and what is read of them. */
  const open: { readonly kind: number; readonly shape: JsonShape | undefined }[] = [];
  let expected: Expected = "value";
  let isField = false;
  let field = "";
  let scalar = "";
  let digitsLeft = 0;
  let position = 0;
  /** Where the text that is kept began in the piece at hand; -1 if none is kept. */
  let keptFrom = -1;
  let kept = new Uint8Array(4096);
  let keptLength = 0;
  /** The value that is read whole: how deep it is, and who gets it. */
  let whole: { readonly depth: number; readonly take: (value: unknown) => void } | undefined;

  return { write, end };

  function write(bytes: Uint8Array): void {
    if (keptFrom >= 0) keptFrom = 0;
    for (let at = 0; at < bytes.length;) {
      if (expected === "string") at = readString(bytes, at);
      else if (expected === "scalar") at = readScalar(bytes, at);
      else if (isSpace(bytes[at]!) && expected !== "escape" && expected !== "hex digit") at++;
      else {
        read(bytes[at]!, bytes, at);
        // The first byte of a scalar is a part of it.
        if (expected as Expected !== "scalar") at++;
      }
    }
    position += bytes.length;
    if (keptFrom >= 0) keep(bytes.subarray(keptFrom));
  }

  function end(): void {
    if (expected === "scalar" && open.length === 0) endScalar(new Uint8Array(0), 0);
    if (expected !== "nothing") throw invalid("it ends early");
  }

  function read(byte: number, bytes: Uint8Array, at: number): void {
    if (expected === "escape") return readEscape(byte);
    if (expected === "hex digit") return readHexDigit(byte);
    switch (expected) {
      case "value or ]":
        if (byte === ARRAY_END) return endContainer(bytes, at);
        return beginValue(byte, at);
      case "value":
        if (byte === BYTE_ORDER_MARK[position + at] && open.length === 0) return;
        return beginValue(byte, at);
      case "field or }":
        if (byte === OBJECT_END) return endContainer(bytes, at);
        return beginField(byte, at);
      case "field":
        return beginField(byte, at);
      case ":":
        if (byte !== COLON) throw invalid("a field has no colon");
        expected = "value";
        return;
      case ", or end": {
        const isObject = open.at(-1)!.kind === OBJECT;
        if (byte === (isObject ? OBJECT_END : ARRAY_END)) return endContainer(bytes, at);
        if (byte !== COMMA) throw invalid("a comma is missing");
        expected = isObject ? "field" : "value";
        return;
      }
      default:
        throw invalid("something follows its end");
    }
  }

  function beginField(byte: number, at: number): void {
    if (byte !== QUOTE) throw invalid("a field has no name");
    isField = true;
    expected = "string";
    if (open.at(-1)!.shape !== undefined) keptFrom = at;
  }

  function beginValue(byte: number, at: number): void {
    const wanted = wantedHere();
    const isContainer = byte === OBJECT || byte === ARRAY;
    const isEntered = byte === OBJECT ? wanted?.fields : byte === ARRAY && wanted?.each;
    if (isEntered) wanted?.begin?.();
    else if (wanted?.value !== undefined) {
      whole = { depth: open.length, take: wanted.value };
      keptFrom = at;
    }
    if (isContainer) {
      if (open.length === MAX_DEPTH) throw invalid(`it is nested more than ${MAX_DEPTH} deep`);
      open.push({ kind: byte, shape: isEntered ? wanted : undefined });
      expected = byte === OBJECT ? "field or }" : "value or ]";
    } else if (byte === QUOTE) {
      isField = false;
      expected = "string";
    } else {
      scalar = "";
      expected = "scalar";
    }
  }

  function wantedHere(): JsonShape | undefined {
    const parent = open.at(-1);
    if (parent === undefined) return shape;
    if (parent.kind === ARRAY) return parent.shape?.each;
    const fields = parent.shape?.fields;
    return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
  }

  function readString(bytes: Uint8Array, from: number): number {
    let at = from;
    let byte = 0;
    while (at < bytes.length) {
      byte = bytes[at]!;
      if (byte === QUOTE || byte === BACKSLASH || byte < 0x20) break;
      at++;
    }
    if (at === bytes.length) return at;
    if (byte < 0x20) throw invalid("a text has a control character");
    if (byte === BACKSLASH) expected = "escape";
    else if (isField) endField(bytes, at);
    else endValue(bytes, at + 1);
    return at + 1;
  }

  function readEscape(byte: number): void {
    if (byte === UNICODE) {
      digitsLeft = 4;
      expected = "hex digit";
    } else if (ESCAPED.has(byte)) expected = "string";
    else throw invalid("a text has an unknown escape");
  }

  function readHexDigit(byte: number): void {
    if (!/[0-9a-fA-F]/.test(String.fromCharCode(byte))) throw invalid("an escape is no number");
    if (--digitsLeft === 0) expected = "string";
  }

  function endField(bytes: Uint8Array, at: number): void {
    expected = ":";
    if (open.at(-1)!.shape !== undefined) field = takeKept(bytes, at + 1) as string;
  }

  function readScalar(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === COMMA || byte === OBJECT_END || byte === ARRAY_END || byte <= 0x20) {
        endScalar(bytes, at);
        return at;
      }
      scalar += String.fromCharCode(byte);
      if (scalar.length > MAX_SCALAR_LENGTH) throw invalid("a number is too long");
    }
    return bytes.length;
  }

  function endScalar(bytes: Uint8Array, at: number): void {
    if (!SCALAR.test(scalar)) throw invalid("a value is neither a number nor true, false or null");
    endValue(bytes, at);
  }

  function endContainer(bytes: Uint8Array, at: number): void {
    open.pop();
    endValue(bytes, at + 1);
  }

  /** `at` is behind the value. */
  function endValue(bytes: Uint8Array, at: number): void {
    expected = open.length === 0 ? "nothing" : ", or end";
    if (whole?.depth !== open.length) return;
    const { take } = whole;
    whole = undefined;
    take(takeKept(bytes, at));
  }

  function takeKept(bytes: Uint8Array, end: number): unknown {
    keep(bytes.subarray(keptFrom, end));
    keptFrom = -1;
    const text = new TextDecoder().decode(kept.subarray(0, keptLength));
    keptLength = 0;
    return JSON.parse(text);
  }

  function keep(bytes: Uint8Array): void {
    const length = keptLength + bytes.length;
    if (length > MAX_VALUE_BYTES) {
      throw new JsonStreamError("size", `One value has more than ${MAX_VALUE_BYTES} bytes`);
    }
    if (length > kept.length) {
      const larger = new Uint8Array(Math.max(length, 2 * kept.length));
      larger.set(kept.subarray(0, keptLength));
      kept = larger;
    }
    kept.set(bytes, keptLength);
    keptLength = length;
  }

  function invalid(reason: string): JsonStreamError {
    return new JsonStreamError("syntax", `Not JSON: ${reason}`);
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
