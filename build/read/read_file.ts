import { errorAt, type ReportDiagnostic, type TextEdit, topOf } from "../diagnostic/diagnostic.ts";
import { onlyNearest } from "../diagnostic/wording.ts";
import { CONFLICT_IN_YAML, CONFLICT_WORDS } from "./conflict.ts";
import { splitFrontMatter } from "./front_matter.ts";
import { ROOT_FILES } from "./misplaced.ts";
import type { Source } from "./source.ts";
import { entriesIn } from "./there.ts";
import { parseYaml, placesIn } from "./yaml.ts";
import { type Message, phrase, type Words } from "../words/say.ts";

/** Reads one content file; undefined where it is broken or not there, which is reported. */
export function readFile(path: string, report: ReportDiagnostic): Source | undefined {
  const bytes = readBytes(path, report);
  return bytes && readSource(path, bytes, report);
}

/** Reads what a content file holds; undefined where it is broken, which is reported. */
export function readSource(
  file: string,
  bytes: Uint8Array,
  report: ReportDiagnostic,
): Source | undefined {
  const text = decodeText(bytes, file, report);
  if (text === undefined) return undefined;
  const places = placesIn(text, file);
  const refuse = (offset: number, message: Words, fix?: TextEdit) =>
    void report(errorAt(places(offset), message, fix));
  const parts = file.endsWith(".md") ? splitFrontMatter(text) : { yaml: text, above: 0, body: "" };
  const isBroken = "message" in parts;
  const bodyStart = text.length - (isBroken ? 0 : parts.body.length);
  // Each of its marks would be a mistake, too.
  const conflict = CONFLICT_IN_YAML.exec(text.slice(0, bodyStart));
  if (conflict !== null) return refuse(conflict.index, CONFLICT_WORDS);
  if (isBroken) return refuse(parts.offset, parts.message, parts.fix);
  const { yaml, above, body } = parts;
  const parsed = parseYaml(yaml, { places, above }, report);
  const slug = file.slice(file.lastIndexOf("/") + 1).replace(/\.(yaml|md)$/, "");
  const locateBody = (offset: number) => places(bodyStart + offset);
  return parsed && { ...parsed, file, slug, yaml, body, bodyStart, locateBody };
}

/** Reads a file that has to be there and to be a file: a pipe would be waited for forever. */
export function readRequired(path: string, report: ReportDiagnostic): Source | undefined {
  try {
    const { isFile, isDirectory, isSymlink } = Deno.lstatSync(path);
    if (!isFile) {
      const kind = isDirectory
        ? phrase`a folder`
        : isSymlink
        ? phrase`a link`
        : phrase`something else`;
      const message = phrase`Cannot read this: expected a file, found ${kind}`;
      return void report(errorAt(topOf(path), message));
    }
  } catch {
    if (isMisnamed(path)) return undefined;
  }
  return readFile(path, report);
}

/** The most that one content file may hold: 1 MiB, far above anything that somebody writes. */
const MAX_BYTES = 1_048_576;

function readBytes(path: string, report: ReportDiagnostic): Uint8Array | undefined {
  return bytesOf(path, MAX_BYTES, (message) => report(errorAt(topOf(path), message)), (size) => {
    const bytes = (count: number) => phrase`${count.toLocaleString("en")} bytes`;
    return phrase`Cannot read this file: it has ${bytes(size)}, and ${
      bytes(MAX_BYTES)
    } (1 MiB) are the most; divide it, or take out what does not belong to it`;
  });
}

/** The bytes of a file, at most so many; undefined where `refuse` was told why there are none. */
export function bytesOf(
  path: string,
  most: number,
  refuse: (message: Message) => void,
  tooMany: (size: number) => Message,
): Uint8Array | undefined {
  try {
    const { size } = Deno.statSync(path);
    if (size <= most) return Deno.readFileSync(path);
    refuse(tooMany(size));
  } catch (error) {
    refuse(
      error instanceof Deno.errors.NotFound
        ? missing(path)
        : phrase`Cannot read this file: ${reasonOf(error)}`,
    );
  }
  return undefined;
}

/** What the system says, without what it said it of. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.split(":")[0]! : String(error);
}

/** Whether the file is there by another name, which the walk of the folder reports. */
function isMisnamed(path: string): boolean {
  const at = path.lastIndexOf("/");
  try {
    return entriesIn(path.slice(0, at))
      .some(({ name }) => onlyNearest(name, ROOT_FILES) === path.slice(at + 1));
  } catch {
    return false;
  }
}

/** Files that `deno task new site` makes. */
const OF_SITE = /(?:^|\/)(?:site|plans)\.yaml$/;

function missing(path: string): Message {
  const remedy = OF_SITE.test(path) ? phrase`; deno task new site makes it` : "";
  return phrase`Cannot find this file: it has to be there${remedy}`;
}

const strict = new TextDecoder("utf-8", { fatal: true });

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
  } catch {
    const text = new TextDecoder().decode(bytes);
    const place = placesIn(text, file)(text.indexOf("\ufffd"));
    const message =
      phrase`Cannot read the text from here on: it is not UTF-8; save the file as UTF-8`;
    report(errorAt(place, message));
  }
  return undefined;
}
