import assert from "node:assert/strict";
import { ignoredWithout } from "../support/ignored_without.ts";
import { type ImportTree, importTree } from "./import_tree.ts";
import { type Ended, runTask } from "./run_task.ts";

const PEOPLE = [{ name: "Ayu", birthday: "03/04/2006", likes: "kucing" }, { name: "Bela" }];

/** Runs `deno task import groupa members <dump>` with these options. */
async function run(tree: ImportTree, dump: unknown, ...options: string[]): Promise<Ended> {
  const words = ["import", "groupa", "members", "-", ...options];
  return await runTask(words, { CONTENT_DIR: tree.root }, JSON.stringify(dump));
}

Deno.test("--dry-run says what would become of files and fields, and writes nothing", async () => {
  using tree = importTree();
  const { code, out } = await run(tree, PEOPLE, "--dry-run", "--dates=dmy");
  assert.equal(code, 0);
  assert.equal(
    out.replaceAll(tree.root, "content"),
    `Would import standard input into content/groupa: 2 records; 2 files made, 0 changed, 0 left as they were

  their field  our field   filled  lost  lost for example
  name         name             2     0
  birthday     birth_date       1     0
  likes        (none)           0     1  #1 "kucing"
  likes: content files have no such field; --map gives it one

1 value lost
`,
  );
  assert.deepEqual(tree.names("groupa"), ["group.yaml"]);
});

Deno.test("--map gives a field of theirs to one of ours, or leaves it out, and is remembered", async () => {
  using tree = importTree();
  const dump = [{ name: "Ayu", likes: "kucing", fans: 12, extra: { word: "Halo!" } }];
  const map = ["--map", "likes=hobby", "--map=fans=-", "--map", "extra.word=jikosokai"];
  const first = await run(tree, dump, "--strict", ...map);
  assert.equal(first.code, 0, first.out + first.err);
  assert.match(tree.text("groupa/members/ayu.yaml"), /\nhobby: kucing\njikosokai: Halo!\n$/);
  assert.match(
    tree.text("groupa/import.yaml"),
    /^map:\n {2}members:\n {4}likes: hobby\n {4}fans: "?-"?\n {4}extra.word: jikosokai\n$/m,
  );
  const second = await run(tree, dump, "--strict");
  assert.equal(second.code, 0, second.out + second.err);
  assert.match(second.out, /0 files made, 0 changed, 1 left as it was/);
  const check = await runTask(["check"], { CONTENT_DIR: tree.root });
  assert.match(check.err, /: no problems\n$/);
});

Deno.test("--map gives a value of theirs one of ours, leaves it out for -, and is remembered", async () => {
  using tree = importTree();
  const env = { CONTENT_DIR: tree.root };
  const dump = JSON.stringify([
    { name: "Ayu", kategori: "Tim Dua", blood: "golongan a" },
    { name: "Bela", kategori: "?", blood: "B" },
  ]);
  const words = ["import", "groupa", "members", "-", "--strict"];
  const maps = [
    "--map",
    "kategori:Tim Dua=trainee",
    "--map=kategori:?=-",
    "--map=blood:Golongan A=A",
  ];
  const refused = await runTask(words, env, dump);
  assert.equal(refused.code, 3);
  assert.match(refused.out, /kategori: is "status" meant\? .*--map/);
  const { code, out, err } = await runTask([...words, ...maps], env, dump);
  assert.equal(code, 0, out + err);
  assert.match(tree.text("groupa/members/ayu.yaml"), /^status: trainee\nblood_type: A$/m);
  assert.doesNotMatch(tree.text("groupa/members/bela.yaml"), /status/);
  const second = await runTask(words, env, dump);
  assert.deepEqual([second.code, /2 left as they were/.test(second.out)], [0, true]);
  const wrong = await runTask([...words, "--map=kategori:Tim"], env, dump);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /expected field:their value=our value, got "kategori:Tim"/);
});

Deno.test("dates of two meanings exit with 2, say what to pass, and write nothing", async () => {
  using tree = importTree();
  const { code, err } = await run(tree, PEOPLE);
  assert.equal(code, 2);
  assert.equal(
    err,
    `standard input: Cannot tell the day of "03/04/2006" (birthday): its parts may be in any order; choose one of these
  --dates=dmy  day first: "03/04/2006" is 2006-04-03
  --dates=mdy  month first: "03/04/2006" is 2006-03-04
Nothing was written
`,
  );
  assert.deepEqual(tree.names("groupa"), ["group.yaml"]);
});

Deno.test("--dates decides, is remembered, and can be changed; comments beside it stay", async () => {
  using tree = importTree();
  const dump = [{ name: "Ayu", joined: "03/04/2006" }];
  assert.equal((await run(tree, dump, "--dates=mdy")).code, 0);
  assert.match(tree.text("groupa/members/ayu.yaml"), /joined: 2006-03-04/);
  assert.match(tree.text("groupa/import.yaml"), /^dates: mdy$/m);
  const again = await run(tree, dump);
  assert.deepEqual([again.code, /1 left as it was/.test(again.out)], [0, true]);
  Deno.writeTextFileSync(`${tree.root}/groupa/import.yaml`, "# kita\ndates: mdy # lama\n");
  await run(tree, dump, "--dates", "dmy");
  assert.equal(tree.text("groupa/import.yaml"), "# kita\ndates: dmy # lama\n");
  assert.match(tree.text("groupa/members/ayu.yaml"), /joined: 2006-04-03/);
});

Deno.test("--strict exits with 3 where something would be lost, and then writes nothing", async () => {
  using tree = importTree();
  const lossy = await run(tree, PEOPLE, "--strict", "--dates=dmy");
  assert.equal(lossy.code, 3);
  assert.match(lossy.out, /^ {2}likes +\(none\) +0 +1 +#1 "kucing"$/m);
  assert.match(lossy.err, /Something would be lost, .*Nothing was written\n$/);
  assert.deepEqual(tree.names("groupa"), ["group.yaml"]);
  assert.equal((await run(tree, [{ name: "Ayu" }], "--strict")).code, 0);
  assert.deepEqual(tree.names("groupa/members"), ["ayu.yaml"]);
});

Deno.test("a wrong option exits with 2 and says what is expected", async () => {
  using tree = importTree();
  const cases: [option: string, message: RegExp][] = [
    ["--dates=dym", /Cannot use --dates: expected dmy, mdy or ymd, got "dym"/],
    ["--dryrun", /Cannot use --dryrun: expected one of .*Did you mean "--dry-run"\?/],
    ["--map=likes", /Cannot use --map: expected theirs=ours, got "likes"/],
    ["--map=likes=hoby", /Cannot map "likes" to "hoby": .*Did you mean "hobby"\?/],
  ];
  for (const [option, message] of cases) {
    const { code, err } = await run(tree, PEOPLE, option);
    assert.equal(code, 2);
    assert.match(err, message);
  }
});

/** `script` (util-linux) gives a command a terminal. */
const hasScript = await new Deno.Command("script", { args: ["--version"] }).output()
  .then(({ code, stdout }) => code === 0 && new TextDecoder().decode(stdout).includes("util-linux"))
  .catch(() => false);

Deno.test({
  name: "at a terminal, the order of dates is asked once",
  ignore: ignoredWithout("script (util-linux)", hasScript),
  async fn() {
    using tree = importTree();
    Deno.writeTextFileSync(`${tree.root}/.dump.json`, JSON.stringify([...PEOPLE, ...PEOPLE]));
    const line = `deno task --quiet import groupa members ${tree.root}/.dump.json`;
    const process = new Deno.Command("script", {
      args: ["-qec", line, "/dev/null"],
      env: { CONTENT_DIR: tree.root, NO_COLOR: "1" },
      cwd: new URL("../../", import.meta.url).pathname,
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const writer = process.stdin.getWriter();
    await writer.write(new TextEncoder().encode("dmy\n"));
    const { code, stdout } = await process.output();
    await writer.close().catch(() => {});
    const shown = new TextDecoder().decode(stdout);
    assert.equal(code, 0, shown);
    assert.equal(shown.split("Which day does").length, 2, shown);
    assert.match(tree.text("groupa/members/ayu.yaml"), /birth_date: 2006-04-03/);
    assert.match(tree.text("groupa/import.yaml"), /^dates: dmy$/m);
  },
});
