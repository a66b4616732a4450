import assert from "node:assert/strict";
import { parse } from "yaml";
import { importTree } from "./import_tree.ts";

/** What fields beside a name become, and the fields of which something is lost. */
type Row = readonly [theirs: object, ours: object, lost?: string[]];

const social = (title: string, address: string) => ({
  socials: [{ title, url: `https://${address}` }],
});

/** `2026-07`, which is not over. */
const MONTH = Temporal.Now.plainDateISO("Asia/Jakarta").toString().slice(0, 7);

const ROWS: readonly Row[] = [
  [{ nickname: "Conca", nicknames: ["Conca", "Toto"] }, { nicknames: ["Conca", "Toto"] }],
  [{ nicknames: "Conca, Toto" }, { nicknames: ["Conca", "Toto"] }],
  [{ nicknames: [{ name: "Yu", reading: "ゆ" }] }, { nicknames: ["Yu"] }, ["nicknames.reading"]],
  [{ hobby: ["menari", "membaca"] }, { hobby: "menari, membaca" }],
  [{ generation: { id: 3, name: "Gen 3" } }, { generation: "Gen 3" }],
  [{ generation: { name: "Gen 3", year: 2020 } }, { generation: "Gen 3" }, ["generation.year"]],
  [{ img: { url: "https://i.example/a b.jpg" } }, { img: "https://i.example/a%20b.jpg" }],
  [{ img: ["https://i.example/a", "https://i.example/b"] }, { img: "https://i.example/a" }, [
    "img[1]",
  ]],
  [{ img: "https://i.example/a", image: "https://i.example/c" }, { img: "https://i.example/a" }, [
    "image",
  ]],
  [{ height: "165 CM" }, { height: 165 }],
  [{ "Height (cm)": 165 }, { height: 165 }],
  [{ height: "1,65 m" }, { height: 165 }],
  [{ tinggi: "1,65" }, { height: 165 }],
  [{ room_id: "410001" }, { room_id: 410001 }],
  // A number 0 means unknown.
  [{ room_id: 0, height: 0 }, {}],
  [{ birth_date: ["26/08/2006"] }, { birth_date: "2006-08-26" }],
  [{ birth_date: "2007-08-31T17:00:00.000Z" }, { birth_date: "2007-09-01" }],
  [{ birth_date: "March 10, 2025" }, { birth_date: "2025-03-10" }],
  [{ birth_date: { $date: "2006-08-26T00:00:00Z" } }, { birth_date: "2006-08-26" }],
  [{ birth_date: "0000-00-00" }, {}],
  [{ birth_date: "31/02/2005" }, {}, ["birth_date"]],
  [{ birthday: "3 Maret" }, { birth_date: "--03-03" }],
  [{ birthday: "03-04" }, { birth_date: "--03-04" }],
  [{ tanggal_lahir: "26-08" }, { birth_date: "--08-26" }],
  [{ birth_date: "--13-04" }, {}, ["birth_date"]],
  [{ birthdate: "0000-03-04" }, { birth_date: "--03-04" }],
  [{ birthdate: "0000-03-04 00:00:00" }, { birth_date: "--03-04" }],
  [{ birth_date: "2006-08-26", birthday: "08-26" }, { birth_date: "2006-08-26" }],
  [{ birth_date: "2006-08-26", birthday: "08-27" }, { birth_date: "2006-08-26" }, ["birthday"]],
  [{ profile: { birthDate: "2006-08-26" } }, { birth_date: "2006-08-26" }],
  [{ joined: { date: "2024-01-20", generation: 3 } }, { joined: "2024-01-20" }, [
    "joined.generation",
  ]],
  [{ joined: "31 Oktober 2022 (2 tahun, 3 bulan)" }, { joined: "2022-10-31" }],
  [{ joined: "31 Oktober 2022 (batal)" }, {}, ["joined"]],
  [{ is_graduate: "yes" }, { status: "graduated" }],
  [{ graduated: true }, { status: "graduated" }],
  [{ status: "Alumni" }, { status: "graduated" }],
  [{ graduated: "Mei 2019" }, { status: "graduated" }, ["graduated.day"]],
  [{ graduated: "2019-05" }, { status: "graduated" }, ["graduated.day"]],
  [{ graduated: "2019" }, { status: "graduated" }, ["graduated.day"]],
  [{ graduated: "2999" }, {}, ["graduated"]],
  [{ graduated: MONTH.slice(0, 4) }, {}, ["graduated"]],
  [{ graduated: MONTH }, {}, ["graduated"]],
  [{ graduated: "Invalid date" }, {}, ["graduated"]],
  [{ status: "manager" }, {}, ["status"]],
  [{ status: "active", is_graduate: true }, { status: "active" }, ["is_graduate"]],
  // A day says more than a flag, which may be older than the day.
  [{ is_graduate: false, graduated: "2026-06-16" }, { graduated: "2026-06-16" }],
  [{ graduation: { isGraduated: true, graduatedDate: "16 Juni 2016" } }, {
    status: "graduated",
    graduated: "2016-06-16",
  }],
  [{ firstName: "Ayu", lastName: "Lestari" }, { fullname: "Ayu Lestari" }],
  [{ firstNameKana: "れい", lastNameKana: "みほん" }, { name_reading: "みほん れい" }],
  [{ shows_before: 61 }, { shows_before: { total: 61 } }],
  [{ shows_before: { total: 61, as_of: "besok" } }, { shows_before: { total: 61 } }, [
    "shows_before.as_of",
  ]],
  [
    { history: [{ from: "1 Februari 2024", role: "Kapten", to: null }, { team: "Senja" }] },
    { history: [{ from: "2024-02-01", role: "Kapten" }] },
    ["history.2"],
  ],
  [
    { history: [{ since: "2024-02-01", team: "Pagi", position: "Kapten", code: "K" }] },
    { history: [{ from: "2024-02-01", team: "Pagi", role: "Kapten" }] },
    ["history.code"],
  ],
  [
    { history: [{ from: "2024-02-01", position: "Wakil", role: "Kapten", id: 7 }] },
    { history: [{ from: "2024-02-01", role: "Kapten" }] },
    ["history.position"],
  ],
  [
    { history: [{ from: "2024-02-01", team: "J", position: 1, sampai: "2024-05-31" }] },
    { history: [{ from: "2024-02-01", team: "J" }] },
    ["history.position", "history.sampai"],
  ],
  [{ socials: { Lemon8: ["https://l.example/c"] } }, social("Lemon8", "l.example/c")],
  [{ socials: ["https://www.foto.example/c"] }, social("foto", "www.foto.example/c")],
  [{ socials: [{ platform: "X", link: "https://x.example/c" }] }, social("X", "x.example/c")],
  [{ instagram: "https://foto.example/c" }, social("Instagram", "foto.example/c")],
  [
    { instagram: "https://foto.example/c", socials: social("Instagram", "foto.example/d").socials },
    {
      socials: ["d", "c"].flatMap((user) => social("Instagram", `foto.example/${user}`).socials),
    },
  ],
  [{ instagram: "https://foto.example/c", ...social("Instagram", "foto.example/c") }, {
    ...social("Instagram", "foto.example/c"),
  }],
  [{ instagram: "@contoh" }, {}, ["instagram"]],
  [{ socials: { lemon8: "@c" } }, {}, ["socials.1"]],
  [{ fanbase: "x", shoe_size: null, created_at: "2024-01-01" }, {}, ["fanbase"]],
];

for (const [theirs, ours, lost = []] of ROWS) {
  Deno.test(`a member's ${JSON.stringify(theirs)} is ${JSON.stringify(ours)}`, () => {
    using tree = importTree();
    const dump = [{ name: "Contoh", ...theirs }];
    const done = tree.take("members", dump);
    assert.deepEqual(done.lostFields, lost, done.table);
    const { name, ...rest } = parse(tree.text("groupa/members/contoh.yaml"));
    assert.deepEqual([name, rest], ["Contoh", ours]);
    assert.deepEqual(tree.take("members", dump).written, []);
  });
}

/** What a record is known by, and its file. */
const NAMES: [record: object, slug: string, name: string][] = [
  [{ name: "Feni Larasati", url: "feni" }, "feni", "Feni Larasati"],
  [{ name: "Éloïse O'Hara" }, "eloise-ohara", "Éloïse O'Hara"],
  [{ name: "Kana", url: "https://a.example/member/Kana_01/?x=1" }, "kana_01", "Kana"],
  [{ name: "Ayu", url: "https://a.example/member.php?id=1" }, "ayu", "Ayu"],
  [{ name: "Cinta", url: "https://a.example/" }, "cinta", "Cinta"],
  [{ full_name: "Contoh Lengkap" }, "contoh-lengkap", "Contoh Lengkap"],
  [{ name: { first: "Ayu", last: "Lestari" } }, "ayu-lestari", "Ayu Lestari"],
  [{ id: "somebody", lastName: "見本", firstName: "例" }, "somebody", "見本 例"],
  ...[17, "17", "5f0c7b1e-3a52-4d1b-9c1e-0a4f6de1b001", "507f1f77bcf86cd799439011"].flatMap((id) =>
    ["id", "_id", "slug"].map((
      field,
    ): [object, string, string] => [{ [field]: id, name: "Contoh" }, "contoh", "Contoh"])
  ),
];

for (const [record, slug, name] of NAMES) {
  Deno.test(`the file of ${JSON.stringify(record)} is ${slug}, and found again`, () => {
    using tree = importTree();
    assert.equal(tree.take("members", [record]).lost, 0);
    assert.deepEqual(tree.names("groupa/members"), [`${slug}.yaml`]);
    assert.equal(parse(tree.text(`groupa/members/${slug}.yaml`)).name, name);
    const again = tree.take("members", [{ ...record, team: "Merah" }]);
    assert.deepEqual([again.made, again.changed], [0, 1]);
  });
}

Deno.test("a member is merged by address, comments and order kept, and only what differs changed", () => {
  const before = `# Kapten
status: trainee  # sejak 2024
name: Feni Larasati

# panggilan
nicknames: [ Feni, Penyu ]   # yang biasa dulu
img: "https://img.example/old.jpg" # lama
hobby: >-
  menari
  dan membaca
height: 156
# akhir
`;
  using tree = importTree({ "groupa/members/feni.yaml": before });
  const record = {
    ...{ name: "Feni Larasati", url: "feni", nicknames: ["feni", "Mpen"], status: "active" },
    ...{ img: "https://img.example/new.jpg", hobby: "menari dan membaca", team: "passion" },
    // Other spellings of the same, and what is unknown, change nothing.
    ...{ height: "1.56 m", birth_date: "", generation: null, socials: [null], blood_type: " " },
  };
  const { told, changed, made } = tree.take("members", [record], "groupa", { prefersTheirs: true });
  assert.equal(
    tree.text("groupa/members/feni.yaml"),
    before.replace("trainee ", "active").replace("[ Feni, Penyu ]  ", "[ Feni, Penyu, Mpen ]")
      .replace("old.jpg", "new.jpg").replace("sejak 2024\n", "sejak 2024\nteam: passion\n"),
  );
  assert.deepEqual([told, changed, made], ["", 1, 0]);
});

Deno.test("an address comes before a name; a name has to be of one on each side, and of one birth date", () => {
  using tree = importTree({
    "groupa/members/amanda.yaml": "name: Amanda\n",
    "groupa/members/amanda-wong.yaml": "name: Amanda Wong\n",
    "groupa/members/bela.yaml": "name: Bela\nbirth_date: 2001-01-01\n",
    "groupa/members/cinta-lama.yaml": "name: Cinta\n",
    "groupa/members/dewi.yaml": "name: Dewi\n",
    "groupb/group.yaml": "name: B\nfamily: wrapped\n",
    "groupb/members/manda.yaml": "name: Manda Baru\nformer_slugs: [mand]\n",
  });
  const { told } = tree.take("members", [
    { name: "Amanda", url: "amanda-wong", team: "x" },
    { name: "Amanda", url: "amanda-baru", team: "y" },
    { name: "Amanda", url: "amanda", team: "z" },
    { name: "Bela", birth_date: "2006-08-26" },
    { name: "CÍNTA ", url: "cinta", team: "c" },
    { name: "Dewi", team: "Merah" },
    { name: "Dewi", team: "Biru" },
    { name: "Mand", url: "mand" },
  ]);
  const team = (slug: string) => /team: (.)/.exec(tree.text(`groupa/members/${slug}.yaml`))?.[1];
  assert.deepEqual(
    ["amanda-wong", "amanda-baru", "amanda", "cinta-lama", "dewi"].map(team),
    ["x", "y", "z", "c", undefined],
  );
  assert.deepEqual(tree.names("groupa/members").filter((name) => /bela|manda?-g/.test(name)), [
    "bela-groupa.yaml",
    "bela.yaml",
    "mand-groupa.yaml",
  ]);
  assert.match(told, /record 6 "Dewi": it is passed over: .*give it an id\n {2}also in record 7/);
  assert.match(told, /her address is "mand-groupa": somebody else has "mand"/);
});

Deno.test("two people of one name stay two; one person twice is one, of whom the later record is right", () => {
  const pairs = [["id", 1, 60], ["born", "2006-08-26", "2007-08-26"]] as const;
  for (const [field, one, other] of pairs) {
    using tree = importTree();
    const dump = [{ name: "Contoh", [field]: one }, { name: "Contoh", [field]: other }];
    assert.equal(tree.take("members", dump).made, 2);
    const { written, told } = tree.take("members", dump);
    // Files hold no id of theirs, so that only birth dates tell two of one name apart.
    assert.deepEqual([written, told === ""], [[], field === "born"]);
  }
  using tree = importTree();
  const feni = { name: "Feni", url: "feni", team: "dream" };
  assert.equal(tree.take("members", [feni, feni]).lost, 0);
  const { lost, table } = tree.take("members", [feni, { ...feni, team: "love", hobby: "tidur" }]);
  assert.match(table, /team: a later record of the same says something else/);
  assert.equal(lost, 1);
  assert.equal(tree.text("groupa/members/feni.yaml"), "name: Feni\nteam: love\nhobby: tidur\n");
});
