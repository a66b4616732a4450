import { ASKED } from "./asked.ts";
import assert from "node:assert/strict";
import { importTree, THEIRS } from "./import_tree.ts";

const ROSTER = {
  "groupa/members/cathy.yaml": "name: Cathleen Nixie\nnicknames: [Cathy]\n",
  "groupa/members/christy.yaml": "name: Angelina Christy\nnicknames: [Angel, Toya]\n",
  "groupa/members/angela.yaml": "name: Angela Putri\nnicknames: [Angel]\n",
  "groupa/setlists/pajama-drive.yaml": "name: Pajama Drive\n",
};

const SHOW = {
  id: "2945",
  title: "Pajama Drive",
  setlist: "Pajama Drive",
  date: "2025-05-31",
  time: "19:00",
  venue: "Theater",
  members: ["Cathleen Nixie", "Indira"],
  is_upcoming: false,
};

Deno.test("shows become files named after day and title, the first one of a day without a number", () => {
  using tree = importTree(ROSTER);
  const later = { ...SHOW, id: "3", time: "19:00" };
  const dump = [later, { ...SHOW, id: "2", time: "14:00" }, { ...SHOW, id: "9", title: "里帰り" }];
  tree.take("theater", dump);
  assert.deepEqual(tree.names("groupa/shows"), [
    "2025-05-31-9.yaml",
    "2025-05-31-pajama-drive-2.yaml",
    "2025-05-31-pajama-drive.yaml",
  ]);
  assert.equal(
    tree.text("groupa/shows/2025-05-31-pajama-drive.yaml"),
    `id: 2
setlist: Pajama Drive
date: 2025-05-31
time: "14:00"
venue: Theater
members:
  - Cathleen Nixie
  - Indira
`,
  );
  assert.deepEqual(tree.take("theater", dump.toReversed()).written, []);
});

Deno.test("a page, a wrapped list, a detail and a byte order mark are all read", () => {
  for (
    const dump of [
      { theater: [SHOW], page: 1, perpage: 10, total_count: 1, total_pages: 1 },
      { success: true, total: 1, data: [SHOW], message: "OK" },
      { success: true, data: { theater: [SHOW] } },
      SHOW,
      "\uFEFF" + JSON.stringify([SHOW]),
    ]
  ) {
    using tree = importTree(ROSTER);
    assert.equal(tree.take("theater", dump).made, 1);
  }
});

Deno.test("a show is merged by its id, whatever else changed", () => {
  using tree = importTree({
    ...ROSTER,
    "groupa/shows/lama.yaml": "id: 2945 # dari sistem lama\ntitle: Lama\ndate: 2025-01-01\n",
  });
  const { made, changed } = tree.take("theater", [SHOW], "groupa", THEIRS);
  assert.deepEqual([made, changed], [0, 1]);
  assert.match(
    tree.text("groupa/shows/lama.yaml"),
    /^id: 2945 # dari sistem lama\ntitle: Pajama Drive\n/,
  );
});

Deno.test("a show without an id in one of both is merged by day, time and title", () => {
  using tree = importTree({
    ...ROSTER,
    "groupa/shows/a.yaml": 'setlist: Pajama Drive\ndate: 2025-05-31\ntime: "14:00"\n',
    "groupa/shows/b.yaml": 'setlist: PAJAMA DRIVE\ndate: 2025-05-31\ntime: "19:00"\n',
    "groupa/shows/c.yaml": 'id: 7\ntitle: Lain\ndate: 2025-05-31\ntime: "19:00"\n',
    "groupa/shows/d.yaml": "title: Nanti\ndate: 2025-06-01\n",
  });
  const { id: _, ...nameless } = SHOW;
  const { made } = tree.take("theater", [
    { ...SHOW, time: "19:00:00" },
    { ...nameless, title: "LAIN", venue: "Lain" },
    { ...nameless, title: "Nanti", date: "2025-06-01", time: "16:00" },
  ]);
  assert.equal(made, 0);
  assert.match(tree.text("groupa/shows/b.yaml"), /^id: 2945\n/);
  assert.match(tree.text("groupa/shows/c.yaml"), /venue: Lain/);
  assert.match(tree.text("groupa/shows/d.yaml"), /time: "16:00"/);
  assert.doesNotMatch(tree.text("groupa/shows/a.yaml"), /id:/);
});

Deno.test("two shows with ids of their own stay two, though day, time and title are the same", () => {
  using tree = importTree(ROSTER);
  const dump = [SHOW, { ...SHOW, id: "2946" }, SHOW];
  assert.equal(tree.take("theater", dump).made, 2);
  assert.deepEqual(tree.take("theater", dump).written, []);
});

Deno.test("a show that may be either of two is told and passed over", () => {
  using tree = importTree(ROSTER);
  tree.take("theater", [SHOW, { ...SHOW, id: "2946" }]);
  const { id: _, ...nameless } = SHOW;
  const { told, written } = tree.take("theater", [nameless]);
  assert.match(
    told,
    /record 1 "Pajama Drive": it is passed over: several files or records have this name/,
  );
  assert.deepEqual(written, []);
});

Deno.test("guests stay in the line-up and are told with file, record and name", () => {
  using tree = importTree(ROSTER);
  const { told } = tree.take("theater", [SHOW, { ...SHOW, id: "1", date: "2025-06-01" }]);
  assert.equal(
    told,
    `dump.json: record 1 "Pajama Drive": no member is called "Indira"; the name stays as a guest
  in groupa/shows/2025-05-31-pajama-drive.yaml
  also in record 2
${ASKED}`,
  );
  const again = tree.take("theater", [{ ...SHOW, id: "2", date: "2025-06-02" }]);
  assert.equal(again.told.includes(ASKED), false, "asked once");
});

Deno.test("a name that several have is left out and told, unless the dump or the file says who is meant", () => {
  using tree = importTree({
    ...ROSTER,
    "groupa/shows/a.yaml":
      "id: 1\ntitle: A\ndate: 2025-05-31\nmembers:\n  - christy # bukan Angela\n",
  });
  const { told } = tree.take(
    "theater",
    [
      { id: "1", title: "A", date: "2025-05-31", members: ["Angel", "Cathy"] },
      { id: "2", title: "B", date: "2025-05-31", members: ["Angel", "Cathy"] },
      {
        id: "3",
        title: "C",
        date: "2025-05-31",
        members: ["Angel"],
        lineup: [{ id: 1, name: "Angel", url_key: "angela" }],
      },
    ],
    "groupa",
    THEIRS,
  );
  assert.match(
    tree.text("groupa/shows/a.yaml"),
    /members:\n {2}- christy # bukan Angela\n {2}- Cathy\n$/,
  );
  assert.match(tree.text("groupa/shows/2025-05-31-b.yaml"), /members:\n {2}- Cathy\n$/);
  assert.match(tree.text("groupa/shows/2025-05-31-c.yaml"), /members:\n {2}- angela\n$/);
  assert.match(told, /record 2 "B": cannot tell whom "Angel" means: .*angela or christy/);
  assert.doesNotMatch(told, /record [13] /);
});

Deno.test("a line-up that names the same people in other words and order stays as it is", () => {
  const before =
    "id: 2945\nsetlist: Pajama Drive\ndate: 2025-05-31\ntime: '19:00'\nvenue: Theater\n" +
    "members: [indira, Cathy] # urut abjad\n";
  using tree = importTree({ ...ROSTER, "groupa/shows/a.yaml": before });
  const { kept } = tree.take("theater", [SHOW]);
  assert.deepEqual([kept, tree.text("groupa/shows/a.yaml")], [1, before]);
});

Deno.test("a changed line-up keeps the lines of those who stay", () => {
  const before = `id: 2945
setlist: Pajama Drive
date: 2025-05-31
members:
  # kapten
  - Cathy # baru sembuh
  - Zee   # tamu
  - Toya
# tempat
venue: Theater
`;
  using tree = importTree({ ...ROSTER, "groupa/shows/a.yaml": before });
  tree.take(
    "theater",
    [{ ...SHOW, members: ["Cathleen Nixie", "Angelina Christy", "Indira"] }],
    "groupa",
    THEIRS,
  );
  assert.equal(
    tree.text("groupa/shows/a.yaml"),
    before.replace("  - Zee   # tamu\n  - Toya\n", "  - Toya\n  - Indira\n")
      .replace("date: 2025-05-31\n", 'date: 2025-05-31\ntime: "19:00"\n'),
  );
});

Deno.test("celebrations keep the old system's id where it is not the slug", () => {
  using tree = importTree(ROSTER);
  const who = { name: "Cathleen Nixie", img: "x", url_key: "cathy" };
  const dump = [
    { ...SHOW, id: "1", date: "2025-01-01", seitansai: [{ ...who, id: 1 }] },
    { ...SHOW, id: "2", date: "2025-01-02", seitansai: [{ ...who, id: "cathy" }] },
    {
      ...SHOW,
      id: "3",
      date: "2025-01-03",
      seitansai: ["Cathy"],
      graduation: [{ name: "Zee", id: "" }],
    },
  ];
  tree.take("theater", dump);
  const text = (day: number) => tree.text(`groupa/shows/2025-01-0${day}-pajama-drive.yaml`);
  assert.match(text(1), /seitansai:\n {2}- member: Cathleen Nixie\n {4}id: 1\n/);
  assert.match(text(2), /seitansai:\n {2}- Cathleen Nixie\n/);
  assert.match(text(3), /seitansai:\n {2}- Cathy\ngraduation:\n {2}- Zee\n/);
  assert.deepEqual(tree.take("theater", dump).written, []);
});

Deno.test("an instant is read as day and time in the group's zone, midnight as a day alone", () => {
  using tree = importTree(ROSTER);
  tree.take("theater", [
    { id: 1, title: "A", date: "2025-05-31T12:00:00.000Z" },
    { id: 2, title: "B", date: "2025-05-30T17:00:00.000Z" },
    { id: 3, title: "C", start_at: "2025-05-31T23:59:59+07:00", time: "" },
    { id: 4, title: "D", date: "31 Mei 2025", time: "19.30 WIB" },
  ]);
  const times = ["a", "b", "c", "d"].map((name) =>
    /date: (.*)\n(?:time: (.*)\n)?/.exec(tree.text(`groupa/shows/2025-05-31-${name}.yaml`))
      ?.slice(1, 3).join(" ").trim()
  );
  assert.deepEqual(times, ['2025-05-31 "19:00"', "2025-05-31", "2025-05-31", '2025-05-31 "19:30"']);
});

Deno.test("a new show needs a date that can be read; without one it is told and passed over", () => {
  using tree = importTree({
    ...ROSTER,
    "groupa/shows/a.yaml": "id: 5\ntitle: A\ndate: 2025-01-01\n",
  });
  const { made, changed, told, table } = tree.take("theater", [
    { id: 4, title: "Nanti", date: "TBA" },
    { id: 5, title: "A", date: "TBA", venue: "Theater" },
  ]);
  assert.deepEqual([made, changed], [0, 1]);
  assert.match(table, / date +date +0 +2 +#1 "TBA"\n/);
  assert.match(table, /date: expected a date such as/);
  assert.match(told, /record 1 "Nanti": it is passed over: .*"date"/);
});

Deno.test("songs in a show's detail go into its setlist; unknown setlists are told", () => {
  using tree = importTree(ROSTER);
  const { told } = tree.take("theater", [
    { ...SHOW, members: [], setlist_detail: { name: "Pajama Drive", songs: ["Waiting Room"] } },
    {
      ...SHOW,
      id: "1",
      setlist: "Quit Game",
      members: [],
      setlist_detail: { name: "", songs: [] },
    },
  ]);
  assert.equal(
    tree.text("groupa/setlists/pajama-drive.yaml"),
    "name: Pajama Drive\nsongs:\n  - Waiting Room\n",
  );
  assert.equal(
    told,
    `dump.json: record 2 "Pajama Drive": no setlist is called "Quit Game"\n${ASKED}`,
  );
});

Deno.test("a schedule of the wrapped family gives its shows to theater and the rest to events", () => {
  using tree = importTree(ROSTER);
  const schedule = {
    success: true,
    data: [
      { id: "1", title: "Show", type: "theater", date: "2025-05-31", status: "past", members: [] },
      {
        id: "2",
        title: "Jabat",
        type: "event",
        date: "2025-05-31",
        time: "10:00",
        members: ["Cathy"],
      },
      {
        id: "3",
        title: "TV",
        type: "media",
        date: "2025-06-01",
        start_at: "2025-06-01T23:59:59+07:00",
      },
    ],
  };
  const shows = tree.take("theater", schedule);
  const events = tree.take("events", schedule);
  assert.deepEqual([shows.made, events.made], [1, 2]);
  assert.deepEqual([shows.lost, events.lost], [0, 0]);
  assert.match(shows.told, /record 2 "Jabat": it is passed over: its type is "event"/);
  assert.match(events.told, /record 1 "Show": it is passed over: its type is "theater"/);
  assert.match(tree.text("groupa/events/2025-05-31-jabat.yaml"), /type: offair\n/);
  assert.match(tree.text("groupa/events/2025-06-01-tv.yaml"), /type: media\ndate: 2025-06-01\n$/);
  assert.deepEqual(tree.take("events", schedule).written, []);
});
