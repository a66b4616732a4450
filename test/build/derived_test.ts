import { zodiacOf } from "../../build/derive/zodiac.ts";
import { compileTree } from "./compiled_tree.ts";
import { type TreeFiles } from "./content_tree.ts";
import assert from "node:assert/strict";

/** The member of a tree in which she is written so, at an instant. */
function memberWith(text: string, now = "2026-06-01T00:00:00Z") {
  const tree = compileTree({ "groupa/members/citra-dewi.yaml": `name: Citra Dewi\n${text}` });
  return tree.items("members", now).find(({ id }) => id === "citra-dewi");
}

function memberDetail(text: string) {
  const tree = compileTree({ "groupa/members/citra-dewi.yaml": `name: Citra Dewi\n${text}` });
  const row = tree.group.table("members").find(({ id }) => id === "citra-dewi")!;
  return tree.detail(row, row.more);
}

function showWith(text: string, now: string) {
  const tree = compileTree({ "groupa/shows/2026-08-01-a.yaml": `title: A\n${text}` });
  return tree.items("shows", now).find(({ id }) => id === "2026-08-01-a");
}

Deno.test("the zodiac follows the birth date by its days", () => {
  const signs = {
    ...{ "2008-01-19": "Capricorn", "2008-01-20": "Aquarius", "2008-02-29": "Pisces" },
    ...{ "2008-03-20": "Pisces", "2008-03-21": "Aries", "2008-06-20": "Gemini" },
    ...{ "2008-11-22": "Sagittarius", "2008-12-21": "Sagittarius", "2008-12-22": "Capricorn" },
  };
  for (const [day, sign] of Object.entries(signs)) assert.equal(zodiacOf(day), sign);
});

const BEFORE_MAY = "2026-04-30T16:59:59.999Z";
const MAY = "2026-04-30T17:00:00Z";

/** What a member's file says, at an instant, and what her item or detail says then. */
const SAID: readonly (readonly [text: string, item: object, now?: string])[] = [
  ["room_id: 5\n", { sr_exists: true }],
  ["room_id: 5\nsr_exists: false\n", { sr_exists: false }],
  ["sr_exists: true\n", { sr_exists: true }],
  ["", { sr_exists: undefined, nickname: undefined, fullname: "Citra Dewi", zodiac: undefined }],
  ["nicknames: [Cici, Citra]\n", { nickname: "Cici", nicknames: ["Cici", "Citra"] }],
  ["height: 158\n", { height: "158 cm" }],
  ['height: "158cm"\n', { height: "158cm" }],
  ['height: "158"\n', { height: "158 cm" }],
  ["birth_date: 2008-01-19\n", { zodiac: "Capricorn" }],
  ["birth_date: 2008-01-19\nzodiac: Naga\n", { zodiac: "Naga" }],
  // A graduation to come leaves her as she is until its day begins in the zone.
  [
    "status: trainee\ngraduated: 2026-05-01\n",
    { status: "trainee", is_graduate: false },
    BEFORE_MAY,
  ],
  ["status: trainee\ngraduated: 2026-05-01\n", { status: "graduated", is_graduate: true }, MAY],
  ["status: graduated\ngraduated: 2026-05-01\n", { status: "active" }, BEFORE_MAY],
  ["status: graduated\ngraduated: 2026-05-01\n", { status: "graduated" }, MAY],
  ["status: graduated\n", { status: "graduated" }, "2000-01-01T00:00:00Z"],
];

Deno.test("what a member's file says decides what is said of her, at each instant", () => {
  for (const [text, expected, now] of SAID) {
    const item = { ...memberDetail(text), ...memberWith(text, now) };
    const said = Object.fromEntries(Object.keys(expected).map((name) => [name, item[name]]));
    assert.deepEqual(said, expected, `${text} ${now}`);
  }
});

Deno.test("of a member, texts that are always there are empty when unknown, and others are not there", () => {
  assert.deepEqual(memberWith(""), {
    name: "Citra Dewi",
    img: "",
    generation: "",
    status: "active",
    is_graduate: false,
    id: "citra-dewi",
    url_key: "citra-dewi",
    url: "citra-dewi",
    nicknames: [],
    img_alt: "",
    group: "groupa",
    socials: [],
  });
});

Deno.test("members stand by name in the order of the group's language", () => {
  const tree = compileTree({
    "groupa/group.yaml": "name: A\nfamily: bare\nlanguage: sv\n",
    "groupa/members/a.yaml": "name: Örjan\n",
    "groupa/members/b.yaml": "name: Zelda\n",
    "groupa/members/c.yaml": "name: anita\n",
  });
  const names = tree.items("members").map(({ name }) => name);
  assert.deepEqual(names, ["anita", "Aya Putri", "Bela Sari", "Zelda", "Örjan"]);
});

Deno.test("a show is over when it starts on the zone's clock, and without a time in its day's last second", () => {
  const cases = [
    ["", "2026-08-01T16:59:58.999Z", "2026-08-01T23:59:59+07:00", true],
    ["", "2026-08-01T16:59:59Z", "2026-08-01T23:59:59+07:00", false],
    ['time: "19:00"\n', "2026-08-01T11:59:59.999Z", "2026-08-01T19:00:00+07:00", true],
    ['time: "19:00"\n', "2026-08-01T12:00:00Z", "2026-08-01T19:00:00+07:00", false],
    // A time without its first zero is answered with it.
    ["time: 9:00\n", "2026-08-01T12:00:00Z", "2026-08-01T09:00:00+07:00", false],
  ] as const;
  for (const [time, now, start, isUpcoming] of cases) {
    const show = showWith(`date: 2026-08-01\n${time}`, now);
    assert.deepEqual([show.start_at, show.is_upcoming], [start, isUpcoming], now);
    assert.equal(show.time, time === "" ? "" : show.start_at.slice(11, 16));
  }
});

Deno.test("a draft is in no table, and what is to be published is not there before its instant", () => {
  const tree = compileTree({
    "groupa/shows/2026-08-01-a.yaml": "title: A\ndate: 2026-08-01\ndraft: true\n",
    "groupa/shows/2026-08-02-b.yaml":
      "title: B\ndate: 2026-08-02\npublish_at: 2026-07-01T09:00:00+07:00\n",
    "groupa/shows/2026-08-03-c.yaml":
      "title: C\ndate: 2026-08-03\npublish_at: 2026-09-01T09:00:00+07:00\n",
  });
  const titles = (now: string) => tree.items("shows", now).map(({ title }) => title);
  assert.deepEqual(titles("2026-07-01T01:59:59.999Z"), ["Jendela Pagi"]);
  assert.deepEqual(titles("2026-07-01T02:00:00Z"), ["B", "Jendela Pagi"]);
  assert.deepEqual(titles("2026-09-01T02:00:00Z"), ["C", "B", "Jendela Pagi"]);
  assert.equal(tree.items("shows", "2026-09-01T02:00:00Z")[0].is_upcoming, false);
});

Deno.test("a session that ends at or before its start goes on into the next day", () => {
  const session = (end: string) => {
    const tree = compileTree({
      "groupa/videocalls/2026-05-08.yaml":
        `date: 9999-12-31\nsessions:\n  - session: A\n    start_time: "23:30"\n    end_time: "${end}"\n`,
    });
    return tree.group.table("videocalls")[0]!.sessions[0]!.turns;
  };
  const [, start, end] = session("00:30");
  assert.equal(end - start, 3_600_000);
  assert.equal(session("23:30")[2] - start, 86_400_000);
  assert.equal(session("23:45")[2] - start, 900_000);
});

/** The names that a show with this line-up ends up with, and the slugs of those who are members. */
function lineUp(names: readonly string[], files: TreeFiles = {}) {
  const list = names.map((name) => `  - ${name}\n`).join("");
  const tree = compileTree({
    ...files,
    "groupa/shows/2026-08-01-peluit.yaml": `title: Peluit\ndate: 2026-08-01\nmembers:\n${list}`,
  });
  const row = tree.group.table("shows").find(({ id }) => id === "2026-08-01-peluit")!;
  return {
    names: tree.detail(row).members,
    slugs: row.members,
    lineup: tree.detail(row, row.extra, row.more).lineup,
    warnings: tree.warnings,
  };
}

const NAMED: readonly (readonly [why: string, names: string[], slugs: string[], TreeFiles?])[] = [
  ["a slug, a name or a nickname, in any case", ["bela-sari"], ["bela-sari"]],
  ["", ["Bela Sari"], ["bela-sari"]],
  ["", ["Lala"], ["bela-sari"]],
  ["", ["BELA SARI"], ["bela-sari"]],
  ["", ["Béla  sari"], ["bela-sari"]],
  ["a former slug", ["citra"], ["citra-dewi"], {
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\nformer_slugs: [citra]\n",
  }],
  ["a slug beats a full name, and that a nickname", ["Lala", "Nana", "Nadia"], ["lala", "nana-2"], {
    "groupa/members/lala.yaml": "name: Nadia\nnicknames: [Nana]\n",
    "groupa/members/nana-2.yaml": "name: Nana\nnicknames: [Lala]\n",
    "groupa/members/nana-3.yaml": "name: Wulan\nnicknames: [Nadia]\n",
  }],
  ["her name and her nickname are one", ["Citra", "Cici"], ["citra"], {
    "groupa/members/citra.yaml": "name: Citra\nnicknames: [Citra, citra, Cici]\n",
  }],
  ["of two groups, the one of this group", ["Lala"], ["bela-sari"], {
    "groupb/group.yaml": "name: B\nfamily: wrapped\n",
    "groupb/members/lala-b.yaml": "name: Laila\nnicknames: [Lala]\n",
  }],
  ["a draft member is nobody yet", ["Citra Dewi"], [], {
    "groupa/members/citra-dewi.yaml": "name: Citra Dewi\ndraft: true\n",
  }],
  ["nobody of another group", ["Dina"], [], {
    "groupb/group.yaml": "name: B\nfamily: wrapped\n",
    "groupb/members/dina-b.yaml": "name: Dina\n",
  }],
];

Deno.test("a line-up names members by slug, name and nickname, in their own group", () => {
  for (const [why, names, slugs, files] of NAMED) {
    const found = lineUp(names, files);
    assert.deepEqual(found.slugs, slugs, why);
    if (slugs.length > 0) continue;
    assert.match(found.warnings[0]!, /stays as a guest/);
  }
});

Deno.test("a guest keeps the name as it is written and has neither id nor address", () => {
  const { names, lineup } = lineUp(["Kang Dodi (tamu)", "Aya"]);
  assert.deepEqual(names, ["Kang Dodi (tamu)", "Aya Putri"]);
  assert.deepEqual(lineup, [
    { name: "Kang Dodi (tamu)" },
    { id: "aya-putri", name: "Aya Putri", url_key: "aya-putri" },
  ]);
});

Deno.test("celebrations and credits are looked up like line-ups", () => {
  const tree = compileTree({
    "groupa/shows/2026-08-01-peluit.yaml":
      "title: Peluit\ndate: 2026-08-01\nseitansai: [lala, { member: Aya, id: 17 }]\ngraduation: [Tamu]\n",
    "groupa/releases/surat.yaml":
      "title: Surat\ntype: single\ntracks:\n  - { title: Surat, members: [lala, Tamu] }\n",
    "groupa/videocalls/2026-05-08.yaml":
      'date: 2026-05-08\nsessions:\n  - { session: Sesi 1, start_time: "16:30", members: [lala] }\n',
    "groupa/events/2026-02-22-jabat-tangan.yaml": "title: J\ndate: 2026-02-22\nmembers: [lala]\n",
  });
  const show = tree.group.table("shows").find(({ id }) => id === "2026-08-01-peluit")!;
  const detail = tree.detail(show, show.extra, show.more);
  assert.deepEqual(detail.seitansai, [
    { id: "bela-sari", name: "Bela Sari", url_key: "bela-sari" },
    { id: 17, name: "Aya Putri", url_key: "aya-putri" },
  ]);
  assert.deepEqual(detail.graduation, [{ name: "Tamu" }]);
  assert.deepEqual(tree.items("releases")[0].tracks[0].members, ["Bela Sari", "Tamu"]);
  assert.deepEqual(tree.items("events")[0].members, ["Bela Sari"]);
  const [session] = tree.group.table("videocalls")[0]!.sessions;
  assert.deepEqual(session!.members, ["bela sari", "bela", "lala"]);
});

Deno.test("a setlist is found in any case, and an unknown one stays as it is written", () => {
  const tree = compileTree({
    "groupa/shows/2026-08-01-a.yaml": "setlist: JENDELA PAGI\ndate: 2026-08-01\n",
    "groupa/shows/2026-08-02-b.yaml": "setlist: Malam\ndate: 2026-08-02\n",
  });
  const details = ["2026-08-01-a", "2026-08-02-b"].map((id) => {
    const row = tree.group.table("shows").find((show) => show.id === id)!;
    return tree.detail(row, row.more, row.songs);
  });
  assert.deepEqual(details.map(({ setlist_detail }) => setlist_detail), [
    { name: "Jendela Pagi", songs: ["Peluit", "Karcis"] },
    { name: "Malam", songs: [] },
  ]);
  assert.deepEqual(details.map(({ title }) => title), ["JENDELA PAGI", "Malam"]);
  assert.deepEqual(tree.warnings, [
    'No setlist is called "Malam": correct the name, or add it with deno task new setlist',
  ]);
});
