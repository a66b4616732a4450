import { ASKED } from "./asked.ts";
import assert from "node:assert/strict";
import { nameTerms } from "../new/name_terms.ts";
import { importTree } from "./import_tree.ts";
import { runTask } from "./run_task.ts";

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

Deno.test("import counts one record, and one file, as one", async () => {
  using tree = importTree();
  const words = ["import", "groupa", "members", "-"];
  const env = { CONTENT_DIR: tree.root };
  const dump = JSON.stringify([{ name: "Feni" }]);
  const told = `Imported standard input into ${tree.root}/groupa: 1 record; `;
  const first = await runTask(words, env, dump);
  assert.ok(first.out.startsWith(`${told}1 file made, 0 changed, 0 left as they were\n`));
  const second = await runTask(words, env, dump);
  assert.ok(second.out.startsWith(`${told}0 files made, 0 changed, 1 left as it was\n`));
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
      "  in groupa/shows/2026-07-04-a.yaml\n" + ASKED.replace("dump.json", "standard input"),
  );
});

Deno.test("a dump in no form that is read is refused in one line, and nothing is written", async () => {
  using tree = importTree();
  const env = { CONTENT_DIR: tree.root };
  const words = ["import", "groupa", "members", "-"];
  const { code, err } = await runTask(words, env, "export default [...others]");
  assert.equal(code, 1, err);
  assert.match(err, /^standard input: Cannot read it as JSON: .*\nNothing was written\n$/);
  assert.doesNotMatch(err, /\.ts:/);
  assert.deepEqual(tree.names("groupa"), ["group.yaml"]);
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
