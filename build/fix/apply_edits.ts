import { Buffer } from "node:buffer";
import type { Diagnostic, SourceLocation, TextEdit } from "../diagnostic/diagnostic.ts";
import { readSource } from "../read/read_file.ts";

/** A problem of a file, and the edit that fixes it. */
export interface ProposedEdit {
  readonly diagnostic: Diagnostic;
  readonly edit: TextEdit;
}

/** An edit that was made, where, and what stood there. */
export interface AppliedEdit {
  readonly place: SourceLocation;
  readonly before: string;
  readonly after: string;
}

const BOM = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * Makes the edits of one file that are apart from each other; of those that overlap the first. An edit
 * that would make a file unreadable which can be read is left out. All other bytes stay as they are.
 */
export function applyEdits(
  file: string,
  bytes: Uint8Array,
  proposed: readonly ProposedEdit[],
): { readonly bytes: Uint8Array; readonly applied: readonly AppliedEdit[] } {
  const text = new TextDecoder().decode(bytes);
  const bom = BOM.every((byte, place) => bytes[place] === byte) ? BOM : new Uint8Array();
  const write = (edits: readonly ProposedEdit[]) =>
    Buffer.concat([bom, Buffer.from(edited(text, edits))]);
  const isReadable = (made: Uint8Array) => readSource(file, made, () => {}) !== undefined;
  const edits = withoutOverlaps(proposed, text.length).map((one) => inQuotes(text, one));
  const kept = isReadable(bytes) && !isReadable(write(edits))
    ? edits.reduce<ProposedEdit[]>((some, edit) => {
      const more = [...some, edit];
      return isReadable(write(more)) ? more : some;
    }, [])
    : edits;
  const applied = kept.map(({ diagnostic: { place }, edit: { span, replacement } }) => ({
    place,
    before: text.slice(span.start, span.end),
    after: replacement,
  }));
  return { bytes: write(kept), applied };
}

function inQuotes(text: string, { diagnostic, edit: { span, replacement } }: ProposedEdit) {
  const before = text.slice(span.start, span.end);
  // Lines end as those of the file do.
  const lines = text.includes("\r\n") ? replacement.replace(/\r?\n/g, "\r\n") : replacement;
  return { diagnostic, edit: { span, replacement: keepQuotes(before, lines) } };
}

/** Edits in the order of the text. One that is outside of the text belongs to another text. */
function withoutOverlaps(proposed: readonly ProposedEdit[], length: number): ProposedEdit[] {
  const kept: ProposedEdit[] = [];
  for (const edit of proposed.toSorted((a, b) => a.edit.span.start - b.edit.span.start)) {
    const { start, end } = edit.edit.span;
    const last = kept.at(-1)?.edit.span;
    if (end > length || (last !== undefined && (start < last.end || start === last.start))) {
      continue;
    }
    kept.push(edit);
  }
  return kept;
}

function edited(text: string, edits: readonly ProposedEdit[]): string {
  let made = "";
  let done = 0;
  for (const { edit: { span, replacement } } of edits) {
    made += text.slice(done, span.start) + replacement;
    done = span.end;
  }
  return made + text.slice(done);
}

/** A text in quotes in which nothing is escaped. */
const QUOTED = /^(["'])(?:(?!\1)[^\\\n])*\1$/u;

/** What YAML takes for text without quotes: words, and dates. */
const PLAIN_TEXT = /^(?:\p{L}[\p{L}\p{M}\p{N} ._/-]*|\d{4}-\d\d-\d\d)$/u;

/** What YAML takes for something else. */
const NO_TEXT = /^(?:null|true|false)$/i;

/** Text between double quotes that may stand between single ones, too. */
const SIMPLE = /^"([^"'\\]*)"$/;

/** What is written in the place of a quoted text, in the same quotes if it is text. */
function keepQuotes(before: string, replacement: string): string {
  const quote = QUOTED.exec(before)?.[1];
  if (quote === undefined) return replacement;
  const isText = PLAIN_TEXT.test(replacement) && !NO_TEXT.test(replacement);
  const inside = isText ? replacement : SIMPLE.exec(replacement)?.[1];
  return inside === undefined ? replacement : quote + inside + quote;
}
