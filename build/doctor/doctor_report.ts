import { harmless } from "../diagnostic/excerpt.ts";
import { type Gap, GAP_KINDS, type GapKind, gapWords } from "./gap.ts";
import { say } from "../words/say.ts";

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
  const sections = GAP_KINDS.map((kind) => section(kind, report)).filter(Boolean);
  return [...sections, closingLine(report)].join("\n");
}

function section(kind: GapKind, { gaps, isAll }: DoctorReport): string {
  const all = gaps.filter((gap) => gap.kind === kind);
  const named = all.filter(({ isGraduate }) => isAll || !isGraduate);
  if (all.length === 0) return "";
  const { heading, remedy } = gapWords(kind);
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
function gapLine({ place: { file, line, column }, kind, name, note, isGraduate }: Gap): string {
  const at = kind === "guest" ? `:${line}:${column}` : "";
  return harmless(`  ${file}${at}: ${name}${note}${isGraduate ? say`, has graduated` : ""}`) + "\n";
}

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
    { kind, group, place: { file, line, column }, name, note, isGraduate },
  ) => ({
    ...{ kind, group, file, line, column, name, graduated: isGraduate },
    message: `${gapWords(kind).heading}: ${name}${note}. ${gapWords(kind).remedy}`,
  }));
  return `${JSON.stringify({ content: name, errors, total: data.length, data }, null, 2)}\n`;
}
