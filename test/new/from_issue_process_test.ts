import assert from "node:assert/strict";
import { writeTree } from "../build/content_tree.ts";
import { runTask } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { issueOf } from "./filled_form.ts";

Deno.test("deno task new --from-issue prints the file, or says what is wrong and exits with 1", async () => {
  await using folder = await temporaryFolder();
  const root = `${folder.path}/content`;
  writeTree(root);
  const issue = `${folder.path}/issue $(touch pwned).md`;
  Deno.writeTextFileSync(issue, issueOf("new-member.yml", { name: "Siti Baru" }));
  const env = { CONTENT_DIR: root, OUT_DIR: `${folder.path}/out` };
  const made = await runTask("new", env, ["--from-issue", issue]);
  assert.deepEqual(made, {
    code: 0,
    stdout: `${root}/groupa/members/siti-baru.yaml\n`,
    stderr: "",
  });
  const again = await runTask("new", env, ["--from-issue", issue]);
  assert.deepEqual([again.code, again.stdout], [1, ""]);
  assert.match(again.stderr, /^Cannot use the address "siti-baru": another entry has it\n$/);
  assert.equal((await runTask("new", env, ["member", "--from-issue", issue])).code, 2);
});
