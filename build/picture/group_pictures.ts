import type { BuildMemory } from "../cache/file_memory.ts";
import { errorAt, type ReportDiagnostic, topOf } from "../diagnostic/diagnostic.ts";
import { say } from "../words/say.ts";
import { checkPicture, type Picture } from "./check_picture.ts";
import { misnamedPicture } from "./picture_names.ts";
import { MAX_GROUP_BYTES } from "./read_picture.ts";

/** The pictures of a group by their names; undefined: one that cannot be used, which is reported. */
export type GroupPictures = ReadonlyMap<string, Picture | undefined>;

export const NO_PICTURES: GroupPictures = new Map();

/** Names what is recalled of a file of the pictures. */
const PICTURE_KIND = {};

/** The files among what is in the folder of pictures; what is no picture is reported. */
export function pictureFiles(
  folder: string,
  entries: readonly Deno.DirEntry[],
  report: ReportDiagnostic,
): string[] {
  return entries.flatMap((entry) => {
    const problem = misnamedPicture(folder, entry);
    if (problem !== undefined) report(problem);
    return problem === undefined ? [`${folder}/${entry.name}`] : [];
  });
}

/** Checks the pictures of a group. */
export function checkPictures(
  files: readonly string[],
  group: string,
  memory: BuildMemory,
  report: ReportDiagnostic,
): GroupPictures {
  if (files.length === 0) return NO_PICTURES;
  const pictures = new Map(files.map((path) => {
    const picture = memory.recall(
      path,
      PICTURE_KIND,
      report,
      (report) => checkPicture(path, group, report),
    );
    return [path.slice(path.lastIndexOf("/") + 1), picture] as const;
  }));
  const bytes = [...pictures.values()].reduce((sum, picture) => sum + (picture?.length ?? 0), 0);
  if (bytes > MAX_GROUP_BYTES) {
    const folder = files[0]!.slice(0, files[0]!.lastIndexOf("/"));
    const megabytes = Math.ceil(bytes / 1024 / 1024);
    const message =
      say`Cannot use these pictures: together they have ${megabytes} MiB, and 64 MiB are the most of
        a group; save the largest smaller`;
    report(errorAt(topOf(folder), message));
  }
  return pictures;
}
