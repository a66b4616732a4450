import assert from "node:assert/strict";
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

Deno.test("--map gives a field of theirs to one of ours, or leaves it out", async () => {
  using tree = importTree();
  const dump = [{ name: "Ayu", likes: "kucing", fans: 12, extra: { word: "Halo!" } }];
  const map = ["--map", "likes=hobby", "--map=fans=-", "--map", "extra.word=jikosokai"];
  const first = await run(tree, dump, "--strict", ...map);
  assert.equal(first.code, 0, first.out + first.err);
  assert.match(tree.text("groupa/members/ayu.yaml"), /\nhobby: kucing\njikosokai: Halo!\n$/);
  const second = await run(tree, dump, "--strict", ...map);
  assert.equal(second.code, 0, second.out + second.err);
  assert.match(second.out, /0 files made, 0 changed, 1 left as it was/);
  const check = await runTask(["check"], { CONTENT_DIR: tree.root });
  assert.match(check.err, /: no problems\n$/);
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

Deno.test("--dates decides", async () => {
  using tree = importTree();
  const dump = [{ name: "Ayu", joined: "03/04/2006" }];
  assert.equal((await run(tree, dump, "--dates=mdy")).code, 0);
  assert.match(tree.text("groupa/members/ayu.yaml"), /joined: 2006-03-04/);
  await run(tree, dump, "--dates", "dmy");
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
    ["--set=hobby", /Cannot use --set: expected field=value, got "hobby"/],
    ["--set=hoby=x", /Cannot set "hoby": .*Did you mean "hobby"\?/],
    ["--map=likes=hoby", /Cannot map "likes" to "hoby": .*Did you mean "hobby"\?/],
  ];
  for (const [option, message] of cases) {
    const { code, err } = await run(tree, PEOPLE, option);
    assert.equal(code, 2);
    assert.match(err, message);
  }
});
