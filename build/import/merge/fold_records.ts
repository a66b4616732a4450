import { isDeepStrictEqual } from "node:util";
import type { Lose, Tell, Where } from "../report/notes.ts";
import type { EntryFields } from "../../files/content_file.ts";
import { say } from "../../words/say.ts";

/** A record, by its values. */
export interface Folded {
  readonly where: Where;
  readonly fields: EntryFields;
}

/**
 * Records of one entry become one. Where they say different things the later one is right, which is
 * reported; what only one of them has stays.
 */
export function foldFields(
  records: readonly Folded[],
  { tell, lose }: { readonly tell: Tell; readonly lose: Lose },
): EntryFields {
  return records.map(({ fields }) => fields).reduce((one, other, place) => {
    const differing = Object.keys(other)
      .filter((field) => field in one && !isDeepStrictEqual(one[field], other[field]));
    if (differing.length > 0) {
      const what = differing.map((field) => `"${field}"`).join(", ");
      const { where } = records[place]!;
      tell(
        say`it is taken as right where it differs from an earlier record of the same: ${what}`,
        where,
      );
      for (const field of differing) loseEarlier(records.slice(0, place), field, lose);
    }
    return { ...one, ...other };
  });
}

function loseEarlier(records: readonly Folded[], field: string, lose: Lose): void {
  const last = records.findLast(({ fields }) => field in fields);
  if (last !== undefined) {
    lose(last.where, field, say`a later record of the same says something else`);
  }
}
