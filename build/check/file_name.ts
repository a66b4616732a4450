import { foldText } from "../../src/model/fold_text.ts";
import { textSlug } from "../../src/model/title_slug.ts";
import { slug } from "../schema/content/field.ts";
import { errorAt, type FileMove, type ReportDiagnostic, topOf } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import { exists } from "../read/there.ts";
import { messageOf, phrase, type Words } from "../words/say.ts";

/** Checks the name of a file or folder: without its ending it is an address. Returns whether it is. */
export function checkFileName(path: string, name: string, report: ReportDiagnostic): boolean {
  const bare = name.replace(ENDINGS, "");
  if (bare !== name) {
    const to = path.slice(0, path.lastIndexOf(name)) + bare + path.slice(path.lastIndexOf("."));
    const message = phrase`Cannot use the name ${
      quote(name)
    } in addresses: the file has two endings; rename it`;
    report(errorAt(topOf(path), message, exists(to) ? undefined : { from: path, to }));
    return false;
  }
  const { error } = slug.safeParse(name);
  if (error === undefined) return true;
  const message = phrase`Cannot use the name ${quote(name)} in addresses: ${
    messageOf(error.issues[0]!.message)
  }${betterName(name)}`;
  report(errorAt(topOf(path), message, renaming(path, name)));
  return false;
}

/** What stands behind a name that was given an ending twice. */
const ENDINGS = /(?:\.(?:ya?ml|md|markdown|txt))+$/i;

/** How programs call a copy that they make beside a file. */
const COPY =
  /^(?:copy of |salinan (?:dari )?)(.+)$|^(.+?)(?: *\((?:\d+|[^)]*(?:cop(?:y|ied)|salinan)[^)]*)\)| +-? *(?:copy|salinan)(?: \d+)?)$/i;

/** Reports a file that a program has copied beside another one. Returns whether it did. */
export function reportCopiedFile(path: string, name: string, report: ReportDiagnostic): boolean {
  const match = COPY.exec(name.normalize("NFKC"));
  if (match === null) return false;
  const at = path.lastIndexOf(name);
  const original = path.slice(0, at) + (match[1] ?? match[2]!) + path.slice(at + name.length);
  if (!exists(original)) return false;
  const message =
    phrase`This file's name says that it is a copy of ${original}: delete one of the two,
      or give this one a name and content of its own`;
  report(errorAt(topOf(path), message));
  return true;
}

/** The move that gives a file or folder its better name, which is a part of its last name. */
function renaming(path: string, name: string): FileMove | undefined {
  const better = slugMeantBy(name);
  if (better === undefined || !keepsLetters(name)) return undefined;
  const at = path.lastIndexOf(name);
  return { from: path, to: path.slice(0, at) + better + path.slice(at + name.length) };
}

/** `. Did you mean "…"?` where a name can be made an address, or nothing. */
export function betterName(name: string): Words {
  const better = slugMeantBy(name);
  return better === undefined ? "" : phrase`. Did you mean ${quote(better)}?`;
}

/** The address that a name is meant as; undefined where none of its letters can stand in one. */
export function slugMeantBy(name: string): string | undefined {
  return textSlug(name) || undefined;
}

/** Whether every letter of a name can stand in an address. */
export function keepsLetters(name: string): boolean {
  return !/[^\p{ASCII}]/u.test(foldText(name).replace(/[^\p{L}\p{N}]/gu, ""));
}
