import { parse } from "yaml";
import wrongFact from "./fact_forms/en/wrong-fact.yml" with { type: "text" };
import missingFact from "./fact_forms/en/missing-fact.yml" with { type: "text" };
import wrongFactInIndonesian from "./fact_forms/id/wrong-fact.yml" with {
  type: "text",
};
import missingFactInIndonesian from "./fact_forms/id/missing-fact.yml" with {
  type: "text",
};
import { fieldLabel } from "../schema/field_labels.ts";
import {
  ISSUE_FIELDS,
  ISSUE_FOLDERS,
  ISSUE_KINDS,
  issueHeadings,
  type IssueKind,
} from "../schema/issue_fields.ts";
import { formCollections, type FormGroup } from "./form_collection.ts";
import type { FormFieldSpec } from "./form_field.ts";
import type { Config } from "./pages_cms.ts";
import { CHECKOUT, SETUP_DENO } from "../recipe/workflow.ts";

/** The forms about facts, which need no schema; a new repository of content begins with them. */
export const FACT_FORMS = {
  en: { "wrong-fact.yml": wrongFact, "missing-fact.yml": missingFact },
  id: { "wrong-fact.yml": wrongFactInIndonesian, "missing-fact.yml": missingFactInIndonesian },
} as const;

/** The label with which a maintainer lets the workflow make a file of an issue. */
export const MAKE_LABEL = "make-content";

/** What the forms say, by the language of the groups. */
const WORDS = {
  en: {
    member: "New member",
    show: "New show",
    event: "New event",
    news: "New article",
    about: "A maintainer looks at it before it is published.",
    address:
      "Small Latin letters with hyphens, such as aufa-zafirah, without a day. Needed where " +
      "the name has no Latin letters; it stays for ever.",
    lines: "One name in each line.",
  },
  id: {
    member: "Anggota baru",
    show: "Pertunjukan baru",
    event: "Acara baru",
    news: "Artikel baru",
    about: "Pengelola memeriksanya sebelum terbit.",
    address: "Huruf Latin kecil dengan tanda hubung, misalnya aufa-zafirah, tanpa tanggal. Perlu " +
      "bila namanya tidak memakai huruf Latin; alamat ini tetap selamanya.",
    lines: "Satu nama per baris.",
  },
} as const;

/** The forms of `.github/ISSUE_TEMPLATE`, by the names of their files. */
export function issueForms(groups: readonly FormGroup[]): Map<string, Config> {
  const isIndonesian = groups.every(({ language }) => language.split("-")[0] === "id");
  const language = isIndonesian ? "id" : "en";
  const words = WORDS[language];
  const forms = ISSUE_KINDS.map((kind) => {
    const name = words[kind];
    const form = { name, description: words.about, title: `${name}: `, labels: ["content"] };
    return [`new-${kind}.yml`, { ...form, body: questions(kind, groups, language) }] as const;
  });
  const facts = Object.entries(FACT_FORMS[language])
    .map(([name, text]) => [name, parse(text) as Config] as const);
  return new Map<string, Config>([...forms, ...facts]);
}

function questions(kind: IssueKind, groups: readonly FormGroup[], language: "en" | "id"): Config[] {
  const headings = issueHeadings(language);
  const words = WORDS[language];
  const sample = { ...groups[0]!, language };
  const all = formCollections(sample).find(({ folder }) => folder === ISSUE_FOLDERS[kind])!.fields;
  const slugs = groups.map(({ slug }) => slug);
  const named = ISSUE_FIELDS[kind].flatMap((name) => {
    const field = all.find((one) => one.name === name);
    return field === undefined ? [] : [fieldQuestion(field, words.lines)];
  });
  const body = kind === "news"
    ? [question("textarea", "body", fieldLabel("body", language), "Markdown", true)]
    : [];
  return [
    choice("kind", headings.kind, "", [kind], true),
    choice("group", headings.group, "", slugs, true),
    question("input", "address", headings.address, words.address, false),
    ...named,
    ...body,
  ];
}

function fieldQuestion(field: FormFieldSpec, lines: string): Config {
  const { name, label, hint, choices, isList, isRequired, type } = field;
  if (choices !== undefined) {
    return choice(name, label, hint, choices.map((one) => one.label), isRequired);
  }
  const isLong = isList || type === "member" || type === "text";
  const said = isList || type === "member" ? `${hint} ${lines}` : hint;
  return question(isLong ? "textarea" : "input", name, label, said, isRequired);
}

function question(
  type: string,
  id: string,
  label: string,
  description: string,
  required: boolean,
): Config {
  const attributes = { label, ...(description !== "" && { description }) };
  return { type, id, attributes, validations: { required } };
}

/** The first of several is chosen where one has to be. */
function choice(
  id: string,
  label: string,
  description: string,
  options: readonly string[],
  required: boolean,
): Config {
  const attributes = {
    label,
    ...(description !== "" && { description }),
    options,
    ...(required && { default: 0 }),
  };
  return { type: "dropdown", id, attributes, validations: { required } };
}

/**
 * A workflow that makes a pull request of an issue to which a maintainer has given the label. Only who
 * may write to the repository can give labels. The text of the issue is that of the moment of the
 * label, and reaches the command by a file. The job that reads it may write nothing; the job that
 * writes gets encoded texts, and checks the path.
 */
export function issueWorkflow(content: string, deno: string): string {
  const folder = content === "" ? "." : content.replace(/\/$/, "");
  return `# Makes a pull request of an issue, when a maintainer gives it the label ${MAKE_LABEL}.
# Under Settings, Actions, General, let GitHub Actions create pull requests.
name: Content from issues

on:
  issues:
    types: [labeled]

permissions: {}

concurrency:
  group: issue-\${{ github.event.issue.number }}

jobs:
  make:
    if: github.event.label.name == '${MAKE_LABEL}'
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: read
    outputs:
      path: \${{ steps.make.outputs.path }}
      file: \${{ steps.make.outputs.file }}
      said: \${{ steps.make.outputs.said }}
    env:
      CONTENT_DIR: ${JSON.stringify(folder)}
    steps:
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
      - uses: ${SETUP_DENO}
        with:
          deno-version: "${deno}"
      - id: make
        run: |
          issue="$RUNNER_TEMP/issue.md"
          said="$RUNNER_TEMP/said.md"
          jq -rj '.issue.body // ""' "$GITHUB_EVENT_PATH" > "$issue"
          if path="$(deno task --quiet new --from-issue "$issue" 2> "$said")" &&
            deno task --quiet check > "$said" 2>&1 &&
            deno task --quiet diff HEAD --format=markdown > "$said"; then
            echo "path=$path" >> "$GITHUB_OUTPUT"
            echo "file=$(base64 -w0 "$path")" >> "$GITHUB_OUTPUT"
          fi
          echo "said=$(head -c 50000 "$said" | base64 -w0)" >> "$GITHUB_OUTPUT"

  propose:
    needs: make
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: write
      issues: write
      pull-requests: write
    env:
      GH_TOKEN: \${{ github.token }}
      GH_REPO: \${{ github.repository }}
      NUMBER: \${{ github.event.issue.number }}
      BASE: \${{ github.event.repository.default_branch }}
      FILE_PATH: \${{ needs.make.outputs.path }}
      FILE: \${{ needs.make.outputs.file }}
      SAID: \${{ needs.make.outputs.said }}
    steps:
      - name: Tell why nothing was made
        if: needs.make.outputs.path == ''
        run: |
          said="$RUNNER_TEMP/said.md"
          { echo '\`\`\`\`\`\`text'; printf %s "$SAID" | base64 -d | tr '\`' "'"; echo; echo '\`\`\`\`\`\`'; } > "$said"
          gh issue comment "$NUMBER" --body-file "$said"
      - uses: ${CHECKOUT}
        if: needs.make.outputs.path != ''
      - name: Open a pull request
        if: needs.make.outputs.path != ''
        run: |
          pattern='^(\\./)?${
    folder === "." ? "" : `${folder.replaceAll(".", "\\.")}/`
  }[a-z0-9-]+/(members|shows|events|news)/[a-z0-9-]+\\.(yaml|md)$'
          [[ "$FILE_PATH" =~ $pattern ]]
          said="$RUNNER_TEMP/said.md"
          { printf %s "$SAID" | base64 -d; printf '\\n\\nCloses #%s\\n' "$NUMBER"; } > "$said"
          git switch -c "content/issue-$NUMBER"
          mkdir -p "$(dirname "$FILE_PATH")"
          printf %s "$FILE" | base64 -d > "$FILE_PATH"
          git add -- "$FILE_PATH"
          git -c user.name='github-actions[bot]' \\
            -c user.email='41898282+github-actions[bot]@users.noreply.github.com' \\
            commit -m "Add $FILE_PATH from issue $NUMBER"
          git push --force origin "content/issue-$NUMBER"
          gh pr create --base "$BASE" --head "content/issue-$NUMBER" \\
            --title "Content of issue $NUMBER" --body-file "$said" ||
            gh pr edit "content/issue-$NUMBER" --body-file "$said"
`;
}
