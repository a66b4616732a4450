/** Whole values that stand for something to come; in no language are they a name. */
const WORDS =
  /^(?:to-?do|fixme|tb[acd]|xxx+|n\/a|unknown|lorem|placeholder|coming soon|segera hadir|belum (?:ada|tahu|diketahui)|tidak diketahui|menyusul)[.!…]*$/i;

/** Signs in the place of a value. Songs may be called so. */
const SIGNS = /^(?:[-–—_.…]+|\?+)$/;

/** Whether a text says that a value is not known. `mayBeSigns`: signs alone may be meant as they are. */
export function standsForNothing(text: string, mayBeSigns = false): boolean {
  return WORDS.test(text) || (!mayBeSigns && SIGNS.test(text));
}
