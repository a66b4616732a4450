/**
 * Values that say that a value is not known: what people write until they know, and what programs write
 * where they have nothing.
 */

/** Whole values, in small letters; in no language are they a name or a title. */
const WORDS = new Set([
  ...["todo", "to-do", "fixme", "tba", "tbc", "tbd", "lorem", "placeholder", "unknown", "n/a"],
  ...["coming soon", "segera hadir", "menyusul", "belum ada", "belum tahu", "belum diketahui"],
  ...["tidak diketahui"],
]);

/** What songs may be called, too. */
const WORDS_OF_TITLES = new Set(["tidak ada", "kosong", "なし", "無し", "未定", "不明"]);

/** What programs write for nothing; names that differ from it in a letter's case are names: Nan, Nil. */
const OF_PROGRAMS =
  /^(?:[Nn]one|NONE|null|NULL|undefined|nil|<nil>|NaN|nan|NaT|\(null\)|\(none\)|\\N|#N\/A|#(?:REF|VALUE|NAME\?|DIV\/0|NULL|NUM)!?|\[object Object\]|[Ii]nvalid [Dd]ate|\[\]|\{\}|""|''|(?:null|undefined|None) (?:null|undefined|None))$/;

/** Signs in the place of a value. */
const SIGNS = /^(?:[-–—_.…]+|\?+)$/;

/** No word for nothing is as long; signs may be, and are hardly. */
const LONGEST = 40;

/** Whether a text says that a value is not known. `isTitle`: it may be what a song is called. */
export function standsForNothing(text: string, isTitle = false): boolean {
  if (text.length > LONGEST) return false;
  const word = text.replace(/[.!…]+$/, "").toLowerCase();
  if (WORDS.has(word) || /^x{3,}$/.test(word)) return true;
  return !isTitle && (WORDS_OF_TITLES.has(word) || SIGNS.test(text) || OF_PROGRAMS.test(text));
}

/** The first and the last day of programs. */
const DAY_OF_PROGRAMS = /^(?:0001-01-01|1970-01-01|9999-12-31)(?:[T ]|$)/;

/** Whether a day or a moment is one that programs write where they have none. */
export function isDayOfPrograms(text: string): boolean {
  return DAY_OF_PROGRAMS.test(text);
}
