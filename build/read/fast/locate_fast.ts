import type { ValuePath } from "../source.ts";

/**
 * Where a value begins in a text that the fast reader has read: a field at the top, or an entry
 * of the list below it. Undefined for all other places, which the thorough parser finds.
 */
export function locateFast(text: string, path: ValuePath): number | undefined {
  const [name, entry] = path;
  if (path.length === 1) return valueOf(text, String(name));
  return path.length === 2 && typeof entry === "number"
    ? entryOf(text, String(name), entry)
    : undefined;
}

function valueOf(text: string, name: string): number | undefined {
  const found = new RegExp(`^${name}: +(?=[^ \\n])`, "m").exec(text);
  return found === null ? undefined : found.index + found[0].length;
}

const ENTRY = /( *)- (?! )(?![a-z_0-9]+:(?: |$))[^\n]*(?:\n|$)/my;

function entryOf(text: string, name: string, entry: number): number | undefined {
  const field = new RegExp(`^${name}:\\n`, "m").exec(text);
  if (field === null) return undefined;
  ENTRY.lastIndex = field.index + field[0].length;
  let column: number | undefined;
  for (let place = 0;; place++) {
    const start = ENTRY.lastIndex;
    const indent = ENTRY.exec(text)?.[1]?.length;
    if (indent === undefined || indent !== (column ??= indent)) return undefined;
    if (place === entry) return start + indent + 2;
  }
}
