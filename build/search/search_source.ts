import type { SearchKind } from "../../src/model/pack.ts";

/** A thing that can be found, and what it is called. */
export interface SearchSource {
  readonly kind: SearchKind;
  readonly id: string;
  readonly title: string;
  /** Its title and other names of its own. */
  readonly names: readonly string[];
  /** The name of what it belongs to, by which it is found behind others. */
  readonly partOf?: string | undefined;
  /** Epoch ms; -Infinity: always there. */
  readonly published: number;
  /** Epoch ms; NaN where it has no time. */
  readonly start: number;
  /** The names of the setlists that it is, or is in. */
  readonly setlists?: readonly string[];
}

/** A title, and the names that it holds: what stands in brackets, before them, and between dots. */
export function namesIn(title: string): string[] {
  if (!/[()（）·]|^\s|\s$/.test(title) && title !== "") return [title];
  const parts = title.split(/[()（）·]/).map((part) => part.trim()).filter((part) => part !== "");
  return [...new Set([title, ...parts])];
}
