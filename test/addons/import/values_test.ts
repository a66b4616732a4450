import assert from "node:assert/strict";
import { parse } from "yaml";
import { importTree } from "./import_tree.ts";

Deno.test("fields of other rosters are found by themselves, and no value is lost", () => {
  using tree = importTree();
  const { table, lost } = tree.take("members", [{
    nama_member: "Ayu",
    ava_member: "https://img.example/ayu.jpg",
    kategori: "Trainee X48",
    biodata: { tanggalLahir: "26 Agustus 2006", horoskop: "Virgo" },
    birthday: "26 August 2006",
    introduction_phrase: "Hai",
    join_details_x48: "31 Oktober 2022 (2 tahun, 3 bulan)",
  }]);
  assert.equal(lost, 0, table);
  assert.equal(
    tree.text("groupa/members/ayu.yaml"),
    "name: Ayu\nstatus: trainee\nimg: https://img.example/ayu.jpg\nbirth_date: 2006-08-26\n" +
      "jikosokai: Hai\njoined: 2022-10-31\n",
  );
});

Deno.test("a category that says nothing of a status is lost, and a second birth date names the first", () => {
  using tree = importTree();
  const { table } = tree.take("members", [{
    name: "Ayu",
    kategori: "Vokal",
    biodata: { tanggalLahir: "26 Agustus 2006" },
    birthday: "27 August 2006",
  }]);
  assert.match(table, /^ {2}kategori +\(none\) +0 +1 +#1 "Vokal"$/m);
  assert.match(table, /birthday: is "birth_date" meant\? It has biodata\.tanggalLahir already/);
});

Deno.test("a day with something else behind it than a span of time is no date", () => {
  using tree = importTree();
  const { lost } = tree.take("members", [
    { name: "Ayu", joined: "31 Oktober 2022 (batal)" },
    { name: "Bela", birth_date: "3 Mei 2006 (usia 18 tahun)" },
  ]);
  assert.equal(lost, 1);
  assert.match(tree.text("groupa/members/bela.yaml"), /birth_date: 2006-05-03/);
});

Deno.test("setlists by the names of their songs' lists are read", () => {
  for (
    const dump of [
      { "Jendela Pagi": ["Satu", "Dua"], Malam: ["Tiga"] },
      { data: { "Jendela Pagi": ["Satu", "Dua"], Malam: ["Tiga"] } },
    ]
  ) {
    using tree = importTree();
    const { lost } = tree.take("setlists", dump);
    assert.equal(lost, 0);
    assert.equal(
      tree.text("groupa/setlists/jendela-pagi.yaml"),
      "name: Jendela Pagi\nsongs:\n  - Satu\n  - Dua\n",
    );
    assert.equal(tree.text("groupa/setlists/malam.yaml"), "name: Malam\nsongs:\n  - Tiga\n");
  }
});

/** What a dump says of a graduation, what the file has of it, and how many values are lost. */
const GRADUATIONS: [theirs: object, ours: object, lost: number][] = [
  [nested(true, "2016-06-16"), { status: "graduated", graduated: "2016-06-16" }, 0],
  [{ profile: nested("ya", "16 Juni 2016") }, { status: "graduated", graduated: "2016-06-16" }, 0],
  [nested(true, null), { status: "graduated" }, 0],
  [nested(true, "Mei 2019"), { status: "graduated" }, 1],
  [nested("true", "2019"), { status: "graduated" }, 1],
  [nested(1, "Invalid date"), { status: "graduated" }, 1],
  [nested(true, { year: 2016, month: 6, day: 16 }), {
    status: "graduated",
    graduated: "2016-06-16",
  }, 0],
  [{ graduation: { date: "2016-06-16", song: "Surat" } }, { graduated: "2016-06-16" }, 1],
  [{ graduated: "ya" }, { status: "graduated" }, 0],
  [{ graduated: "1" }, { status: "graduated" }, 0],
  [{ graduated: 1 }, { status: "graduated" }, 0],
  [{ graduated: "true" }, { status: "graduated" }, 0],
  [{ graduated: [true] }, { status: "graduated" }, 0],
  [{ graduated: "Lulus" }, { status: "graduated" }, 0],
  [{ graduated: "Lulus Mei 2019" }, { status: "graduated" }, 1],
  [{ graduated: "Mei 2019" }, { status: "graduated" }, 1],
  [{ graduated: "2019" }, { status: "graduated" }, 1],
  [{ status: "Graduated (Mei 2019)" }, { status: "graduated" }, 1],
  [{ status: "?!", is_graduate: true }, { status: "graduated" }, 1],
  // What says no, or nothing.
  [nested(false, null), {}, 0],
  [nested("tidak", "2016-06-16"), {}, 1],
  [nested(false, "2999-06-16"), { graduated: "2999-06-16" }, 0],
  [{ graduated: "2999" }, {}, 1],
  [{ graduated: "tidak" }, {}, 0],
  [{ graduated: 0 }, {}, 0],
  [{ graduated: "belum" }, {}, 1],
  [{ graduated: "Belum 2019" }, {}, 1],
  [{ graduated: "Invalid date" }, {}, 1],
  [{ graduated: "unknown" }, {}, 0],
  [{ is_graduate: "belum lulus" }, {}, 1],
  [{ is_graduate: false, kategori: "Alumni" }, {}, 1],
  [{ status: "Active until 2019" }, {}, 1],
  [{ status: "Member (lulus)" }, {}, 1],
  // Of two that contradict, one is lost.
  [{ status: "active", is_graduate: true }, { status: "active" }, 1],
  [{ status: "graduated", graduated: false }, { status: "graduated" }, 1],
];

function nested(isGraduated: unknown, graduatedDate: unknown): object {
  return { graduation: { isGraduated, graduatedDate } };
}

for (const [theirs, ours, lost] of GRADUATIONS) {
  Deno.test(`of ${JSON.stringify(theirs)} the file says ${JSON.stringify(ours)}`, () => {
    using tree = importTree();
    const { table, ...done } = tree.take("members", [{ name: "Wulan Sari", ...theirs }]);
    const { name: _, ...rest } = parse(tree.text("groupa/members/wulan-sari.yaml"));
    assert.deepEqual([rest, done.lost], [ours, lost], table);
    for (const row of table.matchAll(/^ {2}\S+ +graduated +([1-9])/gm)) {
      assert.ok("graduated" in ours, row[0]);
    }
  });
}

/** Records of which a part cannot be read, by kind, and that part. */
const UNREAD: [kind: string, record: object, part: string][] = [
  ["members", { name: "Ayu", joined: { date: "2024-01-20", generation: 3 } }, "joined.generation"],
  ["members", { name: "Ayu", nicknames: [{ name: "Yu", reading: "ゆ" }] }, "nicknames.reading"],
  ["theater", { title: "A", date: "2026-01-10T19:00:00+07:00", time: "18:00" }, "date.time"],
  ["theater", { title: "A", date: "2026-01-10", start_at: "2026-01-11T19:00+07:00" }, "start_at"],
  ["theater", { title: "A", date: "2026-01-10", seitansai: ["Ayu", { id: 5 }] }, "seitansai.id"],
  [
    "theater",
    { title: "A", date: "2026-01-10", tickets: [{ type: "VIP", url: "x" }] },
    "tickets.url",
  ],
  ["events", { ...event(), tickets: [{ type: "VIP", price: { idr: 1 } }] }, "tickets.price"],
  [
    "events",
    { ...event(), stream: { url: "https://a.example/x", price: { idr: 1 } } },
    "stream.price",
  ],
  [
    "news",
    { title: "A", date: "2026-01-10", published_at: "2026-01-08T10:00:00Z" },
    "published_at",
  ],
  ["releases", { ...release(), tracks: [{ title: "x", members: [{ q: 1 }] }] }, "tracks.members"],
  [
    "releases",
    { ...release(), tracks: [{ title: "x", original_title: {} }] },
    "tracks.original_title",
  ],
  ["setlists", { name: "A", songs: [{ title: "x", unit: [{ q: 1 }] }] }, "songs.unit"],
  ["birthday", { name: "Ayu", birthday: { date: "2006-08-26", place: "Solo" } }, "birthday.place"],
];

function event() {
  return { title: "A", type: "offair", date: "2026-01-10" };
}

function release() {
  return { title: "A", type: "single" };
}

for (const [kind, record, part] of UNREAD) {
  Deno.test(`of ${kind}, ${part} is lost where it cannot be read`, () => {
    using tree = importTree({ "groupa/members/ayu.yaml": "name: Ayu\n" });
    const { table, lost } = tree.take(kind, [record]);
    assert.equal(lost, 1, table);
    assert.match(table, new RegExp(`^ {2}${part} +\\(none\\) +0 +1 +#1 `, "m"));
  });
}

Deno.test("a number 0, which means unknown, is neither filled nor lost", () => {
  using tree = importTree();
  const { table, lost } = tree.take("members", [{ name: "Ayu", room_id: 0, height: 0 }]);
  assert.equal(lost, 0);
  assert.doesNotMatch(table, /(?:room_id|height).* [01] /);
});
