import type { z } from "zod";
import { eventFile } from "../../src/model/content/event.ts";
import { slug as slugField } from "../../src/model/content/field.ts";
import { type GroupFile, groupFile } from "../../src/model/content/group.ts";
import { memberFile } from "../../src/model/content/member.ts";
import { newsFile } from "../../src/model/content/news.ts";
import { plansFile } from "../../src/model/content/plans.ts";
import { releaseFile } from "../../src/model/content/release.ts";
import { setlistsFile } from "../../src/model/content/setlists.ts";
import { showFile } from "../../src/model/content/show.ts";
import { siteFile } from "../../src/model/content/site.ts";
import { videocallFile } from "../../src/model/content/videocall.ts";
import { errorAt, type Report } from "../diagnostic/diagnostic.ts";
import { readFile } from "../read/read_file.ts";
import { type GroupFiles, type KindFolder, walkContent } from "../read/walk.ts";
import type { Progress } from "../progress.ts";
import type { CheckedContent, Entry, GroupContent } from "./content.ts";
import { checkAddresses } from "./addresses.ts";
import { validate } from "./validate.ts";

/** Reads and checks the content folder; undefined where the site or its plans cannot be used. */
export function checkContent(
  root: string,
  report: Report,
  progress: Progress,
): CheckedContent | undefined {
  const site = readOne(siteFile, `${root}/site.yaml`, report);
  const plans = readOne(plansFile, `${root}/plans.yaml`, report);
  const groups = walkContent(root, report).map((files) => checkGroup(files, report, progress))
    .filter((group) => group !== undefined);
  checkAddresses(groups, report);
  return site && plans && { site, plans, groups };
}

function checkGroup(
  files: GroupFiles,
  report: Report,
  progress: Progress,
): GroupContent | undefined {
  const group: GroupFile | undefined = readOne(groupFile, `${files.folder}/group.yaml`, report);
  checkName(files.folder, files.slug, report);
  const entries = <S extends z.ZodType>(schema: S, kind: KindFolder) => {
    progress(`Reading ${files.folder}/${kind}`);
    return files.kinds[kind].map((path) => readEntry(schema, path, report)).filter((entry) =>
      entry !== undefined
    )
      .filter(({ file }) => (file as { draft?: boolean }).draft !== true);
  };
  const rest = {
    slug: files.slug,
    folder: files.folder,
    setlists: files.setlists ? readOne(setlistsFile, files.setlists, report) ?? [] : [],
    members: entries(memberFile, "members"),
    shows: entries(showFile, "shows"),
    news: entries(newsFile, "news"),
    events: entries(eventFile, "events"),
    releases: entries(releaseFile, "releases"),
    videocalls: entries(videocallFile, "videocalls"),
  };
  return group && { group, ...rest };
}

function readEntry<S extends z.ZodType>(
  schema: S,
  path: string,
  report: Report,
): Entry<z.output<S>> | undefined {
  const source = readFile(path, report);
  if (source === undefined) return undefined;
  checkName(path, source.slug, report);
  const file = validate(schema, source, report);
  return file && { slug: source.slug, file, source };
}

function readOne<S extends z.ZodType>(
  schema: S,
  path: string,
  report: Report,
): z.output<S> | undefined {
  try {
    const source = readFile(path, report);
    return source && validate(schema, source, report);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    report(errorAt({ file: path, line: 1, column: 1 }, "Cannot find this file"));
    return undefined;
  }
}

/** The file's name is an address. */
function checkName(path: string, slug: string, report: Report): void {
  const { error } = slugField.safeParse(slug);
  if (error === undefined) return;
  const message = `Cannot use the file name "${slug}": ${error.issues[0]!.message}`;
  report(errorAt({ file: path, line: 1, column: 1 }, message));
}
