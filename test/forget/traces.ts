import { Buffer } from "node:buffer";
import { type Kv, listAll } from "../../src/platform/kv.ts";

/** A text in the forms in which bytes may hold it. */
function spellings(text: string): Map<string, Buffer> {
  const utf8 = Buffer.from(text, "utf8");
  const utf16 = Buffer.from(text, "utf16le");
  const forms = new Map([
    ["UTF-8", utf8],
    ["lower case", Buffer.from(text.toLowerCase(), "utf8")],
    ["UTF-16LE", utf16],
    ["UTF-16BE", Buffer.from(utf16).swap16()],
    ["Latin-1", Buffer.from(text, "latin1")],
    ["hex", Buffer.from(utf8.toString("hex"))],
    ["JSON", Buffer.from(JSON.stringify(text).slice(1, -1))],
    ["escaped JSON", Buffer.from(escaped(text))],
    ["percent-encoded", Buffer.from(encodeURIComponent(text))],
  ]);
  // In base64 a text is one of three, as it begins at a byte whose place is 0, 1 or 2 after threes.
  for (const before of [0, 1, 2]) {
    const bytes = Buffer.concat([Buffer.alloc(before), utf8]);
    const whole = bytes.length - bytes.length % 3;
    for (const alphabet of ["base64", "base64url"] as const) {
      const coded = bytes.subarray(0, whole).toString(alphabet);
      forms.set(`${alphabet} +${before}`, Buffer.from(coded.slice(before === 0 ? 0 : 4)));
    }
  }
  return forms;
}

function escaped(text: string): string {
  return [...text].map((character) =>
    character > "\x7e" ? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}` : character
  ).join("");
}

/** Which of the texts bytes hold, and how. */
export function tracesIn(bytes: Uint8Array, texts: readonly string[]): string[] {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return texts.flatMap((text) =>
    [...spellings(text)].filter(([, form]) => form.length > 3 && whole.includes(form))
      .map(([name]) => `${text} as ${name}`)
  );
}

/** All bytes and texts of a stored value, one after the other. */
export function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return Buffer.concat(value.map(bytesOf));
  if (typeof value === "object" && value !== null) {
    return Buffer.concat(
      Object.entries(value).flatMap(([name, one]) => [Buffer.from(name), bytesOf(one)]),
    );
  }
  return Buffer.from(String(value));
}

/** Which values of a store have a trace of these texts. */
export async function tracesInStore(kv: Kv, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { key, value } of listAll(kv, [])) {
    const bytes = Buffer.concat([bytesOf([...key]), bytesOf(value)]);
    for (const trace of tracesIn(bytes, texts)) found.push(`${JSON.stringify(key)}: ${trace}`);
  }
  return found;
}
