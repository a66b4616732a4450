import { ASKED } from "./asked.ts";
import assert from "node:assert/strict";
import { parse } from "yaml";
import { SITES } from "../../../build/addons/import/kinds/links.ts";
import { DUMP_FIELDS } from "../../../build/words/field_words.ts";
import { memberFile } from "../../../build/schema/content/member.ts";
import { importTree } from "./import_tree.ts";

/** What becomes of fields of a member beside her name; all of them have to be taken over. */
function takenOver(fields: object): Record<string, unknown> {
  using tree = importTree();
  const { lost, table } = tree.take("members", [{ name: "Contoh", ...fields }]);
  assert.equal(lost, 0, table);
  const { name: _, ...rest } = parse(tree.text("groupa/members/contoh.yaml"));
  return rest;
}

const SPELLINGS: [theirs: object, ours: object][] = [
  [{ nickname: ["Conca", "Toto"] }, { nicknames: ["Conca", "Toto"] }],
  [{ nicknames: "Conca, Toto" }, { nicknames: ["Conca", "Toto"] }],
  [{ nickname: "Conca", nicknames: ["Conca", "Toto"] }, { nicknames: ["Conca", "Toto"] }],
  [{ hobby: ["menari", "membaca"] }, { hobby: "menari, membaca" }],
  [{ blood_type: ["O"] }, { blood_type: "O" }],
  [{ generation: { id: 3, name: "Generasi 3" } }, { generation: "Generasi 3" }],
  [{ img: { url: "https://img.example/a b.jpg" } }, { img: "https://img.example/a%20b.jpg" }],
  [{ img: ["https://img.example/a.jpg"] }, { img: "https://img.example/a.jpg" }],
  [{ height: "165cm" }, { height: 165 }],
  [{ height: "165 CM" }, { height: 165 }],
  [{ height: "165" }, { height: 165 }],
  [{ height: "1,65 m" }, { height: 165 }],
  [{ height: "１６５ｃｍ" }, { height: 165 }],
  [{ height: { value: 165, unit: "cm" } }, { height: 165 }],
  [{ room_id: "410001" }, { room_id: 410001 }],
  [{ room_id: [410001] }, { room_id: 410001 }],
  [{ birth_date: ["26/08/2006"] }, { birth_date: "2006-08-26" }],
  [{ is_graduate: [true] }, { status: "graduated" }],
  [{ is_graduate: "yes" }, { status: "graduated" }],
  [{ graduated: true }, { status: "graduated" }],
  [{ status: "Alumni" }, { status: "graduated" }],
  [{ birth_date: { $date: "2006-08-26T00:00:00Z" } }, { birth_date: "2006-08-26" }],
  [{ birth_date: "0000-00-00" }, {}],
  [{ birth_date: "--03-03" }, { birth_date: "--03-03" }],
  [{ birthday: "3 Maret" }, { birth_date: "--03-03" }],
  [{ birthday: "March 3rd" }, { birth_date: "--03-03" }],
  [{ birthday: "3月3日" }, { birth_date: "--03-03" }],
  [{ birthday: "0000-02-29" }, { birth_date: "--02-29" }],
  [{ birthday: "2006-08-26" }, { birth_date: "2006-08-26" }],
  [{ birth_day: "26 Agustus 2006" }, { birth_date: "2006-08-26" }],
  [{ birth_date: "2006-08-26", birthday: "08-26" }, { birth_date: "2006-08-26" }],
  [{ profile: { birthday: "2006-08-26" } }, { birth_date: "2006-08-26" }],
  [{ shows_before: 61 }, { shows_before: { total: 61 } }],
  [{ shows_before: { total: "0", by_setlist: [] } }, { shows_before: { total: 0 } }],
  [{ shows_before: { total: 61, as_of: "31/12/2024" } }, {
    shows_before: { total: 61, as_of: "2024-12-31" },
  }],
  [{ socials: { instagram: "https://foto.example/c" } }, social("Instagram", "foto.example/c")],
  [{ socials: { Instagram: { url: "foto.example/c" } } }, social("Instagram", "foto.example/c")],
  [{ socials: { lemon8: ["https://l.example/c"] } }, social("Lemon8", "l.example/c")],
  [{ socials: ["https://www.foto.example/c"] }, social("Foto", "www.foto.example/c")],
  [{ socials: [{ platform: "X", link: "https://x.example/c" }] }, social("X", "x.example/c")],
  [{ socials: "https://foto.example/c" }, social("Foto", "foto.example/c")],
  [{ instagram: "https://foto.example/c" }, social("Instagram", "foto.example/c")],
];

function social(title: string, address: string) {
  return { socials: [{ title, url: `https://${address}` }] };
}

for (const [theirs, ours] of SPELLINGS) {
  Deno.test(`a member's ${JSON.stringify(theirs)} is taken over`, () => {
    assert.deepEqual(takenOver(theirs), ours);
  });
}

Deno.test("a user's name on a known site becomes an address, on an unknown site it is lost", () => {
  const url = `${SITES["instagram"]!.address}contoh`;
  assert.deepEqual(takenOver({ instagram: "@contoh" }), { socials: [{ title: "Instagram", url }] });
  using tree = importTree();
  const { table, lost } = tree.take("members", [{ name: "Contoh", socials: { lemon8: "@c" } }]);
  assert.equal(lost, 1);
  assert.match(table, /^ {2}socials +socials +0 +1 +#1 \{"lemon8":"@c"\}$/m);
});

/** A value for each field of a member that any name of it has to bring over. */
const VALUES: Readonly<Record<string, unknown>> = {
  fullname: "Contoh Lengkap",
  name_native: "見本 例",
  name_reading: "みほん れい",
  nicknames: ["Conca"],
  generation: "Generasi 3",
  status: "trainee",
  team: "Merah",
  img: "https://img.example/a.jpg",
  img_alt: "https://img.example/b.jpg",
  birth_date: "2006-08-26",
  birthplace: "Malang",
  blood_type: "O",
  zodiac: "Leo",
  height: 165,
  hobby: "menari",
  description: "Kapten.",
  jikosokai: "Halo!",
  joined: "2024-01-20",
  graduated: "2027-03-27",
  history: [{ from: "2024-01-20", team: "Merah" }],
  idn_username: "contoh",
  room_id: 410001,
  showroom_url_key: "contoh",
  sr_exists: true,
  youtube: "UCcontoh",
  socials: [{ title: "Foto", url: "https://foto.example/c" }],
  shows_before: {
    total: 61,
    by_setlist: [{ setlist: "Jendela Pagi", count: 48 }],
    as_of: "2024-12-31",
  },
};

Deno.test("every name that the table has for a member's field is that field", () => {
  assert.deepEqual(
    Object.keys(memberFile.shape).filter((field) => !(field in VALUES)),
    ["name", "former_slugs", "draft", "publish_at"],
  );
  // All fields at once, by the names in one place of each field's list: one that a field does not
  // have by this name is missing. A key of a showroom says itself that it exists.
  const { sr_exists, ...others } = VALUES;
  for (const values of [others, { sr_exists }]) {
    const fields = Object.entries(values).map(([field, value]) => {
      const names = [field, ...DUMP_FIELDS["members"]![field]!.split(" ")].filter(Boolean);
      return { names, value };
    });
    for (let place = 0; place < Math.max(...fields.map(({ names }) => names.length)); place++) {
      const theirs = fields.map(({ names, value }) => [names[place % names.length]!, value]);
      assert.deepEqual(takenOver(Object.fromEntries(theirs)), values, JSON.stringify(theirs));
    }
  }
});

Deno.test("further facts beside the one that is taken are lost, and the table says so", () => {
  using tree = importTree();
  const { table, lost } = tree.take("members", [{
    name: "Contoh",
    generation: { name: "Generasi 3", year: 2020 },
    img: ["https://img.example/a.jpg", "https://img.example/b.jpg"],
    image: "https://img.example/c.jpg",
  }]);
  assert.equal(lost, 3, table);
  for (const part of ["generation.year", "img\\[1\\]", "image"]) {
    assert.match(table, new RegExp(`^  ${part} +\\(none\\) +0 +1 `, "m"));
  }
});

Deno.test("a record with a full name and no name is a member", () => {
  using tree = importTree();
  const { made, lost } = tree.take("members", [{ full_name: "Contoh Lengkap" }]);
  assert.deepEqual([made, lost], [1, 0]);
  assert.match(tree.text("groupa/members/contoh-lengkap.yaml"), /^name: Contoh Lengkap\n$/);
});

Deno.test("numbers, UUIDs and object ids are no file names, and find their member again", () => {
  const ids = [17, "17", "5f0c7b1e-3a52-4d1b-9c1e-0a4f6de1b001", "507f1f77bcf86cd799439011"];
  for (const id of ids) {
    for (const field of ["id", "uuid", "_id", "url_key", "slug"]) {
      using tree = importTree();
      const { lost } = tree.take("members", [{ [field]: id, name: "Contoh" }]);
      assert.deepEqual([lost, tree.names("groupa/members")], [0, ["contoh.yaml"]]);
      const renamed = tree.take("members", [{ [field]: id, name: "Contoh Baru" }]);
      assert.deepEqual([renamed.made, renamed.changed], [0, 1]);
    }
  }
});

Deno.test("two people of one name stay two, in a second run and without ids too", () => {
  const pairs = [
    [{ team: "Merah" }, { team: "Biru" }],
    [{ birth_date: "2006-08-26" }, { birth_date: "2007-08-26" }],
    [{ id: "5f0c7b1e-3a52-4d1b-9c1e-0a4f6de1b001" }, {
      id: "5f0c7b1e-3a52-4d1b-9c1e-0a4f6de1b002",
    }],
  ];
  for (const pair of pairs) {
    using tree = importTree();
    const dump = pair.map((fields) => ({ name: "Contoh", ...fields }));
    assert.equal(tree.take("members", dump).made, 2);
    const second = tree.take("members", dump);
    assert.deepEqual([second.written, second.lost, second.told], [[], 0, ""]);
    assert.equal(tree.names("groupa/members").length, 2);
  }
});

Deno.test("somebody of another birth date does not become the member of her name", () => {
  using tree = importTree({
    "groupa/members/contoh.yaml": "name: Contoh\nbirth_date: 2001-01-01\n",
  });
  const { made, changed } = tree.take("members", [{ name: "Contoh", birth_date: "2006-08-26" }]);
  assert.deepEqual([made, changed], [1, 0]);
});

Deno.test("of two records that both may be a file's member neither is, which is told", () => {
  using tree = importTree({ "groupa/members/contoh.yaml": "name: Contoh\n" });
  const { told, written, lost } = tree.take("members", [
    { name: "Contoh", team: "Merah" },
    { name: "Contoh", team: "Biru" },
  ]);
  assert.deepEqual([written, lost], [[], 4]);
  assert.match(told, /record 1 "Contoh": it is passed over: .*give it an id\n {2}also in record 2/);
});

Deno.test("a show whose title is a setlist's name has that setlist", () => {
  using tree = importTree({ "groupa/setlists/jendela-pagi.yaml": "name: Jendela Pagi\n" });
  const dump = [
    { title: "JENDELA PAGI", date: "2026-07-04" },
    { title: "Lain", date: "2026-07-05" },
  ];
  tree.take("theater", dump);
  const text = tree.text("groupa/shows/2026-07-04-jendela-pagi.yaml");
  assert.match(text, /^setlist: Jendela Pagi$/m);
  assert.doesNotMatch(tree.text("groupa/shows/2026-07-05-lain.yaml"), /setlist:/);
  assert.deepEqual(tree.take("theater", dump).written, []);
});

Deno.test("a line-up in one text is several people", () => {
  using tree = importTree({
    "groupa/members/a.yaml": "name: Ayu\n",
    "groupa/members/b.yaml": "name: Bela\n",
  });
  const show = { judul: "Malam", tanggal: "4 Juli 2026 19.00 WIB", anggota: "Ayu, Bela" };
  assert.equal(tree.take("theater", [show]).lost, 0);
  assert.match(
    tree.text("groupa/shows/2026-07-04-malam.yaml"),
    /date: 2026-07-04\ntime: "19:00"\nmembers:\n {2}- Ayu\n {2}- Bela\n$/,
  );
});

Deno.test("an address for everybody is no file name", () => {
  using tree = importTree();
  const dump = ["Ayu", "Bela"].map((name, id) => ({
    name,
    url: `https://www.example/member.php?id=${id}`,
    website: undefined,
  }));
  assert.equal(tree.take("members", dump).made, 2);
  tree.take("members", [{ name: "Cinta", url: "https://www.example/" }]);
  assert.deepEqual(tree.names("groupa/members"), ["ayu.yaml", "bela.yaml", "cinta.yaml"]);
});

Deno.test("a line-up of ids is the members who were imported with them", () => {
  using tree = importTree();
  const ids = ["5f0c7b1e-3a52-4d1b-9c1e-0a4f6de1b001", "5f0c7b1e-3a52-4d1b-9c1e-0a4f6de1b002"];
  tree.take("members", [{ id: ids[0], name: "Ayu" }, { id: ids[1], name: "Bela" }]);
  const show = {
    id: ids[0],
    title: "\u91cc\u5e30\u308a",
    date: "2026-07-04",
    members: [ids[0], { id: ids[1] }],
  };
  const { lost, told } = tree.take("theater", [show]);
  assert.deepEqual([lost, told], [0, ASKED]);
  const [file] = tree.names("groupa/shows");
  assert.equal(file, "2026-07-04.yaml");
  assert.match(tree.text(`groupa/shows/${file}`), /members:\n {2}- ayu\n {2}- bela\n$/);
  const nobody = { title: "Malam", date: "2026-07-05", members: [{ id: "17" }] };
  assert.equal(tree.take("theater", [nobody]).lost, 1);
});

Deno.test("news and releases are not called after UUIDs and numbers either", () => {
  using tree = importTree();
  const id = "5f0c7b1e-3a52-4d1b-9c1e-0a4f6de1b001";
  tree.take("news", [{ id, slug: id, title: "Jadwal", date: "2026-07-04" }]);
  tree.take("releases", [{ id, title: "Surat", type: "single" }, {
    id: 7,
    title: "\u624b\u7d19",
    type: "ep",
  }]);
  assert.deepEqual(tree.names("groupa/news"), ["2026-07-04-jadwal.md"]);
  assert.deepEqual(tree.names("groupa/releases"), ["release.yaml", "surat.yaml"]);
});

Deno.test("what a track says beyond our fields is lost, and the table says so", () => {
  using tree = importTree();
  const tracks = [{ title: "Satu", duration: "3:41", members: [{ name: "Ayu" }] }];
  const { table, lost } = tree.take("releases", [{ title: "Surat", type: "single", tracks }]);
  assert.equal(lost, 1);
  assert.match(table, /^ {2}tracks\.duration +\(none\) +0 +1 +#1 "3:41"$/m);
  assert.match(tree.text("groupa/releases/surat.yaml"), /members:\n +- Ayu\n/);
});
