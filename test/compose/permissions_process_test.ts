import assert from "node:assert/strict";
import { writeTree } from "../build/content_tree.ts";
import { runTask } from "../support/command.ts";
import { command } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

Deno.test("a task says which path it cannot pass on, and ends", async () => {
  for (const folder of ["/tmp/my idols", "/tmp/a,b", "/tmp/[old]", "/tmp/idols*"]) {
    const cases: [task: string, variable: string, found: string][] = [
      ["check", "CONTENT_DIR", folder],
      ["build", "OUT_DIR", folder],
      ["dev", "CONTENT_DIR", folder],
      ["start", "OUT_DIR", folder],
    ];
    for (const [task, variable, found] of cases) {
      const { code, stdout, stderr } = await runTask(task, { [variable]: found });
      assert.equal(
        stderr,
        `Cannot use ${variable}: its path may not hold spaces, commas or any of * ? [ ]; ` +
          `move it, or make a link to its folder and name that; found "${found}"\n`,
      );
      assert.deepEqual([code, stdout], [1, ""]);
    }
  }
});

Deno.test("each task of operators and editors starts by its own command line", async () => {
  const names = ["build", "check", "diff", "doctor", "editor", "import", "new", "schema"];
  for (const name of [...names, "admin", "client"]) {
    const { code, stdout, stderr } = await command(["task", "--quiet", name, "--help"], {})
      .output();
    assert.equal(code, 0, name + new TextDecoder().decode(stderr));
    assert.ok(stdout.length > 100, name);
  }
});

Deno.test("a store whose path cannot be passed on stops the start", async () => {
  await using folder = await temporaryFolder();
  const env = { CONTENT_DIR: `${folder.path}/content`, OUT_DIR: `${folder.path}/out` };
  writeTree(env.CONTENT_DIR);
  const { code, stderr } = await runTask("start", { ...env, KV_PATH: `${folder.path}/a b/kv` });
  assert.match(stderr, /^Cannot use KV_PATH: /m);
  assert.doesNotMatch(stderr, /Module not found|^ {4}at /m);
  assert.equal(code, 1);
});

Deno.test("a link leads a task to a folder whose path it cannot pass on", async () => {
  await using folder = await temporaryFolder();
  writeTree(`${folder.path}/my idols`);
  const link = `${folder.path}/idols`;
  await Deno.symlink(`${folder.path}/my idols`, link);
  const { code, stderr } = await runTask("check", { CONTENT_DIR: link });
  assert.deepEqual([code, stderr], [0, `Checked ${link}: no problems\n`]);
});
