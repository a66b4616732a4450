import { phrase, type Words } from "../words/say.ts";

/** The lines with which Git marks where two versions of a file differ. */
export const CONFLICT = /^(?:<{7}|>{7})(?: |$)/m;

/** The same in YAML, where the lines between the versions are no headings. */
export const CONFLICT_IN_YAML = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/m;

/** Lines of a comparison of two versions, as pages and programs show it. */
const COMPARISON = /^(?:diff --git |@@ -\d|\+(?:[a-z_]+: |- )).*/m;
/** Lines that were copied with their numbers. */
const NUMBERED = /^[ \t]*\d+[.:]?[ \t]+[a-z_]+:(?= |\r?\n)[^\n]*\n[ \t]*\d+[.:]?[ \t]+\S/;

/** What a copied file has in front of its lines, and where; undefined where it has nothing. */
export function copiedMarks(text: string): { at: number; message: Words } | undefined {
  const { index } = COMPARISON.exec(text) ?? {};
  if (index !== undefined) {
    return {
      at: index,
      message:
        phrase`Cannot use this file: it was copied from a comparison of two versions; delete the
        lines that begin with - or @@, and the sign in front of each other line`,
    };
  }
  if (!NUMBERED.test(text)) return undefined;
  return {
    at: 0,
    message:
      phrase`Cannot use this file: its lines were copied with their numbers; delete the number in
      front of each`,
  };
}

/** What is said of them, once for each file. */
export const CONFLICT_WORDS =
  phrase`Cannot use this file: two versions of it meet here, as Git left them;
    keep the lines of one, and delete those of <<<<<<<, ======= and >>>>>>>`;
