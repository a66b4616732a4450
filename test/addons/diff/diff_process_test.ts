import { writeTree } from "../../build/content_tree.ts";
import { runTask } from "../../support/command.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import assert from "node:assert/strict";

const RELEASE = "groupa/releases/surat.yaml";

const CHANGED = { [RELEASE]: "title: Kabar\ntype: single\ntracks:\n  - title: Surat\n" };

const LINE = "~ release Kabar (groupa/surat): title Surat → Kabar; nothing else";

async function git(folder: string, ...args: string[]): Promise<string> {
  const who = ["-c", "user.name=E", "-c", "user.email=e@oshibase.example"];
  const { success, stdout } = await new Deno.Command("git", {
    args: ["-C", folder, ...who, ...args],
  }).output();
  assert.ok(success, args.join(" "));
  return new TextDecoder().decode(stdout);
}

Deno.test("diff compares with what is served, a folder, a pack and a revision alike", async () => {
  await using folder = await temporaryFolder();
  const { path } = folder;
  const env = { CONTENT_DIR: `${path}/site/content`, OUT_DIR: `${path}/out` };
  writeTree(env.CONTENT_DIR);
  writeTree(`${path}/copy`);
  await git(path, "init", "--quiet", "site");
  await git(`${path}/site`, "add", "--all");
  await git(`${path}/site`, "commit", "--quiet", "--message", "One");
  const none = await runTask("diff", env);
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(none.stderr, /^Nothing is served yet: .*Run deno task build first/);

  assert.equal((await runTask("build", env)).code, 0);
  assert.match(
    (await runTask("diff", env)).stdout,
    /^Against what is served: no answer changes\n$/,
  );
  writeTree(env.CONTENT_DIR, CHANGED);
  for (
    const base of [[], [`${path}/copy`], [`${path}/out/oshibase.pack`], [env.OUT_DIR], ["HEAD"]]
  ) {
    const { code, stdout, stderr } = await runTask("diff", env, base);
    assert.deepEqual([code, stderr], [0, ""], base.join());
    assert.match(stdout, /^Against .*: 1 release changed\n/);
    assert.equal(stdout.split("\n")[1], LINE);
  }
  assert.equal(await git(`${path}/site`, "status", "--short"), ` M content/${RELEASE}\n`);
  assert.deepEqual(
    [...Deno.readDirSync(env.OUT_DIR)].filter(({ name }) => name.startsWith(".diff")),
    [],
  );

  const json = JSON.parse((await runTask("diff", env, ["--format=json", "HEAD"])).stdout);
  const [{ before, after, ...change }] = json.data;
  assert.deepEqual([json.base, json.total, before.title, after.title], [
    "HEAD",
    1,
    "Surat",
    "Kabar",
  ]);
  assert.deepEqual(change, {
    ...{ group: "groupa", kind: "release", id: "surat", change: "changed", fields: ["title"] },
    ...{ follows: false, title: "Kabar", words: ["title Surat → Kabar"] },
  });
  const { stdout } = await runTask("diff", env, ["HEAD", "--format=markdown"]);
  assert.match(
    stdout,
    /^### What answers change\n\nAgainst HEAD: 1 release changed\n\n- ~ release/,
  );

  const unknown = await runTask("diff", env, ["nowhere"]);
  assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
  assert.match(
    unknown.stderr,
    /^Cannot find "nowhere": expected a folder of content, a pack or a git/,
  );
  writeTree(env.CONTENT_DIR, { [RELEASE]: "tilte: Kabar\n" });
  const broken = await runTask("diff", env);
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /surat\.yaml:1:1: error: .*\n[^]*Cannot compare/);
});

Deno.test("diff says aloud that a member is gone, at a terminal and in a pull request", async () => {
  await using folder = await temporaryFolder();
  const [before, after] = ["before", "after"].map((name) => `${folder.path}/${name}`) as [
    string,
    string,
  ];
  writeTree(before);
  writeTree(after, { "groupa/members/aya-putri.yaml": null });
  const env = { CONTENT_DIR: after, OUT_DIR: `${folder.path}/out` };
  const { stdout } = await runTask("diff", env, [before]);
  assert.match(stdout, /^! A member is gone: Aya Putri \(groupa\/aya-putri\)\. Her address/m);
  assert.match(stdout, /^- member Aya Putri/m);
  const comment = await runTask("diff", env, [before, "--format=markdown"]);
  assert.match(comment.stdout, /^> \*\*A member is gone: Aya Putri/m);
  writeTree(after);
  Deno.removeSync(`${after}/groupa/members/aya-putri.yaml`);
  writeTree(after, {
    "groupa/members/aya-putri.yaml": null,
    "groupa/members/aya-lestari.yaml":
      "name: Aya Lestari\nnicknames: [Aya]\nformer_slugs: [aya-putri]\n",
  });
  assert.doesNotMatch((await runTask("diff", env, [before])).stdout, /is gone/);
});
