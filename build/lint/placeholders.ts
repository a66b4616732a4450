/** Rules of what somebody meant to fill in. */

import type { z } from "zod";
import { isDayOfPrograms, standsForNothing } from "../check/nothing.ts";
import { defaultAt, isNeeded } from "../check/explain/schema_fields.ts";
import { withoutCode } from "../check/file_rules.ts";
import { quote } from "../diagnostic/wording.ts";
import { leavesOf, type Source, type ValuePath } from "../read/source.ts";
import { type EntryFolder, FOLDERS, type SchemaName, SCHEMAS } from "../schema/schemas.ts";
import { type Message, phrase } from "../words/say.ts";
import { type Finding, rule } from "./rule.ts";

/** What is meant for those who write, wherever it stands: as words of their own, in capitals. */
const WITHIN =
  /(?<![\w-])(?:TODO|FIXME|TBD|TBA|XXX)(?![\w-])|\b[Ll]orem ipsum\b|\[(?:LINK|TANGGAL|NAMA|JUDUL|JAM|TEMPAT)\](?![([:])|\(isi (?:di ?sini|nanti)\)|[○〇◯]+月[○〇◯]+日/;

/** Addresses that are kept for examples (RFC 2606, 3). */
const EXAMPLE = /\bexample\.(?:com|net|org)(?![\w.-])/i;

/** Lists of songs, whose titles may be any sign. */
const SONGS = ["songs", "tracks"];

/** The kinds of files, by what rules call them. */
const KINDS = Object.entries(
  { site: "site", group: "group", ...FOLDERS } as const,
) as (readonly ["site" | EntryFolder, SchemaName])[];

/** What somebody meant to fill in, in any file. */
export const PLACEHOLDER_RULES = [
  rule("placeholder", "group", ({ source, group }) => inTexts(source, group, SCHEMAS.group.schema)),
  ...KINDS.flatMap(([kind, name]) => {
    const { schema } = SCHEMAS[name];
    return [
      rule("blank", kind, ({ source }) => blankIn(source, schema)),
      ...name === "group"
        ? []
        : [rule("placeholder", kind, ({ file, source }) => inTexts(source, file, schema))],
    ];
  }),
  rule("placeholder", "news", ({ source: { body, locateBody } }) => {
    const text = withoutCode(body);
    return [WITHIN, EXAMPLE].map((pattern) => {
      const match = pattern.exec(text);
      return match === null
        ? undefined
        : { place: locateBody(match.index), message: leftOver(match[0]) };
    });
  }),
];

/** Fields without a value that are something else than unknown then. */
function blankIn(source: Source, schema: z.ZodType): Finding[] {
  return source.blanks.flatMap((path) => {
    const value = defaultAt(schema, path);
    if (value === undefined) return [];
    const message = phrase`${quote(String(path.at(-1)))} has no value, and is taken for ${
      quote(String(value))
    }: write what it is, or take the line away`;
    return [{ place: source.locate(path, "key"), message }];
  });
}

function inTexts(source: Source, file: unknown, schema: z.ZodType): Finding[] {
  return leavesOf(file).flatMap(({ value, path }) => {
    if (typeof value === "number") return [];
    const message = placeholderIn(value.trim(), path, () => isNeeded(schema, source.value, path));
    return message === undefined ? [] : [{ at: path, message }];
  });
}

function placeholderIn(
  text: string,
  path: ValuePath,
  isNeeded: () => boolean,
): Message | undefined {
  // Whom a group shows itself to may be none.
  if (path[0] === "public") return undefined;
  const isSong = path.some((part) => SONGS.includes(String(part)));
  if (standsForNothing(text, isSong)) return unfilled(text, path, isNeeded());
  if (isDayOfPrograms(text)) {
    const mended = remedy(path, isNeeded());
    return phrase`${quote(text)} is what programs write where no day is known: ${mended}`;
  }
  const within = (EXAMPLE.exec(text) ?? WITHIN.exec(text))?.[0];
  return within === undefined ? undefined : leftOver(within);
}

function unfilled(text: string, path: ValuePath, isNeeded: boolean): Message {
  return phrase`${quote(text)} appears in answers as it is written: ${remedy(path, isNeeded)}`;
}

function remedy(path: ValuePath, isNeeded: boolean): Message {
  if (isNeeded) return phrase`fill it in`;
  const without = typeof path.at(-1) === "number"
    ? phrase`take the line away`
    : phrase`leave the field out`;
  return phrase`fill it in, or ${without} until it is known`;
}

function leftOver(found: string): Message {
  return phrase`${
    quote(found)
  } appears in answers as it is written: is it left from a draft? Replace it`;
}
