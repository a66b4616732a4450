import { foldText } from "../../../src/model/fold_text.ts";
import { claimSlug } from "../../../src/model/title_slug.ts";
import { type EntryFields, readFolder } from "../../files/content_file.ts";
import { videocallFile } from "../../schema/content/occasions.ts";
import { phrase, say } from "../../words/say.ts";
import { appendItem, setField } from "../../yaml/edit_yaml.ts";
import { styledYaml } from "../../yaml/styled_node.ts";
import { dayOf } from "../dates/read_moment.ts";
import type { ImportKind, Target } from "../merge/import_files.ts";
import {
  type Folded,
  foldFields,
  inOrder,
  knownFields,
  problemWith,
} from "../merge/merge_fields.ts";
import { readLineup } from "../merge/people.ts";
import { clockTimeRule, people } from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { type Field, type ImportContext, readFields, rulesOf, text, time } from "./kind.ts";

const schema = videocallFile.shape.sessions.element;
const ORDER = Object.keys(schema.shape);

const SESSION: Readonly<Record<string, Field>> = {
  session: text,
  title: text,
  category: text,
  code: text,
  preparation_start: [time, clockTimeRule],
  start_time: [time, clockTimeRule],
  end_time: [time, clockTimeRule],
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

/** A file of a day's sessions; a new one has no text yet. */
interface DayFile {
  readonly path: string;
  readonly slug: string;
  readonly before: string | undefined;
  text: string | undefined;
  readonly sessions: EntryFields[];
}

/** Merges sessions into the files of their days, where they are known by session and title. */
function importSessions(
  records: readonly RecordReader[],
  context: ImportContext,
  target: Target,
): void {
  const days = readDays(target, context.zone);
  const hasDays = days.size > 0;
  for (const [date, sessions] of readSessions(records, context)) {
    const files = days.get(date) ?? [];
    for (const session of sessions) {
      const [place] = findSessions(files, session.fields);
      if (place !== undefined) changeSession(place.file, place.at, session, context);
      else addSession(files, date, session, hasDays, context, target);
    }
    for (const { path, before, text, sessions } of files) {
      if (text === undefined) target.outcome.make(path, styledYaml({ date, sessions }));
      else if (text === before) target.outcome.keep();
      else target.outcome.change(path, text);
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

function readDays({ folder, report }: Target, zone: string): Map<string, DayFile[]> {
  const files = readFolder(folder, "videocalls", report).map(({ path, slug, value }) => {
    const text = Deno.readTextFileSync(path);
    const sessions = Array.isArray(value["sessions"]) ? [...value["sessions"]] : [];
    return { date: dayOf(value["date"], zone) ?? "", path, slug, before: text, text, sessions };
  });
  return Map.groupBy(files, ({ date }) => date);
}

function nameOf({ session, title }: EntryFields): string {
  return [session, title ?? ""].map((text) => foldText(String(text))).join("/");
}

/** By what import remembers a session. */
function entryOf(path: string, session: EntryFields): string {
  return `videocalls/${path.slice(path.lastIndexOf("/") + 1)}#${nameOf(session)}`;
}

/** The sessions that may be meant: without a title, the only one of that name. */
function findSessions(files: readonly DayFile[], wanted: EntryFields) {
  const all = files.flatMap((file) => file.sessions.map((fields, at) => ({ file, at, fields })));
  const named = all.filter(({ fields }) =>
    foldText(String(fields["session"])) === foldText(String(wanted["session"]))
  );
  const same = named.filter(({ fields }) => nameOf(fields) === nameOf(wanted));
  const isExact = same.length > 0 || wanted["title"] !== undefined || named.length > 1;
  return isExact ? same : named;
}

function changeSession(
  file: DayFile,
  at: number,
  { fields: wanted, where }: Folded,
  context: ImportContext,
): void {
  const had = file.sessions[at]!;
  const scope = { ...context, slug: file.slug, had, wanted, where: { ...where, file: file.path } };
  const kept = { entry: entryOf(file.path, had), isNew: false };
  const { fields: changes, commit } = context.keeper.settle(RULES, scope, kept);
  commit();
  for (const [field, value] of Object.entries(changes)) {
    if (field !== "session" && field !== "title" && file.text !== undefined) {
      file.text = setField(file.text, ["sessions", at, field], value, ORDER);
    }
  }
  file.sessions[at] = { ...had, ...changes };
}

function addSession(
  files: DayFile[],
  date: string,
  { fields: wanted, where }: Folded,
  hasDays: boolean,
  context: ImportContext,
  { folder, taken }: Target,
): void {
  const slug = files[0]?.slug ?? claimSlug(date, new Set(taken));
  const path = files[0]?.path ?? `${folder}/videocalls/${slug}.yaml`;
  const scope = { ...context, slug, had: {}, wanted, where: { ...where, file: path } };
  const entry = entryOf(path, wanted);
  if (hasDays && context.keeper.isRemoved(entry)) return;
  const settled = context.keeper.settle(RULES, scope, { entry, isNew: true });
  const session = inOrder(settled.fields, ORDER);
  const problem = problemWith(schema, session);
  if (problem !== undefined) {
    context.tell(say`it is passed over: ${problem}`, where);
    return context.lose(where, "*", problem);
  }
  settled.commit();
  if (files.length === 0) {
    taken.add(slug);
    files.push({ path, slug, before: undefined, text: undefined, sessions: [] });
  }
  const file = files[0]!;
  file.sessions.push(session);
  if (file.text !== undefined) {
    file.text = appendItem(file.text, ["sessions"], session, Object.keys(videocallFile.shape));
  }
}
