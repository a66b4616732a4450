import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  type YAMLMap,
} from "yaml";
import type { ValuePath } from "../read/source.ts";
import { valueAt } from "./plain_value.ts";
import { reconcile } from "./reconcile.ts";
import { stringifyDocument, stringifyNode, styledNode, styledYaml } from "./styled_node.ts";
import { lineStartOf } from "../read/explain/yaml_problem.ts";

/** The names that a map's fields may have, in the order in which they are written. */
export type FieldOrder = readonly string[];

/**
 * Sets one field by changing its own lines alone. `expected` is the value of the whole text afterwards.
 * Undefined where the text is not laid out in lines.
 */
export function spliceField(
  text: string,
  path: ValuePath,
  expected: unknown,
  order: FieldOrder,
): string | undefined {
  const { contents } = parseDocument(text);
  if (contents === null) return closed(text) + styledYaml(expected);
  const spot = locateField(contents, path);
  if (spot === undefined) return undefined;
  const value = valueAt(expected, spot.path);
  return spot.pair === undefined
    ? insertField(text, spot, value, order)
    : replaceScalar(text, spot, value) ?? replaceField(text, spot, value);
}

/** Adds an entry behind the last one of a list that has a line for each. */
export function insertItem(text: string, path: ValuePath, item: unknown): string | undefined {
  const document = parseDocument(text);
  const list = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isSeq(list) || list.flow || list.items.length === 0 || !list.range) return undefined;
  const column = columnOf(text, list.range[0]);
  const place = lineAfter(text, list.range[1], column);
  return insertAt(text, place, " ".repeat(column) + indent(styledYaml([item]), column));
}

/** A text on one line takes the place of another; a comment behind it stays. */
function replaceScalar(
  text: string,
  { pair, path }: FieldLocation,
  value: unknown,
): string | undefined {
  const old = pair!.value;
  if (!isScalar(old) || !old.range || old.type?.startsWith("BLOCK")) return undefined;
  const [start, end] = old.range;
  const field = String(path.at(-1));
  if (start === end) return fillIn(text, pair!, field, value);
  const node = styledNode(field, value);
  if (!isScalar(node)) return undefined;
  if (typeof value === "string" && isQuoted(old)) node.type = old.type!;
  const made = stringifyNode(node).trimEnd();
  return made.includes("\n") ? undefined : text.slice(0, start) + made + text.slice(end);
}

/** A field without a value gets one: its first line behind the colon, the others below. */
function fillIn(text: string, { key }: Pair, field: string, value: unknown): string | undefined {
  if (!isScalar(key) || !key.range) return undefined;
  const column = columnOf(text, key.range[0]);
  const colon = text.indexOf(":", key.range[1]) + 1;
  const [head = "", ...below] = indent(styledYaml({ [field]: value }), column).split("\n");
  const lineEnd = nextLine(text, colon);
  const behind = text.slice(colon, lineEnd);
  const rest = below.slice(0, -1).map((line) => `${line}\n`).join("");
  const line = text.slice(0, colon) + head.slice(field.length + 1) + behind;
  return (rest === "" ? line : closed(line) + rest) + text.slice(lineEnd);
}

/** A text of several lines in quotes, for where a comment follows the field. */
export function spliceQuoted(text: string, path: ValuePath, expected: unknown): string | undefined {
  const spot = locateField(parseDocument(text).contents, path);
  const range = spot?.pair && isNode(spot.pair.value) ? spot.pair.value.range : undefined;
  const value = spot && valueAt(expected, spot.path);
  if (!range || typeof value !== "string") return undefined;
  return text.slice(0, range[0]) + JSON.stringify(value) + text.slice(range[1]);
}

function isQuoted({ type }: Scalar): boolean {
  return type === Scalar.QUOTE_DOUBLE || type === Scalar.QUOTE_SINGLE;
}

/** The field's own lines are read alone, changed, and written in the layout that they have. */
function replaceField(
  text: string,
  { pair, path }: FieldLocation,
  value: unknown,
): string | undefined {
  const range = rangeOf(pair!);
  if (range === undefined) return undefined;
  const [start, end] = range;
  const column = columnOf(text, start);
  const source = text.slice(start, end);
  const document = parseDocument(" ".repeat(column) + source);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const own: Pair = document.contents.items[0]!;
  own.value = reconcile(isNode(own.value) ? own.value : null, String(path.at(-1)), value);
  const endsLine = source.endsWith("\n");
  const options = { ...layoutOf(source, column), blockQuote: endsLine || isLineEnd(text, end) };
  const made = indent(stringifyDocument(document, options), column);
  return text.slice(0, start) + (endsLine ? made : made.trimEnd()) + text.slice(end);
}

/** Whether nothing follows on the line: a comment would become a part of a text in lines of its own. */
function isLineEnd(text: string, offset: number): boolean {
  return text.slice(offset, nextLine(text, offset)).trim() === "";
}

/** Whether lists are indented under their field, and brackets have spaces inside. */
function layoutOf(
  source: string,
  column: number,
): { indentSeq: boolean; flowCollectionPadding: boolean } {
  const first = /^[^\n]*\n((?:\s*#[^\n]*\n)*)( *)- /.exec(source);
  return {
    indentSeq: first === null || first[2]!.length > column,
    flowCollectionPadding: /[[{] /.test(source),
  };
}

function insertField(
  text: string,
  { map, path }: FieldLocation,
  value: unknown,
  order: FieldOrder,
) {
  const field = String(path.at(-1));
  const made = styledYaml({ [field]: value });
  const fields = map.items.map((pair) => ({ name: String(pair.key), range: rangeOf(pair) }));
  const [first] = fields;
  if (first?.range === undefined) return undefined;
  const column = columnOf(text, first.range[0]);
  const rank = (name: string) => order.indexOf(name);
  const [before] = rank(field) < 0
    ? fields.slice(-1)
    : fields.filter(({ name }) => rank(name) >= 0 && rank(name) < rank(field))
      .sort((one, other) => rank(other.name) - rank(one.name));
  if (before === undefined) {
    const head = indent(made, column) + " ".repeat(column);
    return text.slice(0, first.range[0]) + head + text.slice(first.range[0]);
  }
  if (before.range === undefined) return undefined;
  const place = lineAfter(text, before.range[1], column + 1);
  return insertAt(text, place, " ".repeat(column) + indent(made, column));
}

/** The start of the line after this place, and after the comments there that are further in. */
function lineAfter(text: string, offset: number, column: number): number {
  let place = offset > 0 && text[offset - 1] === "\n" ? offset : nextLine(text, offset);
  const comment = new RegExp(` {${column},}#[^\\n]*(?:\\n|$)`, "y");
  for (comment.lastIndex = place; column > 0 && comment.test(text);) place = comment.lastIndex;
  return place;
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}

function insertAt(text: string, place: number, lines: string): string {
  return closed(text.slice(0, place)) + lines + text.slice(place);
}

/** Ends the last line, if there is one. */
function closed(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** A field that has lines of its own, or would have. */
interface FieldLocation {
  readonly map: YAMLMap;
  readonly path: ValuePath;
  readonly pair: Pair | undefined;
}

/** The deepest field on the way to `path` whose map has a line for each field. */
function locateField(root: Node | null, path: ValuePath): FieldLocation | undefined {
  let spot: FieldLocation | undefined;
  let node: unknown = root;
  for (const [depth, step] of path.entries()) {
    if (isMap(node) && !node.flow) {
      const pair = pairOf(node, step);
      spot = { map: node, path: path.slice(0, depth + 1), pair };
      node = pair?.value;
    } else if (isSeq(node) && !node.flow) node = node.items[step as number];
    else break;
  }
  return spot;
}

function pairOf(map: YAMLMap, name: string | number): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}

/** Where the text of a field begins and ends; what follows on its last line is not in it. */
export function rangeOf({ key, value }: Pair): readonly [start: number, end: number] | undefined {
  if (!isNode(key) || !isNode(value) || !key.range || !value.range) return undefined;
  return [key.range[0], value.range[1]];
}

/** The number of characters before this place on its line. */
function columnOf(text: string, offset: number): number {
  return offset - lineStartOf(text, offset);
}

/** Shifts all lines but the first to the right; empty ones stay empty. */
export function indent(text: string, width: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`);
}
