import { foldText } from "../../src/model/fold_text.ts";
import { textSlug } from "../../src/model/title_slug.ts";
import { slug } from "../schema/content/field.ts";
import { errorAt, type FileMove, type ReportDiagnostic, topOf } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import { exists } from "../read/there.ts";
import { joined, messageOf, phrase, type Words } from "../words/say.ts";
import { KINDS_BY_FOLDER, SCHEMAS } from "../schema/schemas.ts";
import type { Source } from "../read/source.ts";

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

/** The kinds that differ by their fields, by folder. */
const KINDS = {
  members: phrase`a member`,
  shows: phrase`a show`,
  events: phrase`an event`,
  releases: phrase`a release`,
  videocalls: phrase`a day of video calls`,
};

/** Reports a file that does not fit its own folder, and fits another one of its group. */
export function reportOtherKind(source: Source, report: ReportDiagnostic): boolean {
  const { file, value } = source;
  const [group, folder] = partsOf(file);
  const fits = (kind: keyof typeof KINDS) =>
    SCHEMAS[KINDS_BY_FOLDER[kind]].schema.safeParse(value).success;
  const fitting = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter(fits);
  const isOwn = fitting.some((kind) => kind === folder) || !Object.hasOwn(KINDS, folder);
  if (isOwn || fitting.length === 0) return false;
  const names = joined(fitting.map((kind) => KINDS[kind]), phrase` or `);
  const folders = joined(fitting.map((kind) => `${group}/${kind}`), phrase` or `);
  const message = phrase`Cannot use this file here: it looks like ${names}; move it to ${folders}`;
  report(errorAt(source.locate([]), message));
  return true;
}

/** `content/groupa` and `shows`. */
function partsOf(path: string): [group: string, folder: string] {
  const parts = path.split("/");
  return [parts.slice(0, -2).join("/"), parts.at(-2) ?? ""];
}
