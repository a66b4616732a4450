import { forCaller } from "../../src/platform/caller_paths.ts";
import type { SourceLocation } from "../diagnostic/diagnostic.ts";
import { phrase, say, type Words, wordsOf } from "../words/say.ts";
import { harmless } from "../diagnostic/format.ts";

/** What may be missing. */
const GAP_KINDS = [
  ...["birth_date", "img", "name_reading", "members", "time", "twice", "guest", "unused"] as const,
];
export type GapKind = typeof GAP_KINDS[number];

/** Something that is missing rather than wrong. */
export interface Gap {
  readonly kind: GapKind;
  readonly group: string;
  readonly place: SourceLocation;
  /** What it is missing of, in words: a name, a show with its day. */
  readonly name: string;
  /** What else is to be said; empty where the kind says all. */
  readonly note: Words;
  /** Of a member who has graduated: less urgent. */
  readonly isGraduate: boolean;
}

/** How many days ahead shows are looked at. */
export const DAYS_AHEAD = 14;

/** Of a kind what is missing, what follows from it, and what to write. */
function gapWords(kind: GapKind): { readonly heading: string; readonly remedy: string } {
  const { heading, remedy } = GAP_WORDS[kind];
  return { heading: wordsOf(heading), remedy: wordsOf(remedy) };
}

const GAP_WORDS: Readonly<Record<GapKind, { heading: Words; remedy: Words }>> = {
  birth_date: {
    heading: phrase`Members without a birth date`,
    remedy:
      phrase`They are in no list of birthdays. Write birth_date, or --03-03 if the year is unknown`,
  },
  img: {
    heading: phrase`Members without a picture`,
    remedy:
      phrase`Programs show an empty frame. Put one into the folder pictures, and write it as img`,
  },
  name_reading: {
    heading: phrase`Names in Japanese writing without a reading`,
    remedy:
      phrase`Lists do not sort them by their reading, and search does not find them by it. Write
        name_reading, in kana`,
  },
  members: {
    heading: phrase`Shows of the next 14 days without a line-up`,
    remedy: phrase`Nobody sees who performs. Write the names as members`,
  },
  time: {
    heading: phrase`Shows of the next 14 days without a time`,
    remedy: phrase`Calendars have them for the whole day. Write time, such as "19:00"`,
  },
  twice: {
    heading: phrase`Members who may be in two files`,
    remedy:
      phrase`If they are one person, move what only the second file says into the first, add its name to
        former_slugs there, and delete it; if not, leave both`,
  },
  guest: {
    heading: phrase`Guests who look like members`,
    remedy:
      phrase`If it is she, write her name or add this one to her nicknames; if not, name the guest
        under guests in group.yaml`,
  },
  unused: {
    heading: phrase`Pictures that nothing names`,
    remedy: phrase`Nobody sees them. Write them into a field such as img, or delete them`,
  },
};

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
    { kind, group, place: { file, line, column }, name, note, isGraduate },
  ) => ({
    ...{ kind, group, file, line, column, name, graduated: isGraduate },
    message: `${gapWords(kind).heading}: ${name}${wordsOf(note)}. ${gapWords(kind).remedy}`,
  }));
  return `${JSON.stringify({ content: name, errors, total: data.length, data }, null, 2)}\n`;
}
