import { runTask as runTaskIn } from "../../support/command.ts";
import assert from "node:assert/strict";
import { nameTerms } from "../new/name_terms.ts";
import { type ImportTree, importTree } from "./import_tree.ts";

/** What a command left behind when it ended. */
interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `deno task <words>`; `input` is what its standard input holds. */
async function runTask(
  [name = "", ...words]: readonly string[],
  env: Record<string, string>,
  input = "",
): Promise<Ended> {
  const { code, stdout, stderr } = await runTaskIn(name, env, words, input);
  return { code, out: stdout, err: stderr };
}

/** What an import asks when it makes the first shows of a group. */
const ASKED = "standard input: are these all shows that the group has ever had? Then write " +
  "shows_complete: true in group.yaml, so that milestones of members are known\n";

const MEMBERS = JSON.stringify([{ name: "Feni" }, { name: "Gita", team: "dream" }]);

Deno.test("import says what it did and exits with 0; a second run changes no file", async () => {
  using tree = importTree();
  const env = { CONTENT_DIR: tree.root };
  Deno.writeTextFileSync(`${tree.root}/.dump.json`, MEMBERS);
  const words = ["import", "groupa", "members", `${tree.root}/.dump.json`];
  const first = await runTask(words, env);
  assert.deepEqual(first, {
    code: 0,
    out:
      `Imported .dump.json into ${tree.root}/groupa: 2 records; 2 files made, 0 changed, 0 left as they were

  their field  our field  filled  lost  lost for example
  name         name            2     0
  team         team            1     0

Nothing is lost
`,
    err: "",
  });
  const file = `${tree.root}/groupa/members/feni.yaml`;
  Deno.utimeSync(file, 1, 1);
  const second = await runTask(words, env);
  assert.match(second.out, /0 files made, 0 changed, 2 left as they were\n/);
  assert.equal(Deno.statSync(file).mtime?.getTime(), 1000);
});

Deno.test("what could not be resolved is told on standard error, and the exit code is 0", async () => {
  using tree = importTree();
  const show = JSON.stringify([{ title: "A", date: "2026-07-04", members: ["Zee"] }]);
  const { code, err } = await runTask(["import", "groupa", "theater", "-"], {
    CONTENT_DIR: tree.root,
  }, show);
  assert.equal(code, 0);
  assert.equal(
    err.replaceAll(`${tree.root}/`, ""),
    'standard input: record 1 "A": no member is called "Zee"; the name stays as a guest\n' +
      "  in groupa/shows/2026-07-04-a.yaml\n" + ASKED,
  );
});

Deno.test("an import into a folder that is not there makes one that builds", async () => {
  using tree = importTree();
  const root = `${tree.root}/new`;
  const env = { CONTENT_DIR: root, OUT_DIR: `${tree.root}/out` };
  const wrapped = `{"success":true,"total":1,"data":[{"name":"Amanda"}],"message":"OK"}`;
  const bare = await runTask(["import", "groupx", "members", "-"], env, MEMBERS);
  const other = await runTask(["import", "groupy", "members", "-"], env, wrapped);
  assert.match(bare.err, /there was no group "groupx": it is a new one of the bare family/);
  assert.match(other.err, /there was no group "groupy": it is a new one of the wrapped family/);
  nameTerms(root);
  const check = await runTask(["check"], env);
  assert.deepEqual([check.code, check.err], [0, `Checked ${root}: no problems\n`]);
  assert.match(Deno.readTextFileSync(`${root}/groupy/group.yaml`), /^family: wrapped$/m);
});

Deno.test("a wrong call exits with 2 and says what is expected", async () => {
  using tree = importTree();
  const env = { CONTENT_DIR: tree.root };
  const cases: [words: string[], message: RegExp][] = [
    [[], /Expected a group, a kind and a file; found 0 words/],
    [
      ["groupa", "member", "-"],
      /Cannot import "member": expected one of members, .*Did you mean "members"\?/,
    ],
    [["groupa", "constructor", "-"], /Cannot import "constructor"/],
    [["groupa", "members"], /found 2 words/],
  ];
  for (const [words, message] of cases) {
    const { code, err } = await runTask(["import", ...words], env);
    assert.equal(code, 2, err);
    assert.match(err, message);
    assert.match(err, /deno task import <group> <kind> <file> /);
  }
});

Deno.test("a dump that is none exits with 1, says why, and nothing is written", async () => {
  using tree = importTree();
  const env = { CONTENT_DIR: tree.root };
  const cases: [input: string, message: RegExp][] = [
    ["", /Cannot read it as JSON: /],
    ["<html>", /Cannot read it as JSON: .*<html>/],
    ["export default [...others]", /Cannot read it as JSON: /],
    ['name,team\n"Ayu,Merah\n', /it looks like CSV, and .*Quote/],
    [
      '[{"birthday":"B"}, "C", {"name":" "}]',
      /record 1: expected some text in "name" or "fullname", found the field birthday\n {2}record 2: expected fields, found "C"\n {2}record 3: /,
    ],
    [
      '{"foo": 1}',
      /expected a list of members, or an object that holds one in "members" or "data"; found the field foo/,
    ],
    ['"x"', /expected a list of members.*found "x"/],
    ["null", /expected a list of members.*found null/],
    [
      '{"status":false,"message":"Invalid API Key"}',
      /it is an error answer and no data "Invalid API Key"/,
    ],
    [
      '[{"title":"News"}]',
      /record 1: expected some text in "name" or "fullname", found the field title/,
    ],
  ];
  for (const [input, message] of cases) {
    const { code, err, out } = await runTask(["import", "groupa", "members", "-"], env, input);
    assert.deepEqual([code, out], [1, ""], err);
    assert.match(err, message);
    assert.match(err, /Nothing was written\n$/);
    assert.doesNotMatch(err, /\.ts:/);
  }
  const missing = await runTask(["import", "groupa", "members", "nowhere.json"], env);
  assert.deepEqual([missing.code, missing.err], [
    1,
    "Cannot read nowhere.json: there is no such file\n",
  ]);
  const folder = await runTask(["import", "groupa", "members", tree.root], env);
  assert.deepEqual([folder.code, folder.err], [
    1,
    `Cannot read ${tree.root}: it is a folder; name a file in it\n`,
  ]);
  assert.deepEqual(tree.names("groupa"), ["group.yaml"]);
});

Deno.test("a group that cannot be is refused, and a broken content file is told with its place", async () => {
  using tree = importTree({ "groupa/members/a.yaml": "name: A\n  team: x\n" });
  const env = { CONTENT_DIR: tree.root };
  const groups: [group: string, message: RegExp][] = [
    ["schema", /Cannot call a group "schema": the service needs the word/],
    ["Group X", /Cannot call a group "Group X": expected small letters.*Did you mean "group-x"\?/],
    ["../x", /Cannot call a group "..\/x"/],
    ["serambi", /it is another name of groupa; write that/],
    ["groupa", /groupa\/members\/a\.yaml:\d+:\d+: error: /],
  ];
  for (const [group, message] of groups) {
    const { code, err } = await runTask(["import", group, "members", "-"], env, MEMBERS);
    assert.equal(code, 1, err);
    assert.match(err, message);
  }
  assert.deepEqual(tree.names(""), ["groupa", "plans.yaml", "schema", "site.yaml"]);
});

Deno.test("import --help tells all that is needed", async () => {
  const { code, out } = await runTask(["import", "--help"], {});
  assert.equal(code, 0);
  for (
    const word of ["members", "theater", "videocall", "by id, then by name", "26 Januari 2025"]
  ) {
    assert.ok(out.includes(word), word);
  }
});
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
    ["--set=hoby=x", /Cannot use --set: .*Did you mean "hobby"\?/],
    ["--map=likes=hoby", /Cannot use --map: .*Did you mean "hobby"\?/],
  ];
  for (const [option, message] of cases) {
    const { code, err } = await run(tree, PEOPLE, option);
    assert.equal(code, 2);
    assert.match(err, message);
  }
});
