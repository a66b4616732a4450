import assert from "node:assert/strict";
import { importTree, THEIRS } from "./import_tree.ts";

const AYU = "groupa/members/ayu.yaml";
const SETLIST = "groupa/setlists/pagi.yaml";

Deno.test("names in their own script, readings and careers become fields", () => {
  using tree = importTree();
  const dump = [{
    ...{ name: "Ayu", url: "ayu", kanji: "阿由", furigana: "あゆ" },
    history: [
      { from: "2023-04-30T17:00:00.000Z", to: "2024-02-01", team: "Pagi", note: "lama" },
      { from: "1 Februari 2024", role: "Kapten", generation: null },
      { team: "Senja" },
      { from: "2024-02-01" },
    ],
  }];
  const { table, lost } = tree.take("members", dump);
  assert.equal(
    tree.text(AYU),
    `name: Ayu
name_native: 阿由
name_reading: あゆ
history:
  - from: 2023-05-01
    to: 2024-02-01
    team: Pagi
  - from: 2024-02-01
    role: Kapten
`,
  );
  assert.match(table, /expected a day, and a team, a role or a generation/);
  assert.ok(lost > 0);
  assert.deepEqual(tree.take("members", dump).written, []);
});

Deno.test("shows that a dump counts before its own are kept as an editor wrote them", () => {
  const before = `name: Ayu
shows_before:
  total: 61
  by_setlist: # dari buku program
    - { setlist: Pagi, count: 13 }
    - { setlist: Senja, count: 48 }
  as_of: 2024-12-31
`;
  using tree = importTree({ [AYU]: before });
  const dump = (total: number) => [{
    ...{ name: "Ayu", url: "ayu", stats: { shows: { total: 90, by_setlist: [] } } },
    shows_before: {
      total,
      by_setlist: [{ setlist: "SENJA", count: 48 }, { setlist: "Pagi", count: 13 }],
      as_of: "2024-12-31",
    },
  }];
  const { lost } = tree.take("members", dump(61), "groupa", THEIRS);
  assert.deepEqual([tree.text(AYU), lost], [before, 0]);
  tree.take("members", dump(62), "groupa", THEIRS);
  assert.match(tree.text(AYU), /total: 62/);
});

Deno.test.each([
  [{ total: 61, by_setlist: [{ setlist: "Pagi" }] }],
  [{ total: 61, as_of: "besok" }],
  [{ by_setlist: [{ setlist: "Pagi", count: 1 }] }],
  ["banyak"],
])("shows before that are counted as %j are lost, and the table says so", (shows_before) => {
  using tree = importTree();
  const { lost, table } = tree.take("members", [{ name: "Ayu", url: "ayu", shows_before }]);
  assert.equal(lost, 1);
  assert.match(table, /shows_before: expected total, a whole number, by_setlist and as_of/);
  assert.equal(tree.text(AYU), "name: Ayu\n");
});

const ROSTER = { [AYU]: "name: Ayu Lestari\nnicknames: [Ayu]\n" };
const DUMP = [{
  name: "Pagi",
  name_native: "朝",
  songs: [
    { title: "Peluit", original_title: "汽笛", center: ["Ayu"], unit: ["Ayu", "Tamu"] },
    { title: "Karcis", center: [], unit: [] },
    "Roti",
  ],
}];

Deno.test("songs of a dump are titles, or fields where there is more of them", () => {
  using tree = importTree(ROSTER);
  const { told } = tree.take("setlists", DUMP);
  assert.equal(
    tree.text(SETLIST),
    `name: Pagi
name_native: 朝
songs:
  - title: Peluit
    original_title: 汽笛
    center:
      - Ayu
    unit:
      - Ayu
      - Tamu
  - Karcis
  - Roti
`,
  );
  assert.match(told, /no member is called "Tamu"/);
  assert.deepEqual(tree.take("setlists", DUMP).written, []);
});

Deno.test("what a file says of a song stays if a dump has its title alone", () => {
  const before = `name: Pagi
songs:
  - title: Peluit # pembuka
    original_title: 汽笛
    center: [ayu]
  - Karcis
`;
  using tree = importTree({ ...ROSTER, [SETLIST]: before });
  tree.take("setlists", [{ name: "Pagi", songs: ["Peluit", "Karcis"] }], "groupa", THEIRS);
  assert.equal(tree.text(SETLIST), before);
  tree.take("setlists", [{ name: "Pagi", songs: ["Karcis", "Peluit", "Roti"] }], "groupa", THEIRS);
  assert.match(
    tree.text(SETLIST),
    /- Karcis\n {2}- title: Peluit.*\n {4}original_title: 汽笛\n {4}center: \[ayu\]\n {2}- Roti\n/,
  );
  tree.take("setlists", DUMP, "groupa", THEIRS);
  assert.match(tree.text(SETLIST), /center:\n {6}- ayu\n/);
  assert.match(tree.text(SETLIST), /unit:\n {6}- Ayu\n {6}- Tamu/);
});
