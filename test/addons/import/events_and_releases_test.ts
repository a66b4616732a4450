import assert from "node:assert/strict";
import { importTree, THEIRS } from "./import_tree.ts";

const ROSTER = { "groupa/members/cathy.yaml": "name: Cathleen Nixie\nnicknames: [Cathy]\n" };

Deno.test("events of both shapes become files", () => {
  using tree = importTree(ROSTER);
  tree.take("events", [
    { title: "Konser", date: "2026-09-16", venue: "Balai", description: "Baris 1\nBaris 2" },
    {
      id: "E-1",
      date: "2026-09-17T03:00:00.000Z",
      label: "/images/icon.cat4.png",
      title: "Jabat Tangan",
      url: "https://groupa.example/e/1",
      type: "handshake",
      members: ["Cathy"],
      state: "scheduled",
      is_upcoming: true,
    },
  ]);
  assert.equal(
    tree.text("groupa/events/2026-09-16-konser.yaml"),
    `title: Konser
date: 2026-09-16
venue: Balai
description: |-
  Baris 1
  Baris 2
`,
  );
  assert.equal(
    tree.text("groupa/events/2026-09-17-jabat-tangan.yaml"),
    `id: E-1
title: Jabat Tangan
type: handshake
date: 2026-09-17
time: "10:00"
label: /images/icon.cat4.png
url: https://groupa.example/e/1
members:
  - Cathy
`,
  );
});

Deno.test("an event is merged by id, then by day and title; its own type and time stay", () => {
  const before = 'title: TV # pagi\ntype: media\ndate: 2026-09-16\ntime: "07:30"\n';
  using tree = importTree({ "groupa/events/tv.yaml": before });
  const dump = [{ id: "tv", title: "tv", date: "2026-09-16T07:30:00+07:00", type: "other" }];
  assert.equal(tree.take("events", dump, "groupa", THEIRS).made, 0);
  assert.equal(tree.text("groupa/events/tv.yaml"), before.replace("TV", "tv"));
  const byName = [{ id: "9", title: "TV", date: "2026-09-16", state: "cancelled" }];
  assert.equal(tree.take("events", byName).made, 0);
  assert.equal(
    tree.text("groupa/events/tv.yaml"),
    `id: 9\n${before}state: cancelled\n`,
  );
});

const RELEASE = {
  id: "S-1",
  title: "Balik Kampung",
  type: "Digital",
  number: 3,
  release_date: "2025-03-20T17:00:00Z",
  cover: "https://img.example/a b.jpg",
  tracks: [
    { number: 1, title: "Balik Kampung", original_title: "里帰り", members: ["Cathy", "Tamu"] },
    { number: 3, title: "B", members: [] },
    "C",
  ],
  links: [{ title: "Listen", url: "https://music.example/1" }],
};

Deno.test("releases become files; tracks are numbered only where counting is not enough", () => {
  using tree = importTree(ROSTER);
  const { told } = tree.take("releases", {
    success: true,
    total: 1,
    data: [RELEASE],
    message: "OK",
  });
  assert.equal(
    tree.text("groupa/releases/s-1.yaml"),
    `id: S-1
title: Balik Kampung
type: digital
number: 3
release_date: 2025-03-21
cover: https://img.example/a%20b.jpg
tracks:
  - title: Balik Kampung
    original_title: 里帰り
    members:
      - Cathy
      - Tamu
  - number: 3
    title: B
  - title: C
links:
  - title: Listen
    url: https://music.example/1
`,
  );
  assert.match(told, /no member is called "Tamu"/);
  assert.deepEqual(tree.take("releases", [RELEASE]).written, []);
});

Deno.test("a release is merged track by track, and what the file says more of a track stays", () => {
  const before = `title: Balik Kampung
type: digital
tracks:
  # utama
  - title: Balik Kampung # lagu pertama
    members: [cathy] # solo
  - title: B
    original_title: ビー
links:
  - { title: Listen, url: https://music.example/old } # lama
  - { title: Buy, url: https://shop.example }
`;
  using tree = importTree({ ...ROSTER, "groupa/releases/balik.yaml": before });
  const { id: _, number: __, release_date: ___, cover: ____, type: _____, ...rest } = RELEASE;
  tree.take(
    "releases",
    [{ ...rest, tracks: RELEASE.tracks.slice(0, 2) }],
    "groupa",
    THEIRS,
  );
  assert.equal(
    tree.text("groupa/releases/balik.yaml"),
    `title: Balik Kampung
type: digital
tracks:
  # utama
  - title: Balik Kampung # lagu pertama
    original_title: 里帰り
    members: [cathy, Tamu] # solo
  - number: 3
    title: B
    original_title: ビー
links:
  - { title: Listen, url: https://music.example/1 } # lama
  - { title: Buy, url: https://shop.example }
`,
  );
});

Deno.test("a new release of an unknown sort is told and passed over", () => {
  using tree = importTree();
  const { told, written, table } = tree.take("releases", [{ title: "A" }, {
    title: "B",
    type: "vinyl",
  }]);
  assert.deepEqual(written, []);
  assert.match(told, /record 1 "A": it is passed over: .*"type"/);
  assert.match(table, / type +type +0 +1 +#2 "vinyl"\n/);
});
