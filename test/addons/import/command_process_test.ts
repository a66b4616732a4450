import assert from "node:assert/strict";
import { nameTerms } from "../new/name_terms.ts";
import { type Ended, runTask } from "../../support/command.ts";
import { type ImportTree, importTree } from "./import_tree.ts";

/** Runs `deno task import groupa <kind> -` with these options, and nothing of its folder in what it says. */
async function run(
  { root }: ImportTree,
  dump: unknown,
  ...[kind = "members", ...options]: string[]
): Promise<Ended> {
  const text = typeof dump === "string" ? dump : JSON.stringify(dump);
  const words = ["groupa", kind, "-", ...options];
  const { code, stdout, stderr } = await runTask("import", { CONTENT_DIR: root }, words, text);
  const plain = (said: string) => said.replaceAll(root, "content");
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
}

const MEMBERS = [{ name: "Feni" }, { name: "Gita", team: "dream" }];
const PEOPLE = [{ name: "Ayu", birthday: "03/04/2006", likes: "kucing" }, { name: "Bela" }];

Deno.test("import says what it did and exits with 0; a second run changes no file", async () => {
  using tree = importTree();
  const first = await run(tree, MEMBERS);
  assert.deepEqual(first, {
    code: 0,
    stdout:
      `Imported standard input into content/groupa: 2 records; 2 files made, 0 changed, 0 left as they were

  their field  our field  filled  lost  lost for example
  name         name            2     0
  team         team            1     0

Nothing is lost
`,
    stderr: "",
  });
  const file = `${tree.root}/groupa/members/feni.yaml`;
  Deno.utimeSync(file, 1, 1);
  const second = await run(tree, MEMBERS);
  assert.match(second.stdout, /0 files made, 0 changed, 2 left as they were\n/);
  assert.equal(Deno.statSync(file).mtime?.getTime(), 1000);
});

Deno.test("what could not be resolved is told on standard error, and the exit code is 0", async () => {
  using tree = importTree();
  const { code, stderr } = await run(
    tree,
    [{ title: "A", date: "2026-07-04", members: ["Zee"] }],
    "theater",
  );
  assert.deepEqual([code, stderr], [
    0,
    'standard input: record 1 "A": no member is called "Zee"; the name stays as a guest\n' +
    "  in content/groupa/shows/2026-07-04-a.yaml\n" +
    "standard input: are these all shows that the group has ever had? Then write " +
    "shows_complete: true in group.yaml, so that milestones of members are known\n",
  ]);
});

Deno.test("an import into a folder that is not there makes one that builds", async () => {
  using tree = importTree();
  const root = `${tree.root}/new`;
  const env = { CONTENT_DIR: root, OUT_DIR: `${tree.root}/out` };
  const wrapped = { success: true, total: 1, data: [{ name: "Amanda" }], message: "OK" };
  for (const [group, dump, family] of [["x", MEMBERS, "bare"], ["y", wrapped, "wrapped"]]) {
    const words = [`group${group}`, "members", "-"];
    const { stderr } = await runTask("import", env, words, JSON.stringify(dump));
    assert.match(stderr, new RegExp(`no group "group${group}": it is a new one of the ${family} `));
  }
  nameTerms(root);
  const { code, stderr } = await runTask("check", env);
  assert.deepEqual([code, stderr], [0, `Checked ${root}: no problems\n`]);
});

Deno.test("--dry-run says what would become of files and fields, and writes nothing", async () => {
  using tree = importTree();
  const { code, stdout } = await run(tree, PEOPLE, "members", "--dry-run", "--dates=dmy");
  assert.equal(code, 0);
  assert.equal(
    stdout,
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

Deno.test("--map gives a field of theirs to one of ours, or leaves it out; --strict is content then", async () => {
  using tree = importTree();
  const dump = [{ name: "Ayu", likes: "kucing", fans: 12, extra: { word: "Halo!" } }];
  const map = ["--map", "likes=hobby", "--map=fans=-", "--map", "extra.word=jikosokai"];
  const { code, stdout, stderr } = await run(tree, dump, "members", "--strict", ...map);
  assert.equal(code, 0, stdout + stderr);
  assert.match(tree.text("groupa/members/ayu.yaml"), /\nhobby: kucing\njikosokai: Halo!\n$/);
});

/** What is refused, the exit code, and what is said. */
const REFUSED: readonly [dump: unknown, options: string[], code: number, message: RegExp][] = [
  [PEOPLE, ["members", "--strict", "--dates=dmy"], 3, /^Something would be lost, .* was written$/m],
  [
    PEOPLE,
    [],
    2,
    /^standard input: Cannot tell the day of "03\/04\/2006" \(birthday\).*\n {2}--dates=dmy {2}day first: "03\/04\/2006" is 2006-04-03\n {2}--dates=mdy .* 2006-03-04\nNothing was written\n$/,
  ],
  [PEOPLE, ["member"], 2, /Cannot import "member": expected one of members, .*"members"\?/],
  [PEOPLE, ["members", "x"], 2, /Expected a group, a kind and a file; found 4 words/],
  [
    '[{"name": "A", "tanggal_lahir": "03-04"}]',
    ["members"],
    2,
    /"03-04" \(tanggal_lahir\).*\n {2}--dates=dmy {2}day first: "03-04" is --04-03\n {2}--dates=mdy .* --03-04\n/,
  ],
  [PEOPLE, ["members", "--dates=dym"], 2, /expected dmy, mdy or ymd, got "dym"/],
  [PEOPLE, ["members", "--dryrun"], 2, /Cannot use --dryrun: .*Did you mean "--dry-run"\?/],
  [PEOPLE, ["members", "--map=likes"], 2, /Cannot use --map: expected theirs=ours, got "likes"/],
  [PEOPLE, ["members", "--set=hoby=x"], 2, /Cannot use --set: .*Did you mean "hobby"\?/],
  ["<html>", [], 1, /Cannot read it as JSON: .*<html>.*\nNothing was written\n$/],
  ['name,team\n"Ayu,Merah\n', [], 1, /it looks like CSV, and .*Quote/],
  [
    [{ birthday: "B" }, "C", { name: " " }],
    [],
    1,
    /record 1: expected some text in "name" or .*, found the field birthday\n {2}record 2: expected fields, found "C"\n {2}record 3: /,
  ],
  [{ foo: 1 }, [], 1, /a list of members, .* in "members" or "data"; found the field foo/],
  ["null", [], 1, /expected a list of members.*found null/],
  [{ status: false, message: "Invalid API Key" }, [], 1, /no data "Invalid API Key"/],
];

Deno.test("what cannot be imported is refused with its remedy, and nothing is written", async () => {
  using tree = importTree();
  for (const [dump, options, expected, message] of REFUSED) {
    const { code, stderr } = await run(tree, dump, ...options);
    assert.equal(code, expected, stderr);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\.ts:/);
  }
  for (const [path, reason] of [["none.json", "there is no such file"], [".", "it is a folder;"]]) {
    const words = ["groupa", "members", path!];
    const { code, stderr } = await runTask("import", { CONTENT_DIR: tree.root }, words);
    assert.equal(code, 1);
    assert.ok(stderr.startsWith(`Cannot read ${path}: ${reason}`), stderr);
  }
  assert.deepEqual(tree.names("groupa"), ["group.yaml"]);
});

Deno.test("a group that cannot be is refused, and a broken content file is told with its place", async () => {
  using tree = importTree({ "groupa/members/a.yaml": "name: A\n  team: x\n" });
  const groups: [group: string, message: RegExp][] = [
    ["schema", /Cannot call a group "schema": the service needs the word/],
    ["Group X", /Cannot call a group "Group X": expected small letters.*Did you mean "group-x"\?/],
    ["serambi", /it is another name of groupa; write that/],
    ["groupa", /groupa\/members\/a\.yaml:\d+:\d+: error: /],
  ];
  for (const [group, message] of groups) {
    const words = [group, "members", "-"];
    const { code, stderr } = await runTask("import", { CONTENT_DIR: tree.root }, words, "[]");
    assert.equal(code, 1, stderr);
    assert.match(stderr, message);
  }
});
