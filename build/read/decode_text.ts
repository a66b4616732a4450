import {
  errorAt,
  type ReportDiagnostic,
  type SourceLocation,
  topOf,
} from "../diagnostic/diagnostic.ts";
import { phrase, say, translated } from "../words/say.ts";

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

/** What a text in UTF-16 begins with, in either order of bytes. */
const UTF_16_MARKS = ["255 254", "254 255"];
const UTF_16 =
  phrase`Cannot read this file: it is saved as UTF-16, which some programs call Unicode;
  save it as UTF-8`;
const NO_TEXT =
  phrase`Cannot read this file: it is no text, but what another program saves, such as a
  picture or a document; write its text into a file of its own, and delete this one`;
const NO_CHARACTERS =
  phrase`Cannot read this file: it has bytes that are no text (NUL); save it again as
    plain text, or write it again`;
const RICH_TEXT =
  phrase`Cannot read this file: it is saved as rich text; in TextEdit choose Format, Make
    Plain Text, and save it again`;
const CR_ALONE =
  phrase`Cannot read this file: its lines end as on old Macs; save it with the line ends
    of Windows (CRLF) or Unix (LF)`;

/** Whether every other byte of the beginning is none, as in letters of two bytes. */
function isWideText(bytes: Uint8Array): boolean {
  if (!bytes.includes(0)) return false;
  const head = bytes.subarray(0, 64);
  return head.filter((byte) => byte === 0).length * 3 > head.length;
}

/** Decodes UTF-8, a byte order mark dropped; undefined where it is something else, which is reported. */
export function decodeText(
  bytes: Uint8Array,
  file: string,
  report: ReportDiagnostic,
): string | undefined {
  try {
    const text = strict.decode(bytes);
    const problem = isWideText(bytes)
      ? translated(UTF_16)
      : text.includes("\0")
      ? translated(NO_CHARACTERS)
      : text.startsWith("{\\rtf")
      ? translated(RICH_TEXT)
      : text.includes("\r") && !text.includes("\n")
      ? translated(CR_ALONE)
      : undefined;
    if (problem === undefined) return text;
    report(errorAt(topOf(file), problem));
    return undefined;
  } catch {
    if (UTF_16_MARKS.includes(`${bytes[0]} ${bytes[1]}`)) {
      report(errorAt(topOf(file), translated(UTF_16)));
      return undefined;
    }
    if (bytes.includes(0)) {
      report(errorAt(topOf(file), translated(NO_TEXT)));
      return undefined;
    }
    const message = say`Cannot read the text from here on: it is not UTF-8; save the file as UTF-8`;
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
