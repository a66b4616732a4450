import { videocallFile } from "../../schema/content/occasions.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import {
  type Folded,
  foldFields,
  inOrder,
  knownFields,
  problemWith,
} from "../merge/merge_fields.ts";
import { type EntryFields, readFolder } from "../../files/content_file.ts";
import type { ImportContext } from "../merge/file_kind.ts";
import type { Target } from "../merge/import_files.ts";
import { clockTimeRule, people, readLineup } from "../merge/rules.ts";
import { dayOf } from "../dates/read_moment.ts";
import type { RecordReader } from "../record/record.ts";
import { claimSlug } from "../../../src/model/title_slug.ts";
import { appendItem, setField } from "../../yaml/edit_yaml.ts";
import { styledYaml } from "../../yaml/styled_node.ts";
import { say } from "../../words/say.ts";

const SESSION = videocallFile.shape.sessions.element;
const ORDER = Object.keys(SESSION.shape);

const SESSION_RULES = {
  shape: SESSION.shape,
  rules: {
    preparation_start: clockTimeRule,
    start_time: clockTimeRule,
    end_time: clockTimeRule,
    members: people,
  },
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
export function importVideocalls(
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
    for (const file of files) writeDay(file, date, target);
  }
}

/** The sessions of each day; those of one session and title are one. */
function readSessions(
  records: readonly RecordReader[],
  context: ImportContext,
): Map<string, Folded[]> {
  const days = new Map<string, Map<string, Folded[]>>();
  for (const record of records) {
    const date = record.day("date");
    const session = readSession(record, context);
    if (date === undefined) {
      const reason = say`its date has to be known`;
      context.tell(say`it is passed over: ${reason}`, record.where);
      context.lose(record.where, "*", reason);
      continue;
    }
    const sessions = days.get(date) ?? new Map<string, Folded[]>();
    const { session: name, title = "" } = session.fields;
    const key = `${foldText(String(name))}\n${foldText(String(title))}`;
    days.set(date, sessions.set(key, [...sessions.get(key) ?? [], session]));
  }
  const folded = [...days].map(([date, sessions]) =>
    [
      date,
      [...sessions.values()].map((same) => ({
        where: same[0]!.where,
        fields: foldFields(same, context),
      })),
    ] as const
  );
  return new Map(folded);
}

function readSession(record: RecordReader, context: ImportContext): Folded {
  const fields = {
    session: record.text("session"),
    title: record.text("title"),
    category: record.text("category"),
    code: record.text("code"),
    preparation_start: record.time("preparation_start"),
    start_time: record.time("start_time"),
    end_time: record.time("end_time"),
    members: readLineup(record, context),
  };
  return { where: record.where, fields: knownFields(fields) };
}

function readDays({ folder, report }: Target, zone: string): Map<string, DayFile[]> {
  const days = new Map<string, DayFile[]>();
  for (const { path, slug, value } of readFolder(folder, "videocalls", report)) {
    const text = Deno.readTextFileSync(path);
    const date = dayOf(value["date"], zone) ?? "";
    const sessions = Array.isArray(value["sessions"]) ? [...value["sessions"]] : [];
    days.set(date, [...days.get(date) ?? [], { path, slug, before: text, text, sessions }]);
  }
  return days;
}

/** By what import remembers a session. */
function entryOf(path: string, { session, title }: EntryFields): string {
  const name = [session, title ?? ""].map((text) => foldText(String(text))).join("/");
  return `videocalls/${path.slice(path.lastIndexOf("/") + 1)}#${name}`;
}

/** The sessions that may be meant: without a title, the only one of that name. */
function findSessions(files: readonly DayFile[], { session, title }: EntryFields) {
  const named = files.flatMap((file) => file.sessions.map((fields, at) => ({ file, at, fields })))
    .filter(({ fields }) => foldText(String(fields["session"])) === foldText(String(session)));
  const same = named.filter(({ fields }) =>
    foldText(String(fields["title"] ?? "")) === foldText(String(title ?? ""))
  );
  return same.length > 0 || title !== undefined || named.length > 1 ? same : named;
}

function changeSession(
  file: DayFile,
  at: number,
  { fields: wanted, where }: Folded,
  context: ImportContext,
): void {
  const had = file.sessions[at]!;
  const scope = { ...context, slug: file.slug, had, wanted, where: { ...where, file: file.path } };
  const entry = entryOf(file.path, had);
  const { fields: changes, commit } = context.keeper.settle(SESSION_RULES, scope, {
    entry,
    isNew: false,
  });
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
  const settled = context.keeper.settle(SESSION_RULES, scope, { entry, isNew: true });
  const session = inOrder(settled.fields, ORDER);
  const problem = problemWith(SESSION, session);
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

function writeDay(
  { path, before, text, sessions }: DayFile,
  date: string,
  { outcome }: Target,
): void {
  if (text === undefined) {
    outcome.make(path, styledYaml({ date, sessions }));
  } else if (text === before) outcome.keep(path);
  else outcome.change(path, text);
}
