import { z } from "zod";
import { checkContent } from "../check/check_content.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/wording.ts";
import { foldersIn, takenSlugs } from "../files/read_group.ts";
import { writeTexts } from "../files/write_texts.ts";
import { problemWith } from "../import/merge/merge_fields.ts";
import { exists } from "../read/there.ts";
import { SCHEMAS } from "../schema/schemas.ts";
import { TaskError } from "../task/task_error.ts";
import { styledYaml } from "../yaml/styled_node.ts";
import { addressOf } from "./new_file.ts";
import {
  ISSUE_FIELDS,
  ISSUE_FOLDERS,
  ISSUE_KINDS,
  ISSUE_LANGUAGES,
  issueHeadings,
  type IssueKind,
} from "../schema/issue_fields.ts";
import { say } from "../words/say.ts";
import { choiceLabel, fieldLabel } from "../schema/field_labels.ts";

/**
 * Makes a content file of an issue that GitHub's form made, and gives its path. What somebody wrote
 * there is a value of a field and nothing else; a file that the check would refuse does not stay.
 *
 * @throws {TaskError} where no file is made
 */
export function makeFromIssue(root: string, issuePath: string): string {
  if (!exists(issuePath)) throw new TaskError(say`Cannot read ${issuePath}: there is no such file`);
  const issue = readIssue(Deno.readFileSync(issuePath));
  const { kind, group } = issue;
  if (!foldersIn(root).includes(group) || !exists(`${root}/${group}/group.yaml`)) {
    throw new TaskError(say`There is no group ${quote(group)}`);
  }
  const fields = fieldsOf(issue);
  const slug = slugOf(issue);
  const path = `${root}/${group}/${ISSUE_FOLDERS[kind]}/${slug}.${kind === "news" ? "md" : "yaml"}`;
  if (exists(path) || (kind === "member" && takenSlugs(root, group, "members").has(slug))) {
    throw new TaskError(say`Cannot use the address ${quote(slug)}: another entry has it`);
  }
  const yaml = styledYaml(fields);
  const body = issue.values.get("body") ?? "";
  writeTexts(new Map([[path, kind === "news" ? `---\n${yaml}---\n\n${body}\n` : yaml]]));
  refuseErrors(root, path);
  return path;
}

/** The fields in the schema's order. */
function fieldsOf({ kind, values }: FilledIssue): Record<string, unknown> {
  const { schema } = SCHEMAS[kind];
  const shape = (schema as z.ZodObject).shape;
  const json = z.toJSONSchema(schema, { io: "input" });
  const pairs = Object.keys(shape).flatMap((field) => {
    const answer = values.get(field);
    const type = json.properties?.[field];
    if (answer === undefined || typeof type !== "object") return [];
    return [[field, valueOf(field, answer, type)] as const];
  });
  const fields = Object.fromEntries(pairs);
  const problem = problemWith(schema as z.ZodObject, fields);
  if (problem !== undefined) throw new TaskError(problem);
  if (kind === "news" && !values.has("body")) throw new TaskError(say`The article is empty`);
  return fields;
}

/** Fields in which lines may be broken. */
const LONG = ["description", "summary"];

function valueOf(field: string, answer: string, type: z.core.JSONSchema.BaseSchema): unknown {
  if (type.type === "array") {
    return answer.split(/[\n,]/).map((one) => one.replace(/^\s*[-*•]\s+/, "").trim())
      .filter((one) => one !== "");
  }
  if (!LONG.includes(field) && answer.includes("\n")) {
    throw new TaskError(say`Cannot use what "${field}" says: expected one line`);
  }
  return type.enum === undefined ? answer : chosenWord(answer, type.enum as readonly string[]);
}

function slugOf({ kind, address, values }: FilledIssue): string {
  const name = values.get("name") ?? values.get("title") ?? values.get("setlist") ?? "";
  const day = kind === "member" ? undefined : values.get("date");
  return addressOf({ name, typed: address, day });
}

/** What is only wrong together with other files is found where it is in its place. */
function refuseErrors(root: string, path: string): void {
  const problems: Diagnostic[] = [];
  checkContent(root, (problem) => void problems.push(problem));
  const errors = problems.filter(({ severity, place }) =>
    severity === "error" && place.file === path
  );
  if (errors.length === 0) return;
  Deno.removeSync(path);
  throw new TaskError(errors.map(({ message }) => message).join("\n"));
}

/** What somebody filled in on GitHub. */
interface FilledIssue {
  readonly kind: IssueKind;
  readonly group: string;
  /** What the file is to be called, behind its day; empty where it follows from the name. */
  readonly address: string;
  /** What was filled in, by the names of fields; texts as they are. */
  readonly values: ReadonlyMap<string, string>;
}

/** What GitHub writes where nothing was filled in. */
const NOTHING = "_No response_";

/** The most bytes of an issue; GitHub takes 65,536 characters. */
const MAX_BYTES = 64 * 1024;

// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/;

/**
 * Reads an issue that GitHub's form made: a heading for each question, the answer below it, in
 * English or Indonesian.
 *
 * @throws {TaskError} where it is none, or cannot be content
 */
function readIssue(bytes: Uint8Array): FilledIssue {
  if (bytes.length > MAX_BYTES) {
    throw new TaskError(say`The issue has ${bytes.length} bytes: expected at most ${MAX_BYTES}`);
  }
  const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, "\n").replaceAll("\t", "  ")
    .replace(/<!--[^]*?(?:-->|$)/g, "");
  if (CONTROL.test(text)) throw new TaskError(say`The issue has signs that are no text`);
  const ours = ISSUE_LANGUAGES.map(issueHeadings);
  const asked = answersIn(text, namesOf(ours.flatMap((words) => Object.entries(words))));
  // Only these two headings are known yet: what follows theirs is another question.
  const [kindSaid, group] = ["kind", "group"].map((name) => asked.get(name)?.split("\n")[0]);
  const kind = ISSUE_KINDS.find((one) => one === kindSaid);
  if (kind === undefined || group === undefined) {
    throw new TaskError(
      say`The issue is not one of the forms for content: it says no kind of entry, or no group`,
    );
  }
  const fields: readonly string[] = ISSUE_FIELDS[kind];
  const labels = ISSUE_LANGUAGES.flatMap((language) =>
    fields.map((field) => [field, fieldLabel(field, language)] as const)
  );
  const headings = [...ours.flatMap((words) => Object.entries(words)), ...labels];
  const answers = answersIn(text, namesOf(headings));
  const values = [...answers].filter(([name]) => fields.includes(name));
  return { kind, group, address: answers.get("address") ?? "", values: new Map(values) };
}

/** What a question is about, by its words. */
function namesOf(pairs: readonly (readonly [name: string, words: string])[]): Map<string, string> {
  return new Map(pairs.map(([name, words]) => [words, name]));
}

/** The answers by what they are about. An answer may have headings of its own: the first one counts. */
function answersIn(text: string, names: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string[]>();
  let lines: string[] | undefined;
  for (const line of text.split("\n")) {
    const heading = /^### (.+?)\s*$/.exec(line)?.[1];
    const name = heading === undefined ? undefined : names.get(heading);
    if (name !== undefined && !found.has(name)) found.set(name, lines = []);
    else lines?.push(line);
  }
  const answers = [...found].map(([name, lines]) => [name, lines.join("\n").trim()] as const);
  return new Map(answers.filter(([, answer]) => answer !== "" && answer !== NOTHING));
}

/** The word of a file for what was chosen, in whatever language it was. */
function chosenWord(answer: string, words: readonly string[]): string {
  const isMeant = (word: string) =>
    word === answer || ISSUE_LANGUAGES.some((language) => choiceLabel(word, language) === answer);
  return words.find(isMeant) ?? answer;
}
