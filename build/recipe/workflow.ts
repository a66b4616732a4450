import { pathWithin, type Recipe, type RecipeContext } from "./recipe.ts";
import { TaskError } from "../task/task_error.ts";
import { phrase, say } from "../words/say.ts";

/** Actions by the commit of a release: a tag may be moved to other code, a commit cannot. */
export const CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
export const SETUP_DENO = "denoland/setup-deno@667a34cdef165d8d2b2e98dde39547c9daac7282 # v2.0.4";
const UPLOAD = "actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1";

/** The name of the workflow that checks, by which the one that comments waits for it. */
const NAME = "Content";

/** Said where the program is not in the repository. */
const FETCHED = "# engine.ts fetches the program; deno task new service writes it.\n";

/** A workflow of GitHub Actions that checks the content of pull requests, and writes down its changes. */
export const workflow: Recipe = {
  description: phrase`checks the content of pull requests on GitHub: .github/workflows/content.yml`,
  render: (context) =>
    `# Save this as .github/workflows/content.yml. It shows the mistakes of a pull request's content
# beside their lines, and all of them in the summary of the run. It has no secret and may write
# nothing: the recipe "comment" prints the workflow that comments with the answers that change.
${context.isService ? FETCHED : ""}name: ${NAME}

on:
  pull_request:

permissions:
  contents: read

concurrency:
  group: content-\${{ github.ref }}
  cancel-in-progress: true

jobs:
  check:
    runs-on: ubuntu-24.04
    timeout-minutes: 10
${environment(context)}    steps:
      # Two commits: the merge, and before it what it is merged into.
      - uses: ${CHECKOUT}
        with:
          fetch-depth: 2
          persist-credentials: false
      - uses: ${SETUP_DENO}
        with:
          deno-version: "${context.deno}"
${basePin(context)}      - run: deno task check --format=github
      # A comment of the push before does not stay as if it were of this one.
      - if: \${{ !cancelled() }}
        run: |
          deno task diff HEAD^1 --format=markdown > diff.md ||
            echo 'The content has errors. What answers change follows when they are corrected.' > diff.md
      - if: \${{ !cancelled() }}
        uses: ${UPLOAD}
        with:
          name: diff
          path: diff.md
          retention-days: 1
`,
};

/** A workflow that comments on pull requests with what the other one wrote down: it runs none of their code. */
export const comment: Recipe = {
  description: phrase`comments there with the answers that change: .github/workflows/comment.yml`,
  render: () =>
    `# Save this as .github/workflows/comment.yml, beside content.yml. It runs after a check of a pull
# request, with the right to comment. The file that it gets is text of strangers: it is posted, and
# nothing in it is run.
name: Comment

on:
  workflow_run:
    workflows: [${NAME}]
    types: [completed]

permissions: {}

concurrency:
  group: comment-\${{ github.event.workflow_run.head_repository.full_name }}-\${{ github.event.workflow_run.head_branch }}

jobs:
  comment:
    if: github.event.workflow_run.event == 'pull_request'
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    permissions:
      actions: read
      pull-requests: write
    steps:
      - env:
          GH_TOKEN: \${{ github.token }}
          GH_REPO: \${{ github.repository }}
          RUN_ID: \${{ github.event.workflow_run.id }}
          HEAD: \${{ github.event.workflow_run.head_repository.owner.login }}:\${{ github.event.workflow_run.head_branch }}
          COMMIT: \${{ github.event.workflow_run.head_sha }}
        run: |
          # The pull request that has this commit now: its number is not taken from the file.
          number="$(gh api --method GET "repos/$GH_REPO/pulls" -f state=open -f head="$HEAD" \\
            --jq "map(select(.head.sha == \\"$COMMIT\\"))[0].number // empty")"
          if [ -z "$number" ]; then exit 0; fi
          gh run download "$RUN_ID" --name diff --dir "$RUNNER_TEMP/diff"
          file="$RUNNER_TEMP/diff/diff.md"
          if [ -L "$file" ] || [ ! -f "$file" ]; then exit 1; fi
          head -c 65000 "$file" > "$RUNNER_TEMP/comment.md"
          gh pr comment "$number" --body-file "$RUNNER_TEMP/comment.md" --edit-last --create-if-none
`,
};

/** A pull request cannot choose the program that checks it: the base branch does. */
function basePin({ isService }: RecipeContext): string {
  return isService ? "      - run: git checkout --quiet HEAD^1 -- engine.ts deno.json\n" : "";
}

/** The variables that differ from what the commands take without them. */
function environment({ settings: { CONTENT_DIR }, folder }: RecipeContext): string {
  const path = pathWithin(folder, CONTENT_DIR);
  if (path === undefined) {
    throw new TaskError(
      say`Cannot use CONTENT_DIR in a workflow: it is outside of ${folder}, which GitHub checks out; put the content into that folder, or leave CONTENT_DIR out and write the path into the file`,
    );
  }
  return path === "content" ? "" : `    env:\n      CONTENT_DIR: ${JSON.stringify(path || ".")}\n`;
}
