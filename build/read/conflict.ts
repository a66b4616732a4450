import { phrase } from "../words/say.ts";

/** The lines with which Git marks where two versions of a file differ. */
export const CONFLICT = /^(?:<{7}|>{7})(?: |$)/m;

/** The same in YAML, where the lines between the versions are no headings. */
export const CONFLICT_IN_YAML = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/m;

/** What is said of them, once for each file. */
export const CONFLICT_WORDS =
  phrase`Cannot use this file: two versions of it meet here, as Git left them;
    keep the lines of one, and delete those of <<<<<<<, ======= and >>>>>>>`;
