import { isMap, isNode, isScalar, isSeq, type Node, type Pair, type YAMLMap } from "yaml";
import type { ValuePath } from "../read/source.ts";
import { lineStartOf } from "../read/explain/line_value.ts";

/** A field that has lines of its own, or would have. */
export interface FieldLocation {
  readonly map: YAMLMap;
  readonly path: ValuePath;
  readonly pair: Pair | undefined;
}

/** The deepest field on the way to `path` whose map has a line for each field. */
export function locateField(root: Node | null, path: ValuePath): FieldLocation | undefined {
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
export function columnOf(text: string, offset: number): number {
  return offset - lineStartOf(text, offset);
}

/** Shifts all lines but the first to the right; empty ones stay empty. */
export function indent(text: string, width: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`);
}
