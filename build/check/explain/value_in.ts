import type { ValuePath } from "../../read/source.ts";

/** The value at a place; undefined where there is none. */
export function valueIn(root: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((value, part) => {
    const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, part);
    return isThere ? (value as Record<string | number, unknown>)[part] : undefined;
  }, root);
}
