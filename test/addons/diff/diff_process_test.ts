import { writeTree } from "../../build/content_tree.ts";
import { contentDesk } from "../content_desk.ts";
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
  await using desk = await contentDesk({});
  const { folder: path, root, env } = desk;
  writeTree(`${path}/copy`);
  await git(path, "init", "--quiet");
  await git(path, "add", "content");
  await git(path, "commit", "--quiet", "--message", "One");
  const none = await desk.run("diff");
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(none.stderr, /^Nothing is served yet: .*Run deno task build first/);

  assert.equal((await desk.run("build")).code, 0);
  assert.match(
    (await desk.run("diff")).stdout,
    /^Against what is served: no answer changes\n$/,
  );
  writeTree(root, CHANGED);
  for (
    const base of [[], [`${path}/copy`], [`${path}/out/oshibase.pack`], [env.OUT_DIR], ["HEAD"]]
  ) {
    const { code, stdout, stderr } = await desk.run("diff", ...base);
    assert.deepEqual([code, stderr], [0, ""], base.join());
    assert.match(stdout, /^Against .*: 1 release changed\n/);
    assert.equal(stdout.split("\n")[1], LINE);
  }
  assert.equal(await git(path, "status", "--short", "content"), ` M content/${RELEASE}\n`);
  assert.deepEqual(
    [...Deno.readDirSync(env.OUT_DIR)].filter(({ name }) => name.startsWith(".diff")),
    [],
  );

  const json = JSON.parse((await desk.run("diff", "--format=json", "HEAD")).stdout);
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
  const { stdout } = await desk.run("diff", "HEAD", "--format=markdown");
  assert.match(
    stdout,
    /^### What answers change\n\nAgainst HEAD: 1 release changed\n\n- ~ release/,
  );

  const unknown = await desk.run("diff", "nowhere");
  assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
  assert.match(
    unknown.stderr,
    /^Cannot find "nowhere": expected a folder of content, a pack or a git/,
  );
  writeTree(root, { [RELEASE]: "tilte: Kabar\n" });
  const broken = await desk.run("diff");
  assert.equal(broken.code, 1);
  assert.match(broken.stderr, /surat\.yaml:1:1: error: .*\n[^]*Cannot compare/);
});

Deno.test("diff says aloud that a member is gone, at a terminal and in a pull request", async () => {
  await using desk = await contentDesk({ "groupa/members/aya-putri.yaml": null });
  const before = `${desk.folder}/before`;
  writeTree(before);
  const { stdout } = await desk.run("diff", before);
  assert.match(stdout, /^! A member is gone: Aya Putri \(groupa\/aya-putri\)\. Her address/m);
  assert.match(stdout, /^- member Aya Putri/m);
  const comment = await desk.run("diff", before, "--format=markdown");
  assert.match(comment.stdout, /^> \*\*A member is gone: Aya Putri/m);
  writeTree(desk.root, {
    "groupa/members/aya-putri.yaml": null,
    "groupa/members/aya-lestari.yaml":
      "name: Aya Lestari\nnicknames: [Aya]\nformer_slugs: [aya-putri]\n",
  });
  assert.doesNotMatch((await desk.run("diff", before)).stdout, /is gone/);
});
