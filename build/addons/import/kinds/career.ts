import { MEMBER_STATUSES, type MemberStatus } from "../../../../src/model/enums.ts";
import { MONTH_NAMES } from "../../../../src/time/civil_date.ts";
import { localDay } from "../../../../src/time/local_day.ts";
import { synonymIn } from "../../../check/explain/synonyms.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { phrase, say, wordsOf } from "../../../words/say.ts";
import type { RecordReader } from "../record/record.ts";
import { readFlag, textOf } from "../record/values.ts";

const OTHERWISE = phrase`another field of the record says otherwise`;

/** Reads what she is, and since when she has graduated. Where they contradict, the status counts. */
export function readCareer(record: RecordReader, zone: string): EntryFields {
  const today = localDay(Date.now(), zone);
  const since = record.peek("graduated");
  // `graduated: true` has no day.
  const isDayless = readGraduate(since) !== undefined;
  const isGraduate = readGraduate(record.peek("is_graduate")) ?? readGraduate(since) ??
    isOver(since, today);
  const written = record.text("status")?.toLowerCase();
  const said = statusIn(written ?? "");
  const status = said ?? (isGraduate ? "graduated" : written ?? readCategory(record, isGraduate));
  if (written !== undefined && said === undefined && isGraduate) {
    record.lose("status", say`expected one of ${MEMBER_STATUSES.join(", ")}`);
  } else if (said !== undefined && /\d{4}/.test(written!)) {
    record.loseUnread("status", { date: written }, {});
  }
  for (const field of isDayless ? ["is_graduate", "graduated"] : ["is_graduate"]) {
    const flag = record.flag(field, readGraduate, "is_graduate");
    if (flag === undefined) continue;
    if (flag !== (status === "graduated")) record.lose("is_graduate", wordsOf(OTHERWISE));
    else if (status === undefined) record.setAside("is_graduate", field);
  }
  const day = isDayless ? undefined : record.day("graduated");
  const isDenied = isGraduate === false && status !== "graduated" && day! <= today;
  if (isDenied) record.lose("graduated", wordsOf(OTHERWISE));
  return { status, graduated: isDenied ? undefined : day };
}

/** Whether a year, or a month of one, is over, or a text begins so: `Lulus Mei 2019`. */
function isOver(value: unknown, today: string): true | undefined {
  const text = textOf(value)?.toLowerCase() ?? "";
  const [, month, year] = /^(?:(\p{L}+)\.? |\d{1,2}[-/])?((?:19|20)\d{2})$/u.exec(text) ?? [];
  const isNamed = month === undefined || MONTH_NAMES.includes(month);
  const isPast = isNamed && year !== undefined && year < today.slice(0, 4);
  return isPast || statusIn(text) === "graduated" ? true : undefined;
}

/** A category counts where it says what she is: `Trainee X`. */
function readCategory(record: RecordReader, isGraduate: boolean | undefined) {
  const status = statusIn(textOf(record.peek("category")) ?? "");
  const isDenied = status === "graduated" && isGraduate === false;
  return status !== undefined && !isDenied && record.text("category") ? status : undefined;
}

/** Whether a word says that she has graduated, or that she has not. */
function readGraduate(value: unknown): boolean | undefined {
  const status = statusOf(textOf(value) ?? "");
  return readFlag(value) ?? (status && status === "graduated");
}

/** The status that a text is or begins with; undefined where the rest may take it back. */
function statusIn(text: string): MemberStatus | undefined {
  const words = text.toLowerCase().trim().split(/[\s,/().]+/);
  const [first, ...more] = words.map(statusOf);
  if (first === undefined || first === "graduated") return first ?? statusOf(text);
  const isTakenBack = more.includes("graduated") || /\b(?:19|20)\d{2}\b/.test(text);
  return isTakenBack ? undefined : more.includes("trainee") ? "trainee" : first;
}

/** What dumps write as a status; in a file that a person wrote it could mean something else. */
const WORDS: Readonly<Record<string, MemberStatus>> = {
  ...{ anggota: "active", member: "active", current: "active" },
  ...{ graduate: "graduated", former: "graduated" },
};

function statusOf(word: string): MemberStatus | undefined {
  const plain = word.trim().toLowerCase();
  const meant = WORDS[plain] ?? synonymIn(plain, MEMBER_STATUSES) ?? plain;
  return MEMBER_STATUSES.find((status) => status === meant);
}

/** With a date of graduation the status is what she was before; from that day on it is `graduated`. */
export function isSameStatus(had: unknown, wanted: unknown, file: EntryFields): boolean {
  if (file["graduated"] === undefined) return had === wanted;
  const before = had === "graduated" ? "active" : had ?? "active";
  return wanted === "graduated" || wanted === before;
}
