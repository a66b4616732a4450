import { errorAt, type ReportDiagnostic, type SourceLocation } from "../diagnostic/diagnostic.ts";

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

/** Decodes UTF-8, a byte order mark dropped; undefined where it is something else, which is reported. */
export function decodeText(
  bytes: Uint8Array,
  file: string,
  report: ReportDiagnostic,
): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    const message = "Cannot read the text from here on: it is not UTF-8; save the file as UTF-8";
    report(errorAt(firstBroken(bytes, file), message));
    return undefined;
  }
}

/** The place of the first bytes that are no character. */
function firstBroken(bytes: Uint8Array, file: string): SourceLocation {
  const before = lenient.decode(bytes.subarray(0, brokenAt(bytes)));
  const lines = before.split("\n");
  const column = lines.at(-1)!.length + 1;
  const text = lenient.decode(bytes).split(/\r?\n/)[lines.length - 1];
  return { file, line: lines.length, column, ...(text !== undefined && { text }) };
}

/** What cannot be decoded is replaced, so that encoding it again gives other bytes. */
function brokenAt(bytes: Uint8Array): number {
  const kept = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(kept);
  return bytes.findIndex((byte, place) => byte !== again[place]);
}
