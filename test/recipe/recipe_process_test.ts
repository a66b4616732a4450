import assert from "node:assert/strict";
import { parse } from "yaml";
import { RECIPES } from "../../build/recipe/recipes.ts";
import { runTask } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { recipeText } from "./recipe_texts.ts";
import { TaskError } from "../../build/task/task_error.ts";

Deno.test("recipe workflow prints a workflow that checks pull requests with pinned versions", async () => {
  const { code, stdout, stderr } = await runTask("recipe", {}, ["workflow"]);
  assert.deepEqual([code, stderr], [0, ""]);
  const { on, permissions, jobs } = parse(stdout);
  assert.deepEqual(on, { pull_request: null });
  assert.deepEqual(permissions, { contents: "read" });
  const [checkout, deno, check, diff, upload] = jobs.check.steps;
  for (const { uses } of [checkout, deno, upload]) {
    assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  }
  assert.equal(deno.with["deno-version"], Deno.version.deno);
  assert.deepEqual(check, { run: "deno task check --format=github" });
  assert.equal(checkout.with["fetch-depth"], 2);
  assert.equal(await commentOf(diff.run, 'echo "$@"'), "task diff HEAD^1 --format=markdown\n");
  const failed = await commentOf(diff.run, "exit 1");
  assert.match(failed, /^The content has errors\. What answers change follows/);
  assert.deepEqual([upload.with.name, upload.with.path], ["diff", "diff.md"]);
  assert.doesNotMatch(stdout, /\$\{\{ *secrets|: write/);
});

/** What a step leaves for the comment when `deno` does this; GitHub runs it by `bash -e`. */
async function commentOf(script: string, deno: string): Promise<string> {
  await using folder = await temporaryFolder();
  const { path } = folder;
  Deno.writeTextFileSync(`${path}/deno`, `#!/usr/bin/env bash\n${deno}\n`, { mode: 0o755 });
  const env = { PATH: `${path}:${Deno.env.get("PATH")}` };
  const options = { args: ["-e", "-c", script], cwd: path, env };
  const { code } = await new Deno.Command("bash", options).output();
  assert.equal(code, 0);
  return Deno.readTextFileSync(`${path}/diff.md`);
}

Deno.test("the workflow names the content folder where it is another one", () => {
  const render = (CONTENT_DIR: string) => {
    const text = recipeText("workflow", { CONTENT_DIR });
    return parse(text).jobs.check.env;
  };
  assert.equal(render("content"), undefined);
  assert.equal(render("./content/"), undefined);
  assert.deepEqual(render("data/idols: ours"), { CONTENT_DIR: "data/idols: ours" });
  assert.deepEqual(render("/srv/oshibase/data"), { CONTENT_DIR: "data" });
  assert.throws(() => render("/srv/content"), TaskError);
});

Deno.test("what is no recipe lists those that there are, and ends with 2", async () => {
  for (const words of [["worklfow"], [], ["workflow", "x"]]) {
    const { code, stdout, stderr } = await runTask("recipe", {}, words);
    assert.deepEqual([code, stdout], [2, ""]);
    for (const name of Object.keys(RECIPES)) assert.match(stderr, new RegExp(`^  ${name} `, "m"));
  }
  const { stderr } = await runTask("recipe", {}, ["worklfow"]);
  assert.match(stderr, /^There is no recipe "worklfow"\. Did you mean "workflow"\? There is:/);
  const help = await runTask("recipe", {}, ["--help"]);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /\n {2}workflow /);
});

Deno.test("a recipe that cannot be filled in says why and ends with 1", async () => {
  const { code, stdout, stderr } = await runTask("recipe", { CONTENT_DIR: "/srv/content" }, [
    "workflow",
  ]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^Cannot use CONTENT_DIR in a workflow: it is outside of /);
});
