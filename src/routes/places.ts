import type { Catalog, Group } from "../catalog/catalog.ts";
import { BARE, type Family, V1, WRAPPED } from "./families.ts";

/** Where a path leads: a family, its group if it has one, and the segments below the family's root. */
export interface Place {
  readonly family: Family;
  readonly group?: Group;
  readonly rest: readonly string[];
}

/** Finds the family of a path; undefined for unknown groups and paths outside the families. */
export function findPlace(catalog: Catalog, segments: readonly string[]): Place | undefined {
  const [root, segment = ""] = segments;
  if (root === "v1") return { family: V1, rest: segments.slice(1) };
  if (root !== "api") return undefined;
  const group = catalog.group(segment);
  if (group === undefined) return undefined;
  return { family: group.family === "bare" ? BARE : WRAPPED, group, rest: segments.slice(2) };
}
