import type { z } from "zod";
import type { SiteFile } from "../schema/content/site.ts";
import { standsForNothing } from "../check/explain/advice.ts";
import { KINDS_BY_FOLDER, SCHEMAS } from "../schema/schemas.ts";
import type { Entry, GroupContent } from "../check/content.ts";
import { type ReportDiagnostic, warningAt } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import type { Source, ValuePath } from "../read/source.ts";
import { isNeeded } from "../check/explain/schema_fields.ts";
import { withoutCode } from "../check/file_rules.ts";
import { phrase, type Words } from "../words/say.ts";

/** What is meant for those who write, wherever it stands: as words of their own, in capitals. */
const WITHIN = /(?<![\w-])(?:TODO|FIXME|TBD|TBA|XXX)(?![\w-])|\b[Ll]orem ipsum\b/;

/** Addresses that are kept for examples (RFC 2606, 3). */
const EXAMPLE = /\bexample\.(?:com|net|org)(?![\w.-])/i;

/** More than any of these matches: a file without it has none of them, whatever its values are. */
const MAYBE =
  /to-?do|fixme|tb[acd]|unknown|xxx|n\/a|lorem|placeholder|coming\s+soon|segera\s+hadir|(?:belum|tidak)\s+(?:ada|tahu|diketahui)|menyusul|example\.|\\|(?:^|[\s"'[{,])(?!- +\S)(?:[-–—_.…]+|\?+)(?=$|[\s"',\]}])/im;

/** Lists of songs, whose titles may be any sign. */
const SONGS = ["songs", "tracks"];

/** Warns of the same in `site.yaml`. */
export function warnSitePlaceholders(
  site: SiteFile,
  source: Source,
  report: ReportDiagnostic,
): void {
  warnTexts(source, site, SCHEMAS.site.schema, report);
}

const FOLDERS = Object.keys(KINDS_BY_FOLDER) as (keyof typeof KINDS_BY_FOLDER)[];

/** Warns of values that somebody meant to fill in. */
export function warnPlaceholders(content: GroupContent, report: ReportDiagnostic): void {
  const { source, group, setlists, news } = content;
  warnTexts(source, group, SCHEMAS.group.schema, report);
  const warnAll = (entries: readonly Entry<unknown>[], schema: z.ZodType) => {
    for (const { file, source } of entries) warnTexts(source, file, schema, report);
  };
  warnAll(setlists, SCHEMAS.setlist.schema);
  for (const folder of FOLDERS) warnAll(content[folder], SCHEMAS[KINDS_BY_FOLDER[folder]].schema);
  for (const { source } of news) warnArticle(source, report);
}

function warnTexts(from: Source, file: unknown, schema: z.ZodType, report: ReportDiagnostic): void {
  if (!MAYBE.test(from.yaml)) return;
  eachText(file, [], (text, path) => {
    const found = placeholderIn(text, path, () => isNeeded(schema, from.value, path));
    if (found !== undefined) report(warningAt(from.locate([...path]), found));
  });
}

function warnArticle({ body, locateBody }: Source, report: ReportDiagnostic): void {
  const text = withoutCode(body);
  for (const pattern of [WITHIN, EXAMPLE]) {
    const match = pattern.exec(text);
    if (match === null) continue;
    report(warningAt(locateBody(match.index), leftOver(match[0])));
  }
}

function placeholderIn(text: string, path: ValuePath, isNeeded: () => boolean): Words | undefined {
  const isSong = path.some((part) => SONGS.includes(String(part)));
  if (standsForNothing(text, isSong)) return unfilled(text, path, isNeeded());
  const within = (EXAMPLE.exec(text) ?? WITHIN.exec(text))?.[0];
  return within === undefined ? undefined : leftOver(within);
}

function unfilled(text: string, path: ValuePath, isNeeded: boolean): Words {
  const remedy = typeof path.at(-1) === "number"
    ? phrase`take the line away`
    : phrase`leave the field out`;
  const mended = isNeeded ? phrase`fill it in` : phrase`fill it in, or ${remedy} until it is known`;
  return phrase`${quote(text)} appears in answers as it is written: ${mended}`;
}

function leftOver(found: string): Words {
  return phrase`${
    quote(found)
  } appears in answers as it is written: is it left from a draft? Replace it`;
}

/** Visits all texts of a value; the path that each is at changes with the next. */
function eachText(
  value: unknown,
  path: (string | number)[],
  visit: (text: string, path: ValuePath) => void,
): void {
  if (typeof value === "string") return visit(value.trim(), path);
  if (typeof value !== "object" || value === null) return;
  const within = (part: unknown, name: string | number) => {
    path.push(name);
    eachText(part, path, visit);
    path.pop();
  };
  if (Array.isArray(value)) value.forEach(within);
  else for (const [name, part] of Object.entries(value)) within(part, name);
}
