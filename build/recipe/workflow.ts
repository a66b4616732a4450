import { pathWithin, type Recipe, type RecipeContext } from "./recipe.ts";
import { TaskError } from "../task/task_error.ts";
import { phrase, say } from "../words/say.ts";

/** Actions by the commit of a release: a tag may be moved to other code, a commit cannot. */
export const CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
export const SETUP_DENO = "denoland/setup-deno@667a34cdef165d8d2b2e98dde39547c9daac7282 # v2.0.4";

/** A workflow of GitHub Actions that checks the content of pull requests, and shows its changes. */
export const workflow: Recipe = {
  description: phrase`checks the content of pull requests on GitHub: .github/workflows/content.yml`,
  render: (context) =>
    `# Save this as .github/workflows/content.yml. It shows the mistakes of a pull request's content
# beside their lines, and all of them in the summary of the run; a comment tells what answers change.
name: Content

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
    steps:
      - uses: ${CHECKOUT}
        with:
          persist-credentials: false
      - uses: ${SETUP_DENO}
        with:
          deno-version: "${context.deno}"
      - run: deno install --frozen
      - run: deno task check --format=github
${environment(context)}
  diff:
    # A pull request from another repository may not be commented on by its own workflow.
    if: github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-24.04
    timeout-minutes: 10
    permissions:
      contents: read
      pull-requests: write
    steps:
      # Two commits: the merge, and before it what it is merged into.
      - uses: ${CHECKOUT}
        with:
          fetch-depth: 2
          persist-credentials: false
      - uses: ${SETUP_DENO}
        with:
          deno-version: "${context.deno}"
      - run: deno install --frozen
      # A comment of the push before does not stay as if it were of this one.
      - run: |
          deno task diff HEAD^1 --format=markdown > diff.md ||
            echo 'The content has errors. What answers change follows when they are corrected.' > diff.md
${
      environment(context)
    }      - run: gh pr comment "$NUMBER" --body-file diff.md --edit-last --create-if-none
        env:
          GH_TOKEN: \${{ github.token }}
          GH_REPO: \${{ github.repository }}
          NUMBER: \${{ github.event.pull_request.number }}
`,
};

/** The variables that differ from what the command takes without them. */
function environment(context: RecipeContext): string {
  const folder = contentFolder(context);
  return folder === "content"
    ? ""
    : `        env:\n          CONTENT_DIR: ${JSON.stringify(folder)}\n`;
}

/** The place of the content in the repository. */
function contentFolder({ settings: { CONTENT_DIR }, folder }: RecipeContext): string {
  const path = pathWithin(folder, CONTENT_DIR);
  if (path !== undefined) return path || ".";
  throw new TaskError(
    say`Cannot use CONTENT_DIR in a workflow: it is outside of ${folder}, which GitHub checks out; put the content into that folder, or leave CONTENT_DIR out and write the path into the file`,
  );
}
