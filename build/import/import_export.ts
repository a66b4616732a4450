import { hash } from "node:crypto";
import { z } from "zod";
import { PICTURES } from "../picture/resolve_pictures.ts";
import { exists, isFile, isFolder } from "../read/there.ts";
import { slug } from "../schema/content/field.ts";
import { TaskError, WRONG_CALL } from "../task/task_error.ts";
import { refuseLinks } from "../files/refuse_links.ts";
import { writeTexts } from "../files/write_texts.ts";
import { say } from "../words/say.ts";
import type { RecordFields } from "./dump/find_records.ts";
import { importDump } from "./import_dump.ts";
import { withOwnPictures } from "./record/pictures.ts";
import type { FieldFate } from "./report/format_import.ts";
import { MINUTE_MS } from "../../src/toolbox/durations.ts";
import type { DatasetKind } from "../../src/model/enums.ts";
import { summarize } from "../article/summary.ts";

/** What became of an export. */
export interface ImportedExport {
  readonly groups: number;
  readonly items: number;
  readonly pictures: number;
  /** The values that content cannot hold. */
  readonly lost: readonly FieldFate[];
}

/** What is read of `dataset.json`. */
const listing = z.object({
  groups: z.array(z.object({
    group: slug,
    files: z.array(z.object({ path: z.string(), sha256: z.string() })),
  })),
});

/** Where files are until all of them are written. */
const STAGE = ".import";

/**
 * Makes a content folder of what `deno task export` wrote; `root` has no files yet.
 *
 * @throws {TaskError} if the folder holds no whole export, or `root` holds files; nothing is written then
 */
export function importExport(folder: string, root: string): ImportedExport {
  const { groups } = readListing(folder);
  refuseFull(root);
  const stage = `${root}/${STAGE}`;
  Deno.mkdirSync(stage, { recursive: true });
  try {
    copyFile(folder, "settings/site.yaml", `${stage}/site.yaml`);
    copyFile(folder, "settings/plans.yaml", `${stage}/plans.yaml`);
    const parts = groups.map(({ group, files }) => {
      copyFile(folder, `settings/${group}/group.yaml`, `${stage}/${group}/group.yaml`);
      const pictures = copyPictures(folder, `media/${group}`, `${stage}/${group}/${PICTURES}`);
      const text = readLines(folder, group, files);
      const lines = parseLines(withOwnPictures(text, `${stage}/${group}`));
      return { pictures, items: lines.length, lost: importLines(stage, group, lines) };
    });
    for (const { name } of Deno.readDirSync(stage)) {
      Deno.renameSync(`${stage}/${name}`, `${root}/${name}`);
    }
    return {
      groups: parts.length,
      items: parts.reduce((sum, { items }) => sum + items, 0),
      pictures: parts.reduce((sum, { pictures }) => sum + pictures, 0),
      lost: parts.flatMap(({ lost }) => lost),
    };
  } finally {
    Deno.removeSync(stage, { recursive: true });
  }
}

function readListing(folder: string): z.infer<typeof listing> {
  const path = `${folder}/dataset.json`;
  if (!isFile(path)) {
    throw new TaskError(
      say`Cannot find an export in ${folder}: deno task export writes dataset.json there; a dump needs a
        group, a kind and a file`,
      WRONG_CALL,
    );
  }
  refuseLinks(folder, "dataset.json");
  try {
    return listing.parse(JSON.parse(Deno.readTextFileSync(path)));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new TaskError(say`Cannot read ${path}: it is not as deno task export writes it`);
  }
}

function refuseFull(root: string): void {
  if (!exists(root)) return;
  const files = [...Deno.readDirSync(root)].filter(({ name }) => !name.startsWith("."));
  if (files.length === 0) return;
  throw new TaskError(
    say`Cannot import a whole export into ${root}: it holds files; set CONTENT_DIR to an empty folder`,
  );
}

/** The lines of a group as they were written. */
function readLines(
  folder: string,
  group: string,
  files: readonly { readonly path: string; readonly sha256: string }[],
): string {
  const path = `${folder}/${group}.ndjson`;
  const bytes = readPart(folder, `${group}.ndjson`);
  const listed = files.find((file) => file.path.endsWith(`/${group}.ndjson`));
  if (hash("sha256", bytes, "hex") !== listed?.sha256) {
    throw new TaskError(
      say`Cannot use ${path}: it is not whole, dataset.json has another digest; copy it again`,
    );
  }
  return new TextDecoder().decode(bytes);
}

/** The first line has the licence, which the settings have too. */
function parseLines(text: string): RecordFields[] {
  return text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))
    .filter(({ kind }) => kind !== "licence");
}

/** Writes the files of a group kind by kind; returns what cannot be written. */
function importLines(root: string, group: string, lines: readonly RecordFields[]): FieldFate[] {
  const byKind = Map.groupBy(lines, ({ kind }) => kind);
  return IMPORTED_KINDS.flatMap(([name, kind]) => {
    const text = byKind.get(name)?.map(recordOf);
    if (text === undefined) return [];
    const { outcome, fates } = importDump({ root, group, kind, text });
    writeTexts(outcome.texts);
    return fates.filter(({ fate }) => fate === "lost");
  });
}

/** `nagi.0123….jpg` is the picture `nagi.jpg`. */
const MEDIA_NAME = /^(.+)\.[0-9a-f]{32}(\.\w+)$/;

function copyPictures(folder: string, media: string, to: string): number {
  if (!isFolder(`${folder}/${media}`)) return 0;
  const names = [...Deno.readDirSync(`${folder}/${media}`)].map(({ name }) => name);
  for (const name of names) {
    copyFile(folder, `${media}/${name}`, to + name.replace(MEDIA_NAME, "$1$2"));
  }
  return names.length;
}

function copyFile(folder: string, path: string, to: string): void {
  const bytes = readPart(folder, path);
  Deno.mkdirSync(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  Deno.writeFileSync(to, bytes);
}

/** @throws {TaskError} if a file of the export is missing, or a link */
function readPart(folder: string, part: string): Uint8Array<ArrayBuffer> {
  const path = `${folder}/${part}`;
  refuseLinks(folder, part);
  if (!isFile(path)) throw new TaskError(say`Cannot find ${path}, which an export has`);
  return Deno.readFileSync(path);
}

/** How an export and an import call the same kind, in the order in which kinds need each other. */
const IMPORTED_KINDS = [
  ["member", "members"],
  ["setlist", "setlists"],
  ["show", "theater"],
  ["event", "events"],
  ["news", "news"],
  ["release", "releases"],
  ["videocall", "videocall"],
] as const satisfies readonly (readonly [DatasetKind, string])[];

/** Turns a line of a dataset into a record that imports read: without what follows from other fields. */
function recordOf({ kind, ...line }: RecordFields): RecordFields {
  return RECORDS[kind as DatasetKind](line);
}

const RECORDS: Readonly<Record<DatasetKind, (line: RecordFields) => RecordFields>> = {
  member({ id, url: _, group: __, nickname: ___, is_graduate: ____, ...member }) {
    const { status_before: status = member["status"], ...rest } = withoutSides(member, "img");
    return { ...rest, url_key: id, slug: id, status };
  },
  show({ lineup, members: _, member_count: __, setlist_detail: ___, ...show }) {
    const { start_at: start, end_at: end, ...rest } = withoutSides(show, "poster");
    return {
      ...rest,
      duration: lengthOf(start, end),
      members: (lineup as RecordFields[]).map(({ name, url_key }) => ({ name, url_key })),
      tickets: withSaleDays(rest["tickets"]),
    };
  },
  event({ date, end_at: end, ...event }) {
    return {
      ...event,
      date: String(date).slice(0, "YYYY-MM-DD".length),
      duration: lengthOf(date, end),
      tickets: withSaleDays(event["tickets"]),
    };
  },
  news({ published_at: published, summary, ...news }) {
    const { date, content_text: text } = news;
    const at = String(published);
    const isDay = at.startsWith(`${date}T00:00:00`);
    const isOfDay = at.startsWith(`${date}T`);
    return {
      ...withoutSides(news, "image"),
      ...(summary !== summarize(String(text)) && { summary }),
      ...(isOfDay && !isDay && { published_at: at }),
      ...(!isOfDay && { publish_at: at }),
    };
  },
  release: (release) => withoutSides(release, "cover"),
  setlist: ({ id: _, ...setlist }) => setlist,
  videocall: (session) => session,
};

/** The sides of a picture follow from its file. */
function withoutSides(item: RecordFields, picture: string): RecordFields {
  const { [`${picture}_width`]: _, [`${picture}_height`]: __, ...rest } = item;
  return rest;
}

/** How long something takes; undefined if no end is known. */
function lengthOf(start: unknown, end: unknown): string | undefined {
  if (end === undefined) return undefined;
  return `${(Date.parse(String(end)) - Date.parse(String(start))) / MINUTE_MS}m`;
}

/** A sale that begins with its day is one whose time is unknown. */
function withSaleDays(tickets: unknown): unknown {
  return (tickets as RecordFields[] | undefined)?.map((ticket) => {
    const [day, time = ""] = String(ticket["sale_from"] ?? "").split("T");
    return time.startsWith("00:00:00") ? { ...ticket, sale_from: day } : ticket;
  });
}
