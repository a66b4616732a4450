import { isDeepStrictEqual } from "node:util";
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  Pair,
  parseDocument,
  Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { withoutNulls } from "../read/blanks.ts";
import { isFields } from "../read/source.ts";
import { styledNode, styledYaml, textOf } from "./styled_yaml.ts";

/**
 * Sets a field of a YAML text, in whose own lines comments, quotes and the order of entries stay; all other
 * lines are left alone. A new field goes behind the nearest one that comes before it in `order`.
 *
 * @throws {YAMLParseError} where the text is no YAML
 */
export function setField(
  text: string,
  field: string,
  value: unknown,
  order: readonly string[],
): string {
  const plain = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const made = setPlain(plain, field, value, order);
  if (made === plain) return text;
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  return mark + (text.includes("\r\n") ? made.replaceAll("\n", "\r\n") : made);
}

function setPlain(text: string, field: string, value: unknown, order: readonly string[]): string {
  const { contents, errors } = parseDocument(text);
  if (errors.length > 0) throw errors[0]!;
  if (!isMap(contents)) return ended(text) + styledYaml({ [field]: value });
  const at = contents.items.findIndex(({ key }) => String(key) === field);
  if (at >= 0) {
    const [start, end] = contents.flow ? [0, text.length] : linesOf(text, contents, at);
    return text.slice(0, start) + withValue(text.slice(start, end), field, value) + text.slice(end);
  }
  const place = placeOf(field, contents, order);
  if (contents.flow) return withValue(text, field, value);
  const start = place === 0 ? contents.range![0] : linesOf(text, contents, place - 1)[1];
  return ended(text.slice(0, start)) + styledYaml({ [field]: value }) + text.slice(start);
}

/** Where the lines of a field begin and end; what stands at the margin behind it is about the next one. */
function linesOf(
  text: string,
  { items }: YAMLMap,
  at: number,
): readonly [start: number, end: number] {
  const [start, next = text.length] = [at, at + 1].map((place) =>
    (items[place]?.key as Node | undefined)?.range?.[0]
  ) as [number, number?];
  const behind = /(?<=\n)(?:[ \t]*\n|#[^\n]*(?:\n|$))*$/.exec(text.slice(start, next));
  return [start, behind === null ? next : start + behind.index];
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** The lines of a field, or of a map in brackets, with another value. */
function withValue(text: string, field: string, value: unknown): string {
  const document = parseDocument(text);
  const map = document.contents as unknown as YAMLMap;
  const there = map.get(field, true);
  if (isNode(there) && isDeepStrictEqual(valueOf(there), value)) return text;
  setIn(map, field, value, []);
  return textOf(document, layoutOf(text));
}

/** Behind which of a map's fields a new one belongs, counted from 1. */
function placeOf(field: string, { items }: YAMLMap, order: readonly string[]): number {
  const rank = order.indexOf(field);
  const ranks = items.map(({ key }) => order.indexOf(String(key)));
  const before = ranks.filter((other) => other >= 0 && other < rank);
  if (rank < 0) return items.length;
  return before.length === 0 ? 0 : ranks.indexOf(Math.max(...before)) + 1;
}

function setIn(map: YAMLMap, field: string, value: unknown, order: readonly string[]): void {
  const pair = map.items.find(({ key }) => String(key) === field);
  if (pair !== undefined) pair.value = merged(pair.value, field, value);
  else {
    const made = new Pair(styledNode("", field), styledNode(field, value));
    map.items.splice(placeOf(field, map, order), 0, made);
  }
}

/** Makes a tree have `value`; the parts that have it already stay, with their comments and style. */
function merged(there: unknown, field: string, value: unknown): Node {
  const node = isNode(there) ? there : null;
  if (node !== null && isDeepStrictEqual(valueOf(node), value)) return node;
  if (isSeq(node) && Array.isArray(value)) return mergedList(node, field, value);
  if (isMap(node) && isFields(value)) return mergedMap(node, value);
  const made = styledNode(field, value);
  if (isScalar(node)) {
    made.comment = node.comment ?? null;
    made.commentBefore = node.commentBefore ?? null;
    const isQuoted = node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE;
    if (isScalar(made) && typeof value === "string" && isQuoted) made.type = node.type!;
  }
  return made;
}

/** Entries that are still there keep their nodes; a changed map takes the node of its old place. */
function mergedList(list: YAMLSeq, field: string, values: readonly unknown[]): Node {
  const old = list.items.filter(isNode);
  const free = new Set(old);
  const kept = values.map((value) => {
    const same = old.find((item) => free.has(item) && isDeepStrictEqual(valueOf(item), value));
    if (same !== undefined) free.delete(same);
    return same;
  });
  list.items = values.map((value, place) => {
    const former = old[place];
    const isFormer = former !== undefined && isMap(former) && kept[place] === undefined &&
      free.delete(former);
    return kept[place] ?? merged(isFormer ? former : null, field, value);
  });
  return list;
}

/** Fields without a value say nothing, and stay with the comments around them. */
function mergedMap(map: YAMLMap, fields: Readonly<Record<string, unknown>>): Node {
  map.items = map.items.filter(({ key, value }) =>
    String(key) in fields || value === null || (isScalar(value) && value.value === null)
  );
  const order = Object.keys(fields);
  for (const name of order) setIn(map, name, fields[name], order);
  return map;
}

/** What content says with a node: fields without a value say nothing. */
function valueOf(node: Node): unknown {
  return withoutNulls(isScalar(node) ? node.value : node.toJSON());
}

/** Whether lists are indented below their fields, and brackets have blanks inside. */
function layoutOf(text: string): { indentSeq: boolean; flowCollectionPadding: boolean } {
  return {
    indentSeq: !/^( *)[^\s#-][^\n]*:[ \t]*(?:#[^\n]*)?\n(?:[ \t]*#[^\n]*\n)*\1- /m.test(text),
    flowCollectionPadding: /[[{] +[^\s\]}]/.test(text),
  };
}
