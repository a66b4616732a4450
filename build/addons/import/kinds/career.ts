import { MEMBER_STATUSES, type MemberStatus } from "../../../../src/model/enums.ts";
import { MONTH_NAMES } from "../../../../src/time/civil_date.ts";
import { localDay } from "../../../../src/time/local_day.ts";
import { synonymIn } from "../../../check/explain/synonyms.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { phrase, say } from "../../../words/say.ts";
import { day, type DumpRecord, type Reader } from "../record/dump_record.ts";
import { readFlag, textOf } from "../record/values.ts";

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

/** The status that a text is or begins with; undefined where the rest may take it back. */
function statusIn(text: string): MemberStatus | undefined {
  const [first, ...more] = text.toLowerCase().trim().split(/[\s,/().]+/).map(statusOf);
  if (first === undefined || first === "graduated") return first ?? statusOf(text);
  const isTakenBack = more.includes("graduated") || /\b(?:19|20)\d{2}\b/.test(text);
  return isTakenBack ? undefined : more.includes("trainee") ? "trainee" : first;
}

/** Whether a word says that she has graduated, or that she has not. */
function isGraduate(value: unknown): boolean | undefined {
  const status = statusOf(textOf(value) ?? "");
  return readFlag(value) ?? (status && status === "graduated");
}

export const graduateFlag: Reader = { expected: phrase`true or false`, read: isGraduate };

/** The day of a graduation, or whether there was one. */
export const graduation: Reader = {
  expected: day.expected,
  read: (value, ...where) => isGraduate(value) ?? day.read(value, ...where),
};

/** Whether a text begins with a graduation, or is a year, or a month of one, that is over: `Lulus Mei 2019`. */
function isOver(value: unknown, today: string): true | undefined {
  const text = textOf(value)?.toLowerCase() ?? "";
  const [, month, year] = /^(?:(\p{L}+)\.? |\d{1,2}[-/])?((?:19|20)\d{2})$/u.exec(text) ?? [];
  const isPast = (month === undefined || MONTH_NAMES.includes(month)) && year !== undefined &&
    year < today.slice(0, 4);
  return isPast || statusIn(text) === "graduated" ? true : undefined;
}

/** What she is, and since when she has graduated. Where they contradict, the status counts. */
export function readCareer(said: EntryFields, record: DumpRecord): EntryFields {
  const today = localDay(Date.now(), record.context.zone);
  const { graduated: since } = said;
  const flag = (said["is_graduate"] ?? (typeof since === "boolean" ? since : undefined)) as
    | boolean
    | undefined;
  const graduate = flag ?? isOver(record.peek("graduated"), today);
  const written = textOf(said["status"]);
  const known = statusIn(written ?? "");
  const category = statusIn(textOf(said["category"]) ?? "");
  const isMeant = category !== undefined && !(category === "graduated" && graduate === false);
  const status = known ?? (graduate ? "graduated" : written ?? (isMeant ? category : undefined));
  const otherwise = say`another field of the record says otherwise`;
  if (known === undefined && graduate) {
    record.lose("status", say`expected one of ${MEMBER_STATUSES.join(", ")}`);
  } else if (known !== undefined && /\d{4}/.test(written!)) {
    record.losePart("status", "date", written, phrase`it could not be read`);
  }
  if (!isMeant || category !== status) {
    record.lose("category", say`expected one of ${MEMBER_STATUSES.join(", ")}`);
  }
  for (const field of typeof since === "boolean" ? ["is_graduate", "graduated"] : ["is_graduate"]) {
    if (flag !== undefined && flag !== (status === "graduated")) record.lose(field, otherwise);
    else record.setAside(field);
  }
  const day = typeof since === "string" ? since : undefined;
  const isDenied = graduate === false && status !== "graduated" && day! <= today;
  if (isDenied) record.lose("graduated", otherwise);
  return { status, graduated: isDenied ? undefined : day };
}

/** With a date of graduation the status is what she was before; from that day on it is `graduated`. */
export function isSameStatus(had: unknown, wanted: unknown, file: EntryFields): boolean {
  if (file["graduated"] === undefined) return had === wanted;
  const before = had === "graduated" ? "active" : had ?? "active";
  return wanted === "graduated" || wanted === before;
}
