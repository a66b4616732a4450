import assert from "node:assert/strict";
import type { BuildStamp } from "../../src/model/build_stamp.ts";
import { commitAll, git } from "../support/content_repository.ts";
import { buildContent } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { until } from "../support/until.ts";

async function built({ env }: Pick<ServerFixture, "env">): Promise<BuildStamp> {
  const { success, stderr } = await buildContent(env);
  assert.ok(success, new TextDecoder().decode(stderr));
  return JSON.parse(await Deno.readTextFile(`${env.OUT_DIR}/build.json`));
}

Deno.test("a build names the commit of the content, a rebuild keeps all but that, and /status follows", async () => {
  await using fixture = await createServerFixture();
  const content = `${fixture.folder}/content`;
  const none = await built(fixture);
  assert.deepEqual(Object.keys(none), ["build", "built_at"], "no repository");
  const first = await commitAll(content);
  assert.deepEqual(await built(fixture), { ...none, commit: first, dirty: false });
  await using server = await fixture.start({}, { args: ["--follow"] });
  const status = async () => await (await fetch(`${server.base}status`)).json();
  const shown = async () => {
    const { build, commit, dirty } = await status();
    return { build, commit, dirty };
  };
  assert.deepEqual(await shown(), { build: none.build, commit: first, dirty: false });
  const page = await fetch(`${server.base}status`, { headers: { accept: "text/html" } });
  assert.ok((await page.text()).includes(first.slice(0, 12)));

  // A comment is no content.
  await Deno.writeTextFile(`${content}/site.yaml`, "# seen\n", { append: true });
  assert.deepEqual(await built(fixture), { ...none, commit: first, dirty: true });
  await until(async () => (await shown()).dirty === true);
  const second = await commitAll(content, "A comment");
  assert.notEqual(second, first);
  assert.deepEqual(await built(fixture), { ...none, commit: second, dirty: false });
  await until(async () => (await shown()).commit === second);
  assert.deepEqual(await shown(), { build: none.build, commit: second, dirty: false });

  await Deno.writeTextFile(
    `${content}/kebun/members/tari.yaml`,
    "hobby: Tennis\n",
    { append: true },
  );
  const changed = await built(fixture);
  assert.notEqual(changed.build, none.build);
  assert.notEqual(changed.built_at, none.built_at);
  assert.deepEqual([changed.commit, changed.dirty], [second, true]);
});

Deno.test("a folder that a repository ignores is in none of its commits", async () => {
  await using fixture = await createServerFixture();
  await Deno.writeTextFile(`${fixture.folder}/.gitignore`, "content\nout\ndata\n");
  await commitAll(fixture.folder);
  assert.equal(await git(fixture.folder, "status", "--porcelain"), "");
  assert.equal((await built(fixture)).commit, undefined);
});
