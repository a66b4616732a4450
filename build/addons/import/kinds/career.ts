import { MEMBER_STATUSES, type MemberStatus } from "../../../../src/model/enums.ts";
import { synonymIn } from "../../../check/explain/synonyms.ts";
import type { EntryFields } from "../../../files/content_file.ts";
import { phrase, say } from "../../../words/say.ts";
import { day, type DumpRecord, lowerText, type Reader } from "../record/dump_record.ts";
import { readFlag, textOf } from "../record/values.ts";

/** What dumps write as a status; in a file that a person wrote it could mean something else. */
const WORDS: Readonly<Record<string, MemberStatus>> = {
  anggota: "active",
  member: "active",
  current: "active",
  graduate: "graduated",
  former: "graduated",
};

function statusOf(value: unknown): MemberStatus | undefined {
  const plain = textOf(value)?.toLowerCase() ?? "";
  const meant = WORDS[plain] ?? synonymIn(plain, MEMBER_STATUSES) ?? plain;
  return MEMBER_STATUSES.find((status) => status === meant);
}

export const status: Reader = {
  expected: phrase`one of ${MEMBER_STATUSES.join(", ")}`,
  read: (value, ...where) => statusOf(lowerText.read(value, ...where)),
};

/** Whether she has graduated: yes or no, or a status. */
export const graduateFlag: Reader = {
  expected: phrase`true or false`,
  read(value) {
    const status = statusOf(value);
    return readFlag(value) ?? (status && status === "graduated");
  },
};

/** The day of a graduation, or whether there was one. */
export const graduation: Reader = {
  expected: day.expected,
  read: (value, ...where) => graduateFlag.read(value, ...where) ?? day.read(value, ...where),
};

/** What she is, and since when she has graduated: a day says more than a flag, and a status more than both. */
export function readCareer(said: EntryFields, record: DumpRecord): EntryFields {
  const { status: written, graduated: since } = said;
  const isDay = typeof since === "string";
  const flag = said["is_graduate"] ?? (isDay ? undefined : since);
  const status = written ?? (flag ? "graduated" : undefined);
  const isDenied = flag !== undefined && !isDay && flag !== (status === "graduated");
  for (const field of isDay ? ["is_graduate"] : ["is_graduate", "graduated"]) {
    if (isDenied) record.lose(field, say`another field of the record says otherwise`);
    else record.setAside(field);
  }
  return { status, graduated: isDay ? since : undefined };
}

/** With a date of graduation the status is what she was before; from that day on it is `graduated`. */
export function isSameStatus(had: unknown, wanted: unknown, file: EntryFields): boolean {
  if (file["graduated"] === undefined) return had === wanted;
  const before = had === "graduated" ? "active" : had ?? "active";
  return wanted === "graduated" || wanted === before;
}
