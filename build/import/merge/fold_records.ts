import { isDeepStrictEqual } from "node:util";
import type { Tell, Where } from "../report/notes.ts";
import type { Fields } from "./rules.ts";

/** A record, by what it says. */
export interface Folded {
  readonly where: Where;
  readonly fields: Fields;
}

/**
 * Records of one entry become one. Where they say different things the later one is right, which is
 * told; what only one of them says stays.
 */
export function foldFields(records: readonly Folded[], tell: Tell): Fields {
  return records.map(({ fields }) => fields).reduce((one, other, place) => {
    const differing = Object.keys(other)
      .filter((field) => field in one && !isDeepStrictEqual(one[field], other[field]));
    if (differing.length > 0) {
      const what = differing.map((field) => `"${field}"`).join(", ");
      const { where } = records[place]!;
      tell(
        `it is taken as right where it differs from an earlier record of the same: ${what}`,
        where,
      );
    }
    return { ...one, ...other };
  });
}
