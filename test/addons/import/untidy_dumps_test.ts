import assert from "node:assert/strict";
import { decodeDump } from "../../../build/addons/import/dump/parse_dump.ts";
import { importTree } from "./import_tree.ts";

Deno.test("what lies under a day has that day, unless it says its own", () => {
  const show = { title: "Malam", time: "19:00" };
  const days = {
    "2026_1_10": [show, { ...show, title: "Pagi", date: "2026-01-12" }],
    "2026_1_11": [{ ...show, date: null }],
  };
  for (const dump of [days, { success: true, data: { shows: days } }]) {
    using tree = importTree();
    const { made, lost, table } = tree.take("theater", dump);
    assert.deepEqual([made, lost], [3, 0], table);
    assert.deepEqual(tree.names("groupa/shows"), [
      "2026-01-10-malam.yaml",
      "2026-01-11-malam.yaml",
      "2026-01-12-pagi.yaml",
    ]);
    assert.deepEqual(tree.take("theater", dump).written, []);
  }
  using tree = importTree();
  const session = { session: "Sesi 1", start_time: "10:00" };
  assert.equal(tree.take("videocall", { "2026-05-08": [session] }).made, 1);
  assert.deepEqual(tree.names("groupa/videocalls"), ["2026-05-08.yaml"]);
});

const NAMES: [theirs: object, name: string, reading?: string][] = [
  [{ firstName: "Ayu", lastName: "Lestari" }, "Ayu Lestari"],
  [{ name: { first: "Ayu", last: "Lestari" } }, "Ayu Lestari"],
  [{ first_name: "Ayu" }, "Ayu"],
  [
    {
      lastName: "\u898b\u672c",
      firstName: "\u4f8b",
      firstNameKana: "\u308c\u3044",
      lastNameKana: "\u307f\u307b\u3093",
    },
    "\u898b\u672c \u4f8b",
    "\u307f\u307b\u3093 \u308c\u3044",
  ],
];

for (const [theirs, name, reading] of NAMES) {
  Deno.test(`the name in ${JSON.stringify(theirs)} is "${name}"`, () => {
    using tree = importTree();
    const { lost, table } = tree.take("members", [{ id: "somebody", ...theirs }]);
    assert.equal(lost, 0, table);
    assert.equal(
      tree.text("groupa/members/somebody.yaml"),
      `name: ${name}\n${reading === undefined ? "" : `name_reading: ${reading}\n`}`,
    );
  });
}

Deno.test("parts of a name beside a name are the full name", () => {
  using tree = importTree();
  const dump = [{ name: "Ayu", firstName: "Ayu", lastName: "Lestari" }];
  assert.equal(tree.take("members", dump).lost, 0);
  assert.equal(tree.text("groupa/members/ayu.yaml"), "name: Ayu\nfullname: Ayu Lestari\n");
});

Deno.test("a line-up of ids with commas is the members who were imported with them", () => {
  using tree = importTree();
  tree.take("members", [{ id: 1013, name: "Ayu" }, { id: 1048, name: "Bela" }]);
  const show = { title: "Malam", date: "2026-07-04", members: "1013,1048" };
  assert.equal(tree.take("theater", [show]).lost, 0);
  assert.match(
    tree.text("groupa/shows/2026-07-04-malam.yaml"),
    /members:\n {2}- ayu\n {2}- bela\n$/,
  );
});

Deno.test("a constant fills a field of every record that does not say it", () => {
  using tree = importTree();
  const dump = [{ title: "Surat" }, { title: "Album", release_type: "album" }];
  const options = { set: { type: "single" } };
  const { made, lost } = tree.take("releases", dump, "groupa", options);
  assert.deepEqual([made, lost], [2, 0]);
  assert.match(tree.text("groupa/releases/surat.yaml"), /^type: single$/m);
  assert.match(tree.text("groupa/releases/album.yaml"), /^type: album$/m);
  assert.deepEqual(tree.take("releases", dump, "groupa", options).written, []);
});

Deno.test("UTF-16 with its mark is read, and other encodings are refused with the remedy", () => {
  const text = "name,team\nÉlo,Merah\n";
  const little = new Uint8Array(
    new Uint16Array(
      [0xfeff, ...text].map((sign) => typeof sign === "number" ? sign : sign.charCodeAt(0)),
    ).buffer,
  );
  const big = little.map((_, place) => little[place ^ 1]!);
  for (const bytes of [little, big, new TextEncoder().encode(`\uFEFF${text}`)]) {
    assert.equal(decodeDump(bytes), text);
  }
  const windows = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  assert.throws(() => decodeDump(windows), /not UTF-8; save it again as "CSV UTF-8".*iconv -f WIN/);
});

Deno.test("our own tables come back: what a spreadsheet would run, and signs in quotes", () => {
  using tree = importTree();
  const dump = '"name;x";hobby\nAyu;"\'=1+1"\n"Be;""la""";"a\nb"\n';
  tree.take("members", dump, "groupa", { map: { "name;x": "name" } });
  assert.match(tree.text("groupa/members/ayu.yaml"), /^hobby: =1\+1$/m);
  assert.match(
    tree.text("groupa/members/be-la.yaml"),
    /^name: Be;"la"\nhobby: \|-\n {2}a\n {2}b$/m,
  );
});
