import assert from "node:assert/strict";
import { formatDiagnostics } from "../../../build/diagnostic/format.ts";
import { compile } from "../../../build/compile.ts";
import { decodeDump } from "../../../build/addons/import/dump/parse_dump.ts";
import { importTree } from "./import_tree.ts";

const AYU = { name: "Ayu", team: "Merah" };
const BELA = { name: "Bela", team: "Biru" };

const FORMS: Readonly<Record<string, unknown>> = {
  "a list": [AYU, BELA],
  "a wrapped list": { success: true, total: 2, data: [AYU, BELA] },
  "a list deep inside": { result: { page: 1, content: { entries: [AYU, BELA] } } },
  "a list beside another": { shows: [{ title: "X" }], people: [AYU, BELA], meta: { total: 2 } },
  "a list in each page": [{ members: [AYU] }, { members: [BELA] }],
  "lists by generation": { gen1: [AYU], gen2: [BELA] },
  "a map by key": { ayu: AYU, bela: BELA },
  "a map by name": { Ayu: { team: "Merah" }, Bela: { team: "Biru" } },
  "a map inside": { data: { members: { "1": AYU, "2": BELA } } },
  "NDJSON": `${JSON.stringify(AYU)}\n${JSON.stringify(BELA)}\n`,
  "CSV": "name,team\nAyu,Merah\nBela,Biru\n",
  "CSV with quotes, tabs and Windows line ends": '"Nama"\t"Tim"\r\n"Ayu"\t"Merah"\r\nBela\tBiru',
  "JSON with a byte order mark": `\uFEFF${JSON.stringify([AYU, BELA])}`,
};

for (const [name, dump] of Object.entries(FORMS)) {
  Deno.test(`members come out of ${name}`, () => {
    using tree = importTree();
    const { made, lost, table, told } = tree.take("members", dump);
    assert.deepEqual([made, lost, told], [2, 0, ""], table);
    assert.match(tree.text("groupa/members/ayu.yaml"), /name: Ayu\nteam: Merah\n$/);
    assert.match(tree.text("groupa/members/bela.yaml"), /name: Bela\nteam: Biru\n$/);
    assert.deepEqual(tree.take("members", dump).written, []);
  });
}

Deno.test("a single record is read, with what it holds of other kinds left alone", () => {
  const shows = [{ id: "1", name: "Malam", date: "2026-07-04" }];
  const detail = { name: "Ayu", nickname: "Yu", team: "Merah", recentTheater: shows };
  for (const dump of [detail, { success: true, data: detail }, { data: { member: detail } }]) {
    using tree = importTree();
    assert.deepEqual(tree.take("members", dump).made, 1);
    assert.deepEqual(tree.names("groupa/members"), ["ayu.yaml"]);
  }
});

Deno.test("a bad record is passed over and counted as lost, the others are taken", () => {
  const dumps = [
    [AYU, "x", null, { team: "Y" }, BELA, AYU],
    `${JSON.stringify(AYU)}\n{"name": \n${JSON.stringify(BELA)}\n`,
  ];
  for (const [place, dump] of dumps.entries()) {
    using tree = importTree();
    const { made, lost, told } = tree.take("members", dump);
    assert.deepEqual([made, lost], [2, place === 0 ? 3 : 1]);
    assert.match(told, /record 2 "": it is passed over: expected fields, found /);
  }
});

Deno.test("a list that is not read is told and counted as lost", () => {
  using tree = importTree();
  const former = [{ name: "Cinta", team: "Merah" }];
  const { made, lost, told } = tree.take("members", { members: [AYU, BELA], former });
  assert.deepEqual([made, lost], [2, 1]);
  assert.match(told, /the list "former" with 1 records was not read/);
});

Deno.test("of lists beside one another none is lost unsaid where half of it is broken", () => {
  using tree = importTree();
  const { made, lost, told } = tree.take("members", { gen1: [AYU], gen2: [BELA, { team: "Y" }] });
  assert.deepEqual([made, lost], [2, 1]);
  assert.match(told, /record 3 "": it is passed over: expected some text in "name"/);
});

Deno.test("maps within a record are its own", () => {
  using tree = importTree();
  const account = (site: string) => ({ name: "ayu", url: `https://${site}.example/ayu` });
  const socials = { instagram: account("foto"), tiktok: account("video") };
  const { made, lost, table } = tree.take("members", { ...AYU, socials });
  assert.deepEqual([made, lost], [1, 0], table);
  assert.deepEqual(tree.names("groupa/members"), ["ayu.yaml"]);
});

/** Dumps of invented people, as three services of their own make give them. */
const SERVICES = { "nested_ids.json": [], "day_first.json": ["username", "3"], "table.csv": [] };

for (const [file, lost] of Object.entries(SERVICES)) {
  Deno.test(`all of ${file} is taken over, it is good content, and a second run changes no file`, () => {
    using tree = importTree();
    const dump = Deno.readTextFileSync(new URL(`dumps/${file}`, import.meta.url));
    const done = tree.take("members", dump, "groupa", { dates: "dmy" });
    const fields = lost.map((part) => `socials.${part}`);
    assert.deepEqual([done.made, done.lostFields], [3, fields], done.table);
    assert.equal(formatDiagnostics(compile(tree.root).diagnostics), "");
    assert.deepEqual(tree.take("members", dump, "groupa", { dates: "dmy" }).written, []);
  });
}

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

Deno.test("ids above 2^53 stay as they are, and two of them stay two", () => {
  const [one, other] = ["1234567890123456789", "1234567890123456790"];
  const show = (id: string) => `{"id":${id},"title":"Pagi","date":"2026-05-08"}`;
  const cell =
    `id,title,date,seitansai\n${one},Pagi,2026-05-08,"[{""name"":""Aya"",""id"":${other}}]"`;
  for (const dump of [`[${show(one)},${show(other)}]`, `${show(one)}\n${show(other)}`, cell]) {
    using tree = importTree();
    tree.take("theater", dump);
    const texts = tree.names("groupa/shows").map((name) => tree.text(`groupa/shows/${name}`));
    for (const id of [one, other]) assert.match(texts.join(""), new RegExp(`id: "${id}"`));
  }
});

Deno.test("UTF-16 with its mark is read, and other encodings are refused with the remedy", () => {
  const text = "name,team\nÉlo,Merah\n";
  const units = Uint16Array.from(`\uFEFF${text}`, (sign) => sign.charCodeAt(0));
  const little = new Uint8Array(units.buffer);
  const big = little.map((_, place) => little[place ^ 1]!);
  for (const bytes of [little, big, new TextEncoder().encode(`\uFEFF${text}`)]) {
    assert.equal(decodeDump(bytes), text);
  }
  const windows = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  assert.throws(() => decodeDump(windows), /not UTF-8; save it again as "CSV UTF-8".*iconv -f WIN/);
});

Deno.test("tables come back: what a spreadsheet would run, signs in quotes, columns of one name", () => {
  using tree = importTree();
  const dump = '"name;x";hobby;note;note\nAyu;"\'=1+1";a;b\n"Be;""la""";"a\nb";;;;c\n';
  const { table } = tree.take("members", dump, "groupa", { map: { "name;x": "name" } });
  assert.match(tree.text("groupa/members/ayu.yaml"), /^hobby: =1\+1$/m);
  assert.match(
    tree.text("groupa/members/be-la.yaml"),
    /^name: Be;"la"\nhobby: \|-\n {2}a\n {2}b$/m,
  );
  for (const lost of ["note", "note \\(4\\)", "column 6"]) {
    assert.match(table, new RegExp(`^ {2}${lost} +\\(none\\) +0 +1 `, "m"));
  }
});
