import type { z } from "zod";
import { eventFile, showFile, videocallFile } from "../../src/model/content/occasions.ts";
import { memberFile } from "../../src/model/content/member.ts";
import { releaseFile } from "../../src/model/content/publications.ts";
import { errorAt, type ReportDiagnostic } from "../diagnostic/diagnostic.ts";
import type { Source } from "../read/source.ts";
import { exists } from "../read/there.ts";
import { phrase, say, translated } from "../words/say.ts";

/** The kinds that are told from each other by their fields, by folder. */
const KINDS: Readonly<Record<string, readonly [schema: z.ZodType, name: string]>> = {
  members: [memberFile, phrase`a member`],
  shows: [showFile, phrase`a show`],
  events: [eventFile, phrase`an event`],
  releases: [releaseFile, phrase`a release`],
  videocalls: [videocallFile, phrase`a day of video calls`],
};

/** Reports a file that does not fit its own folder, and fits another one of its group. */
export function reportOtherKind(
  schema: z.ZodType,
  source: Source,
  report: ReportDiagnostic,
): boolean {
  const { file, value } = source;
  const [group, folder, name] = partsOf(file);
  if (KINDS[folder] === undefined || schema.safeParse(value).success) return false;
  const fitting = Object.entries(KINDS).filter(([, [other]]) => other.safeParse(value).success);
  const [first] = fitting;
  if (first === undefined) return false;
  const to = `${group}/${first[0]}/${name}`;
  const fix = fitting.length === 1 && !exists(to) ? { from: file, to } : undefined;
  const names = fitting.map(([, [, words]]) => translated(words)).join(say` or `);
  const folders = fitting.map(([other]) => `${group}/${other}`).join(say` or `);
  const message = say`Cannot use this file here: it looks like ${names}; move it to ${folders}`;
  report(errorAt(source.locate([]), message, fix));
  return true;
}

/** `content/groupa`, `shows` and `2026-07-04-jendela-pagi.yaml`. */
function partsOf(path: string): [group: string, folder: string, name: string] {
  const parts = path.split("/");
  return [parts.slice(0, -2).join("/"), parts.at(-2) ?? "", parts.at(-1) ?? ""];
}
