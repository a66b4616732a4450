import { isDeepStrictEqual } from "node:util";
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  Pair,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isFields } from "../read/source.ts";
import { stringifyDocument, styledNode } from "./styled_node.ts";

/** Makes a tree have `value`; the parts that have it already stay, with their comments and style. */
export function reconcile(node: Node | null, field: string, value: unknown): Node {
  if (node !== null && isDeepStrictEqual(plain(node), value)) return node;
  if (isSeq(node) && Array.isArray(value)) return reconcileList(node, field, value);
  if (isMap(node) && isFields(value)) return reconcileMap(node, value);
  const made = styledNode(field, value);
  if (isScalar(node) && isScalar(made)) {
    if (node.comment) made.comment = node.comment;
    if (node.commentBefore) made.commentBefore = node.commentBefore;
  }
  return made;
}

/** Entries that are still there keep their nodes; a changed map takes the node of its old place. */
function reconcileList(list: YAMLSeq, field: string, values: readonly unknown[]): Node {
  const old = list.items.filter(isNode);
  const free = new Set(old);
  const kept = values.map((value) => {
    const same = old.find((item) => free.has(item) && isDeepStrictEqual(plain(item), value));
    if (same !== undefined) free.delete(same);
    return same;
  });
  list.items = values.map((value, place) => {
    const same = kept[place];
    if (same !== undefined) return same;
    const former = old[place];
    const isHers = former !== undefined && isMap(former) && free.delete(former);
    return reconcile(isHers ? former : null, field, value);
  });
  return list;
}

/** Fields without a value say nothing, and stay with the comments around them. */
function reconcileMap(map: YAMLMap, fields: Record<string, unknown>): Node {
  map.items = map.items.filter(({ key, value }) => String(key) in fields || isEmpty(value));
  for (const [name, value] of Object.entries(fields)) {
    const pair = map.items.find((item) => String(item.key) === name);
    if (pair === undefined) map.items.push(new Pair(styledNode("", name), styledNode(name, value)));
    else pair.value = reconcile(isNode(pair.value) ? pair.value : null, name, value);
  }
  return map;
}

function plain(node: Node): unknown {
  return isScalar(node) ? node.value : node.toJSON();
}

function isEmpty(value: unknown): boolean {
  return value === null || isScalar(value) && value.value === null;
}

/** Writes a whole text again: comments and order stay, spacing may not. */
export function rewriteWhole(text: string, value: unknown): string {
  const document = parseDocument(text);
  document.contents = reconcile(document.contents, "", value) as typeof document.contents;
  return stringifyDocument(document);
}
