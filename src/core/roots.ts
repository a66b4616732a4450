import type { AddOn } from "./addon.ts";
import { ADDONS } from "./addons.ts";

/** First words of the core's paths, and words that paths may come to have. */
const CORE_ROOTS = [
  ...["admin", "api", "birthdays", "codes", "dataset", "docs", "editor", "healthz", "llms"],
  ...["media", "openapi", "readyz", "schema", "status", "v1"],
];

/** The words that no group may be called, as its paths would lead elsewhere: a file's without its ending. */
export function reservedRoots(addOns: readonly Pick<AddOn, "roots">[]): ReadonlySet<string> {
  const own = addOns.flatMap(({ roots = [] }) => roots.map((root) => root.split(".")[0]!));
  return new Set([...CORE_ROOTS, ...own]);
}

/** Those of the program, with all add-ons. */
export const RESERVED_ROOTS: ReadonlySet<string> = reservedRoots(ADDONS);
