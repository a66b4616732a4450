import { isDeepStrictEqual } from "node:util";
import { foldText } from "../../../../src/model/fold_text.ts";
import { claimSlug } from "../../../../src/model/title_slug.ts";
import { dayOf } from "../../../dates/read_moment.ts";
import type { ReportDiagnostic } from "../../../diagnostic/diagnostic.ts";
import { editFile, type EntryFields, readFolder } from "../../../files/content_file.ts";
import { videocallFile } from "../../../schema/content/occasions.ts";
import { phrase, say } from "../../../words/say.ts";
import { inOrder, knownFields, problemWith } from "../../../yaml/entry_fields.ts";
import { styledYaml } from "../../../yaml/styled_yaml.ts";
import type { ImportContext } from "../context.ts";
import { type FileKind, readFields } from "../merge/file_kind.ts";
import { passOver } from "../merge/import_files.ts";
import { lineup, people, readLineup } from "../merge/people.ts";
import { settle } from "../merge/settle.ts";
import * as read from "../record/dump_record.ts";
import type { DumpRecord } from "../record/dump_record.ts";
import { sameTime } from "./occasions.ts";

const schema = videocallFile.shape.sessions.element;

/** Sessions of video calls, which are parts of the files of their days. */
export const videocallKind = {
  name: "videocall",
  plural: phrase`sessions`,
  dataset: "videocall",
  lists: ["sessions", "videocall"],
  names: ["session"],
  day: "date",
  folder: "videocalls",
  family: "bare",
  fields: {
    session: { read: read.text, merge: (had, wanted) => had ?? wanted },
    title: { read: read.text, merge: (had, wanted) => had ?? wanted },
    category: read.text,
    code: read.text,
    preparation_start: { read: read.time, merge: sameTime },
    start_time: { read: read.time, merge: sameTime },
    end_time: { read: read.time, merge: sameTime },
    members: { read: lineup, merge: people },
    lineup: { read: lineup, into: "members" },
    date: read.day,
  },
} satisfies Partial<FileKind>;

/** A day's sessions, and their file as it was; undefined: a new one. */
interface Day {
  readonly slug: string;
  readonly before: EntryFields | undefined;
  readonly sessions: EntryFields[];
}

/** Merges sessions into the files of their days, where they are known by session and title. */
export function importSessions(
  records: readonly DumpRecord[],
  context: ImportContext,
  report: ReportDiagnostic,
): void {
  const files = readFolder(context.folder, "videocalls", report);
  const days = Map.groupBy(
    files.map(({ slug, value: before }): Day => {
      const sessions = Array.isArray(before["sessions"]) ? [...before["sessions"]] : [];
      return { slug, before, sessions };
    }),
    ({ before }) => dayOf(before?.["date"], context.zone) ?? "",
  );
  const touched = new Set<string>();
  for (const record of records) {
    const { date, lineup, ...said } = readFields(videocallKind.fields, record);
    const wanted = { ...said, members: readLineup({ ...said, lineup }, record) };
    if (typeof date !== "string") {
      passOver(record, say`its date has to be known`);
      continue;
    }
    const all = days.get(date) ??
      [{ slug: claimSlug(date, context.taken), before: undefined, sessions: [] }];
    days.set(date, all);
    touched.add(date);
    mergeSession(all, wanted, record, files.length === 0);
  }
  for (const date of touched) for (const day of days.get(date)!) writeDay(date, day, context);
}

function writeDay(
  date: string,
  { slug, before, sessions }: Day,
  { folder, outcome }: ImportContext,
) {
  const path = `${folder}/videocalls/${slug}.yaml`;
  if (isDeepStrictEqual(sessions, before?.["sessions"] ?? [])) {
    if (before !== undefined) outcome.keep();
  } else if (before === undefined) outcome.make(path, styledYaml({ date, sessions }));
  else {
    const order = Object.keys(videocallFile.shape);
    outcome.change(path, editFile({ path }, [["sessions", sessions]], order));
  }
}

function nameOf({ session, title }: EntryFields): string {
  return [session, title ?? ""].map((text) => foldText(String(text))).join("/");
}

/** Changes the session of a day that is meant, or adds one that nobody has removed since an import made it. */
function mergeSession(
  days: readonly Day[],
  wanted: EntryFields,
  record: DumpRecord,
  isFirst: boolean,
): void {
  const { context } = record;
  const { memory, outcome, prefersTheirs } = context;
  const named = days.flatMap(({ slug, sessions }) =>
    sessions.map((had, at) => ({ slug, sessions, at, had }))
  ).filter(({ had }) => foldText(String(had["session"])) === foldText(String(wanted["session"])));
  // Without a title the only one of that name is meant.
  const found = named.find(({ had }) => nameOf(had) === nameOf(wanted)) ??
    (wanted["title"] === undefined && named.length === 1 ? named[0] : undefined);
  const { slug, sessions } = found ?? days[0]!;
  const had = found?.had ?? {};
  const entry = `videocalls/${slug}.yaml#${nameOf(found?.had ?? wanted)}`;
  if (found === undefined && !isFirst && !prefersTheirs && memory.has(entry)) {
    outcome.removedEntries.push(entry);
    return;
  }
  record.where.file = `${context.folder}/videocalls/${slug}.yaml`;
  const scope = { slug, had, wanted, records: [record], context };
  const kind = { fields: videocallKind.fields, schema };
  const taken = settle(kind, { entry, isNew: found === undefined }, scope);
  const session = inOrder({ ...had, ...knownFields(taken) }, Object.keys(schema.shape));
  const problem = found === undefined ? problemWith(schema, session) : undefined;
  if (problem !== undefined) {
    memory.forget(entry);
    delete record.where.file;
    passOver(record, problem);
  } else if (found === undefined) sessions.push(session);
  else sessions[found.at] = session;
}
