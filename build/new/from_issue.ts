import { z } from "zod";
import { checkContent } from "../check/check_content.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { quote } from "../diagnostic/quote.ts";
import { foldersIn, takenSlugs } from "../files/taken_slugs.ts";
import { writeTexts } from "../files/write_texts.ts";
import { problemWith } from "../import/merge/fit_fields.ts";
import { exists } from "../read/there.ts";
import type { KindFolder } from "../read/walk.ts";
import { SCHEMAS } from "../schema/schemas.ts";
import { TaskError } from "../task/task_error.ts";
import { styledYaml } from "../yaml/styled_node.ts";
import { addressOf } from "./address.ts";
import type { IssueKind } from "../schema/issue_fields.ts";
import { chosenWord, type FilledIssue, readIssue } from "./read_issue.ts";
import { say } from "../words/say.ts";

const FOLDERS: Readonly<Record<IssueKind, KindFolder>> = {
  member: "members",
  show: "shows",
  event: "events",
  news: "news",
};

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
  const path = `${root}/${group}/${FOLDERS[kind]}/${slug}.${kind === "news" ? "md" : "yaml"}`;
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
