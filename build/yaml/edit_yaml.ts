/**
 * This room edits YAML texts and keeps their comments and style.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import type { ValuePath } from "../read/source.ts";
import { plainValue, valueAt, withValue } from "./plain_value.ts";
import { rewriteWhole } from "./reconcile.ts";
import { type FieldOrder, insertItem, spliceField, spliceQuoted } from "./splice.ts";

/**
 * Sets the field at `path` in a YAML text and leaves the rest as it is, comments and all. A new
 * field goes behind the nearest field that comes before it in `order`.
 *
 * @throws {YAMLParseError} where the text is no YAML
 */
export function setField(text: string, path: ValuePath, value: unknown, order: FieldOrder): string {
  return edit(text, (before) => withValue(before, path, value), (expected) => [
    (lines) => spliceField(lines, path, expected, order),
    (lines) => spliceQuoted(lines, path, expected),
    (lines) => rewriteWhole(lines, expected),
  ]);
}

/**
 * Adds an entry at the end of the list at `path`, which may be missing.
 *
 * @throws {YAMLParseError} where the text is no YAML
 */
export function appendItem(
  text: string,
  path: ValuePath,
  item: unknown,
  order: FieldOrder,
): string {
  const add = (before: unknown) => {
    const list = (valueAt(before, path) ?? []) as readonly unknown[];
    return withValue(before, path, [...list, item]);
  };
  return edit(text, add, (expected) => [
    (lines) => insertItem(lines, path, item),
    (lines) => spliceField(lines, path, expected, order),
    (lines) => rewriteWhole(lines, expected),
  ]);
}

type Way = (text: string) => string | undefined;

/** Takes the first way whose text has the expected value when it is read again. */
function edit(
  text: string,
  change: (before: unknown) => unknown,
  waysTo: (expected: unknown) => readonly Way[],
): string {
  const { plain, restore } = withPlainLines(text);
  const expected = change(plainValue(plain));
  if (says(plain, expected)) return text;
  for (const way of waysTo(expected)) {
    const next = way(plain);
    if (next !== undefined && says(next, expected)) return restore(next);
  }
  throw new Error(`Cannot edit YAML: no way leads to ${JSON.stringify(expected)}`);
}

function says(text: string, expected: unknown): boolean {
  try {
    return isDeepStrictEqual(plainValue(text), expected);
  } catch {
    return false;
  }
}

/** A byte order mark and the line ends of Windows are put back afterwards. */
function withPlainLines(text: string): { plain: string; restore: (plain: string) => string } {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const isWindows = text.includes("\r\n");
  return {
    plain: text.slice(mark.length).replaceAll("\r\n", "\n"),
    restore: (plain) => mark + (isWindows ? plain.replaceAll("\n", "\r\n") : plain),
  };
}
