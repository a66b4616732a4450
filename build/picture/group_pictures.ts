import { textSlug } from "../../src/model/title_slug.ts";
import type { Memory } from "../memory.ts";
import {
  type Diagnostic,
  errorAt,
  type ReportDiagnostic,
  topOf,
  warningAt,
} from "../diagnostic/diagnostic.ts";
import { phrase } from "../words/say.ts";
import { checkPicture } from "./check_picture.ts";
import { type GroupPictures, MAX_GROUP_BYTES } from "./picture.ts";
import { pictureReader } from "./read_picture.ts";
import { isLink, leftBehind, LINKED } from "../read/misplaced.ts";
import { exists } from "../read/there.ts";
import { quote } from "../diagnostic/wording.ts";

/** The files among what is in the folder of pictures; what is no picture by its name is reported. */
export function pictureFiles(
  entries: readonly Deno.DirEntry[],
  folder: string,
  report: ReportDiagnostic,
): string[] {
  return entries.flatMap((entry) => {
    const problem = misnamedPicture(folder, entry);
    if (problem === undefined) return [`${folder}/${entry.name}`];
    report(problem);
    return [];
  });
}

/** Checks the pictures of a group: these files of its folder of pictures. */
export function checkPictures(
  files: readonly string[],
  group: string,
  memory: Memory,
  report: ReportDiagnostic,
): GroupPictures {
  const [first = ""] = files;
  const place = topOf(first.slice(0, first.lastIndexOf("/")));
  if (pictureReader === undefined && files.length > 0) {
    const message = phrase`Pictures are left out: this program was made without what reads them`;
    report(warningAt(place, message));
  }
  const read = (path: string) =>
    pictureReader && memory.file(path, report, (report) => checkPicture(path, group, report));
  const pictures = new Map(
    files.map((path) => [path.slice(path.lastIndexOf("/") + 1), read(path)] as const),
  );
  const bytes = [...pictures.values()].reduce((sum, picture) => sum + (picture?.length ?? 0), 0);
  if (bytes > MAX_GROUP_BYTES) {
    const megabytes = Math.ceil(bytes / 1024 / 1024);
    const message =
      phrase`Cannot use these pictures: together they have ${megabytes} MiB, and 64 MiB are the most of
        a group; save the largest smaller`;
    report(errorAt(place, message));
  }
  return pictures;
}

/** What pictures are called. */
const NAME = /^[a-z0-9]+(?:[-_.][a-z0-9]+)*\.(?:jpg|png|webp)$/;

/** Endings that mean one of those. */
const ENDING = /\.(?:jpe?g|jpe|jfif|png|webp)$/i;

/** Names are parts of addresses, which have an end. */
const MAX_LENGTH = 100;

/** Says what is wrong with a file or folder among pictures, by its name; undefined if it is a picture. */
function misnamedPicture(folder: string, entry: Deno.DirEntry): Diagnostic | undefined {
  const { name } = entry;
  const path = `${folder}/${name}`;
  const place = topOf(path);
  if (isLink(path)) {
    return warningAt(place, LINKED);
  }
  if (entry.isDirectory) {
    const message =
      phrase`Cannot use this folder: pictures are in ${folder} itself; move them there`;
    return errorAt(place, message);
  }
  const left = leftBehind(name);
  if (left !== undefined) return warningAt(place, left);
  const ending = ENDING.exec(name)?.[0];
  if (ending === undefined) {
    const message =
      phrase`Cannot use this file: the names of pictures end in .jpg, .png or .webp; save it as one of
        these, or move it away`;
    return errorAt(place, message);
  }
  if (NAME.test(name) && name.length <= MAX_LENGTH) return undefined;
  const fitting = fittingName(name, ending);
  const to = `${folder}/${fitting}`;
  const isFree = fitting !== undefined && !exists(to);
  const remedy = isFree
    ? phrase`rename it to ${quote(fitting)}, here and where it is written`
    : phrase`rename it to something such as "nagi.jpg"`;
  const message =
    phrase`Cannot use the name of this picture: expected small letters, digits and hyphens, and
      .jpg, .png or .webp; ${remedy}`;
  return errorAt(place, message, isFree ? { from: path, to } : undefined);
}

/** The name that a picture should have; undefined if no letter of it can stay. */
export function fittingName(name: string, ending = ENDING.exec(name)?.[0]): string | undefined {
  if (ending === undefined) return undefined;
  const stem = textSlug(name.slice(0, -ending.length)).slice(0, MAX_LENGTH - 5).replace(/-$/, "");
  const kind = /^\.(?:png|webp)$/i.test(ending) ? ending.toLowerCase() : ".jpg";
  return stem === "" ? undefined : `${stem}${kind}`;
}
