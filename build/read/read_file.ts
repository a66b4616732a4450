import {
  errorAt,
  type ReportDiagnostic,
  type SourceLocation,
  topOf,
} from "../diagnostic/diagnostic.ts";
import { onlyNearest } from "../diagnostic/wording.ts";
import { CONFLICT_IN_YAML, CONFLICT_WORDS } from "./conflict.ts";
import { splitFrontMatter } from "./front_matter.ts";
import { ROOT_FILES } from "./misplaced.ts";
import type { Source } from "./source.ts";
import { exists } from "./there.ts";
import { parseYaml, placesIn } from "./yaml.ts";
import { type Message, phrase, type Words } from "../words/say.ts";

/** Reads one content file; undefined where it is broken or not there, which is reported. */
export function readFile(path: string, report: ReportDiagnostic): Source | undefined {
  const bytes = readBytes(path, report);
  return bytes && readSource(path, bytes, report);
}

/** Reads what a content file holds; undefined where it is broken, which is reported. */
export function readSource(
  path: string,
  bytes: Uint8Array,
  report: ReportDiagnostic,
): Source | undefined {
  const text = decodeText(bytes, path, report);
  if (text === undefined) return undefined;
  const slug = path.slice(path.lastIndexOf("/") + 1).replace(/\.(yaml|md)$/, "");
  return path.endsWith(".md")
    ? readMarkdown(path, slug, text, report)
    : readYaml(path, slug, text, report);
}

/** Reads a file that has to be there and to be a file: a pipe would be waited for forever. */
export function readRequired(path: string, report: ReportDiagnostic): Source | undefined {
  const problem = obstacle(path);
  if (problem === undefined) return readFile(path, report);
  if (!exists(path) && isMisnamed(path)) return undefined;
  report(errorAt(topOf(path), problem));
  return undefined;
}

function obstacle(path: string): Message | undefined {
  try {
    const { isFile, isDirectory, isSymlink } = Deno.lstatSync(path);
    const kind = isDirectory
      ? phrase`a folder`
      : isSymlink
      ? phrase`a link`
      : phrase`something else`;
    return isFile ? undefined : phrase`Cannot read this: expected a file, found ${kind}`;
  } catch (error) {
    return explainFailure(path, error);
  }
}

/** The most that one content file may hold: 1 MiB, far above anything that somebody writes. */
const MAX_BYTES = 1_048_576;

/** Files are read into this one after the other; what fills it is too large. */
const room = new Uint8Array(MAX_BYTES + 1);

/** The bytes of a file, until the next one is read: its size is not asked for, which takes time too. */
function readBytes(path: string, report: ReportDiagnostic): Uint8Array | undefined {
  try {
    const file = Deno.openSync(path);
    try {
      let used = 0;
      for (let count; (count = file.readSync(room.subarray(used)));) used += count;
      if (used <= MAX_BYTES) return room.subarray(0, used);
      report(errorAt(topOf(path), tooLarge(file.statSync().size)));
    } finally {
      file.close();
    }
  } catch (error) {
    report(errorAt(topOf(path), explainFailure(path, error)));
  }
  return undefined;
}

function tooLarge(size: number): Words {
  const bytes = (count: number) => phrase`${count.toLocaleString("en")} bytes`;
  return phrase`Cannot read this file: it has ${bytes(size)}, and ${
    bytes(MAX_BYTES)
  } (1 MiB) are the
    most; divide it, or take out what does not belong to it`;
}

const MISSING = phrase`Cannot find this file: it has to be there`;

/** Whether the file is there by another name, which the walk of the folder reports. */
function isMisnamed(path: string): boolean {
  const at = path.lastIndexOf("/");
  try {
    const names = [...Deno.readDirSync(path.slice(0, at))].map(({ name }) => name);
    return names.some((name) => onlyNearest(name, ROOT_FILES) === path.slice(at + 1));
  } catch {
    return false;
  }
}

/** Files that `deno task new site` makes. */
const OF_SITE = /(?:^|\/)(?:site|plans)\.yaml$/;

function explainFailure(path: string, error: unknown): Message {
  if (error instanceof Deno.errors.NotFound) {
    const remedy = OF_SITE.test(path) ? phrase`; deno task new site makes it` : "";
    return phrase`${MISSING}${remedy}`;
  }
  const reason = error instanceof Error ? error.message.split(":")[0] : String(error);
  return phrase`Cannot read this file: ${reason}`;
}

function readYaml(
  file: string,
  slug: string,
  text: string,
  report: ReportDiagnostic,
): Source | undefined {
  if (hasConflict(text, file, report)) return undefined;
  const parsed = parseYaml(text, { file, firstLine: 1, above: 0 }, report);
  return parsed &&
    {
      ...parsed,
      file,
      slug,
      yaml: text,
      body: "",
      bodyStart: text.length,
      locateBody: () => parsed.locate([]),
    };
}

function readMarkdown(
  file: string,
  slug: string,
  text: string,
  report: ReportDiagnostic,
): Source | undefined {
  const parts = splitFrontMatter(text);
  const isBroken = "message" in parts;
  const front = isBroken ? text : text.slice(0, text.length - parts.body.length);
  if (hasConflict(front, file, report)) return undefined;
  if (isBroken) {
    const { message, offset, fix } = parts;
    report(errorAt(placesIn(text, { file, firstLine: 1 })(offset), message, fix));
    return undefined;
  }
  const { yaml, firstLine: first, above, body } = parts;
  const parsed = parseYaml(yaml, { file, firstLine: first, above }, report);
  let places: ReturnType<typeof placesIn> | undefined;
  const locateBody = (offset: number) => {
    places ??= placesIn(body, { file, firstLine: front.split("\n").length });
    return places(offset);
  };
  const bodyStart = text.length - body.length;
  return parsed && { ...parsed, file, slug, yaml, body, bodyStart, locateBody };
}

/** Reports two versions of a file that Git left in it; each of its marks would be a mistake, too. */
function hasConflict(text: string, file: string, report: ReportDiagnostic): boolean {
  const conflict = CONFLICT_IN_YAML.exec(text);
  if (conflict === null) return false;
  report(errorAt(placesIn(text, { file, firstLine: 1 })(conflict.index), CONFLICT_WORDS));
  return true;
}

const strict = new TextDecoder("utf-8", { fatal: true });
const lenient = new TextDecoder("utf-8");

const UTF_16 =
  phrase`Cannot read this file: it is saved as UTF-16, which some programs call Unicode;
  save it as UTF-8`;
const NO_TEXT =
  phrase`Cannot read this file: it is no text, but what another program saves, such as a
  picture or a document; write its text into a file of its own, and delete this one`;

const CR_ALONE =
  phrase`Cannot read this file: its lines end as on old Macs; save it with the line ends
    of Windows (CRLF) or Unix (LF)`;

/** Decodes UTF-8, a byte order mark dropped; undefined where it is something else, which is reported. */
function decodeText(bytes: Uint8Array, file: string, report: ReportDiagnostic): string | undefined {
  const isWide = ["255 254", "254 255"].includes(`${bytes[0]} ${bytes[1]}`);
  if (isWide || bytes.includes(0)) {
    report(errorAt(topOf(file), isWide ? UTF_16 : NO_TEXT));
    return undefined;
  }
  try {
    const text = strict.decode(bytes);
    if (!text.includes("\r") || text.includes("\n")) return text;
    report(errorAt(topOf(file), CR_ALONE));
    return undefined;
  } catch {
    const message =
      phrase`Cannot read the text from here on: it is not UTF-8; save the file as UTF-8`;
    report(errorAt(firstBroken(bytes, file), message));
    return undefined;
  }
}

/** The place of the first bytes that are no character. */
function firstBroken(bytes: Uint8Array, file: string): SourceLocation {
  const before = lenient.decode(bytes.subarray(0, brokenAt(bytes)));
  const lines = before.split("\n");
  const column = lines.at(-1)!.length + 1;
  const text = lenient.decode(bytes).split(/\r?\n/)[lines.length - 1];
  return { file, line: lines.length, column, ...(text !== undefined && { text }) };
}

/** What cannot be decoded is replaced, so that encoding it again gives other bytes. */
function brokenAt(bytes: Uint8Array): number {
  const kept = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const again = new TextEncoder().encode(kept);
  return bytes.findIndex((byte, place) => byte !== again[place]);
}
