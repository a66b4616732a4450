import { CHECKOUT, SETUP_DENO } from "../recipe/workflow.ts";
import { MAKE_LABEL } from "./issue_forms.ts";

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
      - run: deno install --frozen
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
