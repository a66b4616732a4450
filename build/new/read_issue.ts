import { choiceLabel, fieldLabel } from "../schema/field_labels.ts";
import {
  ISSUE_FIELDS,
  ISSUE_KINDS,
  ISSUE_LANGUAGES,
  issueHeadings,
  type IssueKind,
} from "../schema/issue_fields.ts";
import { TaskError } from "../task/task_error.ts";
import { say } from "../words/say.ts";

/** What somebody filled in on GitHub. */
export interface FilledIssue {
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
export function readIssue(bytes: Uint8Array): FilledIssue {
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
export function chosenWord(answer: string, words: readonly string[]): string {
  const isMeant = (word: string) =>
    word === answer || ISSUE_LANGUAGES.some((language) => choiceLabel(word, language) === answer);
  return words.find(isMeant) ?? answer;
}
