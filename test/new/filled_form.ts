import assert from "node:assert/strict";
import { issueForms } from "../../build/forms/issue_forms.ts";

const GROUP = { slug: "groupa", name: "A", timezone: "Asia/Jakarta" } as const;

interface Question {
  readonly id: string;
  readonly attributes: { readonly label: string; readonly options?: readonly string[] };
}

/** The Markdown that GitHub makes of a form that somebody has filled in. */
export function issueOf(
  form: string,
  answers: Readonly<Record<string, string>>,
  language = "id",
): string {
  const { body } = issueForms([{ ...GROUP, language }]).get(form) as unknown as {
    readonly body: readonly Question[];
  };
  const ids = body.map(({ id }) => id);
  assert.deepEqual(Object.keys(answers).filter((id) => !ids.includes(id)), []);
  return body.map(({ id, attributes: { label, options } }) => {
    const answer = answers[id] ?? (["kind", "group"].includes(id) ? options![0] : "_No response_");
    return `### ${label}\n\n${answer}`;
  }).join("\n\n");
}
