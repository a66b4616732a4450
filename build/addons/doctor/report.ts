import { forCaller } from "../../../src/platform/caller_paths.ts";
import type { CheckedContent } from "../../check/content.ts";
import type { SourceLocation } from "../../diagnostic/diagnostic.ts";
import { harmless } from "../../diagnostic/format.ts";
import { HINTS } from "../../lint/hints.ts";
import { applyToGroup, type Hint, placeOf } from "../../lint/rule.ts";
import { type Message, say, wordsOf } from "../../words/say.ts";

/** Something that is missing rather than wrong. */
export interface Gap {
  readonly hint: Hint;
  readonly group: string;
  readonly place: SourceLocation;
  /** What it is missing of, in words: a name, a show with its day. */
  readonly name: string;
  /** What else is to be said; empty where the hint says all. */
  readonly note: Message;
  /** Of a member who has graduated: less urgent. */
  readonly isGraduate: boolean;
}

/** Finds what is missing in everything that is no draft. `now` (epoch ms) says which shows come next. */
export function findGaps({ groups }: CheckedContent, now: number): Gap[] {
  const gaps: Gap[] = [];
  for (const group of groups) {
    applyToGroup(HINTS, group, { groups, now }, (hint, finding, source) => {
      const { message: note, of } = finding;
      if (of === undefined) return;
      gaps.push({ hint, group: group.slug, place: placeOf(finding, source), note, ...of });
    });
  }
  return gaps;
}

/** What was looked through, and what is missing there. */
export interface DoctorReport {
  /** The folder, or the files and folders that were asked for. */
  readonly name: string;
  readonly gaps: readonly Gap[];
  /** Whether members who have graduated are named, too; else they are counted. */
  readonly isAll: boolean;
  /** How many errors keep the content from being whole. */
  readonly errors: number;
}

/** The report for people: by kind, with the file of each. */
export function doctorText(report: DoctorReport): string {
  const sections = HINTS.map((hint) => section(hint, report)).filter(Boolean);
  return [...sections, closingLine(report)].join("\n");
}

function section(hint: Hint, { gaps, isAll }: DoctorReport): string {
  const all = gaps.filter((gap) => gap.hint === hint);
  const named = all.filter(({ isGraduate }) => isAll || !isGraduate);
  if (all.length === 0) return "";
  const [heading, remedy] = [hint.heading, hint.remedy].map((one) => wordsOf(one));
  const left = all.length - named.length;
  const graduates = left === 0
    ? ""
    : left === 1
    ? say`; 1 more has graduated: --all names them`
    : say`; ${left} more have graduated: --all names them`;
  if (named.length === 0) return `${say`${heading}: none${graduates}`}\n`;
  const lines = named.map(gapLine);
  return `${heading}: ${named.length}${graduates}\n${lines.join("")}  ${remedy}\n`;
}

/** One gap in one line, with its file. */
function gapLine({ place: { file, line, column }, hint, name, note, isGraduate }: Gap): string {
  const at = hint.id === "guest" ? `:${line}:${column}` : "";
  return harmless(
    `  ${forCaller(file)}${at}: ${name}${wordsOf(note)}${isGraduate ? say`, has graduated` : ""}`,
  ) + "\n";
}

/** How much is missing, and whether all of the content was read. */
function closingLine({ name, gaps, errors, isAll }: DoctorReport): string {
  const count = isAll ? gaps.length : gaps.filter(({ isGraduate }) => !isGraduate).length;
  const things = count === 0
    ? say`nothing is missing`
    : count === 1
    ? say`1 gap`
    : say`${count} gaps`;
  const broken = errors === 0
    ? ""
    : say`; ${
      errors === 1 ? say`an error keeps` : say`${errors} errors keep`
    } some of it from being read:
      deno task check`;
  return `${say`Looked through ${name}: ${things}${broken}`}\n`;
}

/** The report for programs: one JSON value. */
export function doctorJson({ name, gaps, errors, isAll }: DoctorReport): string {
  const shown = gaps.filter(({ isGraduate }) => isAll || !isGraduate);
  const data = shown.map((
    { hint, group, place: { file, line, column }, name, note, isGraduate },
  ) => ({
    ...{ kind: hint.id, group, file, line, column, name, graduated: isGraduate },
    message: `${wordsOf(hint.heading)}: ${name}${wordsOf(note)}. ${wordsOf(hint.remedy)}`,
  }));
  return `${JSON.stringify({ content: name, errors, total: data.length, data }, null, 2)}\n`;
}
