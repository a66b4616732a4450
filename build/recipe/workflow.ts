import { isAbsolute, relative, resolve } from "node:path";
import { type Recipe, type RecipeContext, RecipeError } from "./recipe.ts";

/** Actions by the commit of a release: a tag may be moved to other code, a commit cannot. */
const CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1";
const SETUP_DENO = "denoland/setup-deno@667a34cdef165d8d2b2e98dde39547c9daac7282 # v2.0.4";

/** A workflow of GitHub Actions that checks the content of pull requests. */
export const workflow: Recipe = {
  description: "checks the content of pull requests on GitHub: .github/workflows/content.yml",
  render: (context) =>
    `# Save this as .github/workflows/content.yml. It shows the mistakes of a pull request's content
# beside their lines, and all of them in the summary of the run.
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
${environment(context)}`,
};

/** The variables that differ from what the command takes without them. */
function environment(context: RecipeContext): string {
  const folder = contentFolder(context);
  return folder === "content"
    ? ""
    : `        env:\n          CONTENT_DIR: ${JSON.stringify(folder)}\n`;
}

/** Where the content lies in the repository. */
function contentFolder({ settings: { CONTENT_DIR }, folder }: RecipeContext): string {
  const way = relative(folder, resolve(folder, CONTENT_DIR)).replaceAll("\\", "/");
  if (way !== ".." && !way.startsWith("../") && !isAbsolute(way)) return way === "" ? "." : way;
  throw new RecipeError(
    `Cannot use CONTENT_DIR in a workflow: it is outside of ${folder}, which GitHub checks out; ` +
      "put the content into that folder, or leave CONTENT_DIR out and write the path into the file",
  );
}
