import { isDeepStrictEqual } from "node:util";
import { foldText } from "../../../../src/model/fold_text.ts";
import { claimSlug } from "../../../../src/model/title_slug.ts";
import { editFile, type EntryFields, readFolder } from "../../../files/content_file.ts";
import { videocallFile } from "../../../schema/content/occasions.ts";
import { phrase, say } from "../../../words/say.ts";
import { styledYaml } from "../../../yaml/styled_yaml.ts";
import { dayOf } from "../../../dates/read_moment.ts";
import type { ImportKind, Target } from "../merge/import_files.ts";
import {
  type Folded,
  foldFields,
  inOrder,
  knownFields,
  mergedFields,
  problemWith,
} from "../merge/merge_fields.ts";
import { readLineup } from "../merge/people.ts";
import { clockTimeRule, people } from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { type Field, type ImportContext, readFields, rulesOf } from "./kind.ts";

const schema = videocallFile.shape.sessions.element;
const ORDER = Object.keys(schema.shape);

const SESSION: Readonly<Record<string, Field>> = {
  session: "text",
  title: "text",
  category: "text",
  code: "text",
  preparation_start: ["time", clockTimeRule],
  start_time: ["time", clockTimeRule],
  end_time: ["time", clockTimeRule],
  members: [(record, _, context) => readLineup(record, context), people],
};

const RULES = rulesOf({ schema, fields: SESSION });

/** Sessions of video calls, which are parts of the files of their days. */
export const videocallKind: ImportKind = {
  plural: phrase`sessions`,
  dataset: "videocall",
  lists: ["sessions", "videocall"],
  names: ["session"],
  day: "date",
  folder: "videocalls",
  family: "bare",
  run: importSessions,
};

/** A day's sessions, and their file as it was; undefined: a new one. */
interface Day {
  readonly path: string;
  readonly before: EntryFields | undefined;
  readonly sessions: EntryFields[];
}

/** Merges sessions into the files of their days, where they are known by session and title. */
function importSessions(
  records: readonly RecordReader[],
  context: ImportContext,
  target: Target,
): void {
  const { folder, taken, outcome } = target;
  const days = readDays(target, context.zone);
  for (const [date, wanted] of readSessions(records, context)) {
    const there = days.get(date) ?? [];
    const path = `${folder}/videocalls/${claimSlug(date, taken)}.yaml`;
    const all: Day[] = there.length > 0 ? there : [{ path, before: undefined, sessions: [] }];
    for (const session of wanted) mergeSession(all, session, days.size === 0, context);
    for (const { path, before, sessions } of all) {
      if (isDeepStrictEqual(sessions, before?.["sessions"] ?? [])) {
        if (before !== undefined) outcome.keep();
      } else if (before === undefined) outcome.make(path, styledYaml({ date, sessions }));
      else {
        const order = Object.keys(videocallFile.shape);
        outcome.change(path, editFile({ path }, [["sessions", sessions]], order));
      }
    }
  }
}

/** The sessions of each day; those of one session and title are one. */
function readSessions(
  records: readonly RecordReader[],
  context: ImportContext,
): Map<string, Folded[]> {
  const known = records.flatMap((record) => {
    const date = record.day("date");
    const fields = knownFields(readFields(SESSION, record, context));
    if (date !== undefined) return [{ date, where: record.where, fields }];
    const reason = say`its date has to be known`;
    context.tell(say`it is passed over: ${reason}`, record.where);
    record.lose("*", reason);
    return [];
  });
  const days = [...Map.groupBy(known, ({ date }) => date)].map(([date, sessions]) => {
    const same = Map.groupBy(sessions, ({ fields }) => nameOf(fields));
    const folded = [...same.values()]
      .map((all) => ({ where: all[0]!.where, fields: foldFields(all, context) }));
    return [date, folded] as const;
  });
  return new Map(days);
}

function readDays({ folder, report }: Target, zone: string): Map<string, Day[]> {
  const files = readFolder(folder, "videocalls", report).map(({ path, value: before }) => {
    const sessions = Array.isArray(before["sessions"]) ? [...before["sessions"]] : [];
    return { path, before, sessions };
  });
  return Map.groupBy(files, ({ before }) => dayOf(before["date"], zone) ?? "");
}

function nameOf({ session, title }: EntryFields): string {
  return [session, title ?? ""].map((text) => foldText(String(text))).join("/");
}

/** The session that is meant: without a title, the only one of that name. */
function findSession(days: readonly Day[], wanted: EntryFields) {
  const all = days.flatMap((day) => day.sessions.map((had, at) => ({ day, at, had })));
  const named = all.filter(({ had }) =>
    foldText(String(had["session"])) === foldText(String(wanted["session"]))
  );
  const same = named.find(({ had }) => nameOf(had) === nameOf(wanted));
  return same ?? (wanted["title"] === undefined && named.length === 1 ? named[0] : undefined);
}

/** Changes the session of a day that is meant, or adds one that nobody has removed since an import made it. */
function mergeSession(
  days: readonly Day[],
  { fields: wanted, where }: Folded,
  isFirst: boolean,
  context: ImportContext,
): void {
  const found = findSession(days, wanted);
  const { path, sessions } = found?.day ?? days[0]!;
  const had = found?.had ?? {};
  const name = path.slice(path.lastIndexOf("/") + 1);
  const entry = `videocalls/${name}#${nameOf(found?.had ?? wanted)}`;
  if (found === undefined && !isFirst && context.keeper.isRemoved(entry)) return;
  const slug = name.replace(/\.yaml$/, "");
  const scope = { ...context, slug, had, wanted, where: { ...where, file: path } };
  const problem = found === undefined
    ? problemWith(schema, inOrder(mergedFields(RULES, scope), ORDER))
    : undefined;
  if (problem !== undefined) {
    context.tell(say`it is passed over: ${problem}`, where);
    return context.lose(where, "*", problem);
  }
  const taken = context.keeper.settle(RULES, scope, { entry, isNew: found === undefined });
  const session = inOrder({ ...had, ...taken, ...knownName(had) }, ORDER);
  if (found === undefined) sessions.push(session);
  else sessions[found.at] = session;
}

/** What a session is called in a file stays as it is written there. */
function knownName({ session, title }: EntryFields): EntryFields {
  return knownFields({ session, title });
}
