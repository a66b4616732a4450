import {
  comparedNames,
  compareLists,
  type ItemChange,
  type ListIndex,
} from "../../src/changes/compare_items.ts";

/**
 * Compares two builds, each kind that both sides' programs know: what everybody may see of them at
 * `now` (epoch ms).
 */
export function compareBuilds(before: ListIndex, after: ListIndex, now: number): ItemChange[] {
  return comparedNames(before, after).flatMap((name) =>
    compareLists(before.get(name), after.get(name), now)
  );
}
