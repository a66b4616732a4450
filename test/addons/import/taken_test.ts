import assert from "node:assert/strict";
import { importTree, type Options } from "./import_tree.ts";

/** What is there before, and what a dump's records of a kind become. */
interface Case {
  readonly kind: string;
  readonly dump: unknown;
  readonly options?: Options;
  /** Below `groupa`. */
  readonly before?: Readonly<Record<string, string>>;
  /** The texts of files afterwards, below `groupa`. */
  readonly after: Readonly<Record<string, string>>;
  /** The fields of which something is lost. */
  readonly lost?: readonly string[];
  readonly told?: RegExp;
}

const CATHY = { "members/cathy.yaml": "name: Cathleen Nixie\nnicknames: [Cathy]\n" };
const SHOW = { id: "2945", title: "Pajama Drive", date: "2025-05-31", time: "19:00" };
const SHOW_TEXT = "id: 2945\ntitle: Pajama Drive\ndate: 2025-05-31\n";
const SHOW_PATH = "shows/2025-05-31-pajama-drive.yaml";
const SESSION = { session: "Sesi 1", date: "2026-05-08", start_time: "16:30:00" };
const NEWS = { id: "7", title: "Jadwal: Agustus", date: "26 Januari 2025" };

/** A show whose further fields are these, and what they become. */
function show(fields: object, lines: string, more: Partial<Case> = {}): Case {
  return {
    kind: "theater",
    dump: [{ ...SHOW, ...fields }],
    after: { [SHOW_PATH]: `${SHOW_TEXT}${lines}` },
    ...more,
  };
}

const TIME = 'time: "19:00"\n';

const CASES: Readonly<Record<string, Case>> = {
  "shows are named after day and title, the earliest one of a day without a number": {
    kind: "theater",
    dump: [{ ...SHOW, id: "3" }, { ...SHOW, id: "2", time: "14:00" }, SHOW, SHOW],
    after: {
      [SHOW_PATH]: `${SHOW_TEXT.replace("2945", "2")}time: "14:00"\n`,
      "shows/2025-05-31-pajama-drive-2.yaml": `${SHOW_TEXT}${TIME}`,
      "shows/2025-05-31-pajama-drive-3.yaml": `${SHOW_TEXT.replace("2945", "3")}${TIME}`,
    },
  },
  "a line-up names members as it can, and guests are told with file, record and name": show(
    { members: ["Cathleen Nixie", "Indira"], venue: "Theater" },
    `${TIME}venue: Theater\nmembers:\n  - Cathleen Nixie\n  - Indira\n`,
    {
      before: CATHY,
      told:
        /record 1 "Pajama Drive": no member is called "Indira"; the name stays as a guest\n {2}in groupa\/shows\/2025-05-31-pajama-drive\.yaml\n/,
    },
  ),
  "a line-up in one text is several people": show(
    { anggota: "Cathy, Indira" },
    `${TIME}members:\n  - Cathy\n  - Indira\n`,
    { before: CATHY },
  ),
  "a name that several have is left out and told, unless the dump's address says who is meant": {
    kind: "theater",
    before: {
      "members/angela.yaml": "name: Angela Putri\nnicknames: [Angel]\n",
      "members/christy.yaml": "name: Angelina Christy\nnicknames: [Angel]\n",
    },
    dump: [
      { id: "1", title: "B", date: "2025-05-31", members: ["Angel", "christy"] },
      {
        ...{ id: "2", title: "C", date: "2025-05-31", members: ["Angel"] },
        lineup: [{ id: 1, name: "Angel", url_key: "angela" }],
      },
    ],
    after: {
      "shows/2025-05-31-b.yaml": "id: 1\ntitle: B\ndate: 2025-05-31\nmembers:\n  - christy\n",
      "shows/2025-05-31-c.yaml": "id: 2\ntitle: C\ndate: 2025-05-31\nmembers:\n  - angela\n",
    },
    lost: ["members"],
    told: /record 1 "B": cannot tell whom "Angel" means: .*angela or christy/,
  },
  "a line-up of ids names nobody, and is told as lost": show(
    { members: "1013,1048" },
    TIME,
    { lost: ["members.1", "members.2"] },
  ),
  "celebrations keep the old system's id where it is not the slug": show(
    { seitansai: [{ name: "Cathy", id: 1 }], graduation: [{ name: "Zee", id: "" }, { id: 5 }] },
    `${TIME}seitansai:\n  - member: Cathy\n    id: 1\ngraduation:\n  - Zee\n`,
    { before: CATHY, lost: ["graduation.2"] },
  ),
  "an instant is day and time in the group's zone, midnight a day alone": {
    kind: "theater",
    dump: [
      { id: 1, title: "A", date: "2025-05-31T12:00:00.000Z" },
      { id: 2, title: "B", date: "2025-05-30T17:00:00.000Z" },
      { id: 3, title: "C", start_at: "2025-05-31T23:59:59+07:00", time: "" },
      { id: 9, title: "I", date: "2025-05-31T00:00:00+07:00", time: "" },
      { id: 4, title: "D", date: "31 Mei 2025", time: "19.30 WIB" },
      { id: 5, title: "E", date: "2025-05-31T19:00:00+07:00", time: "18:00" },
      { id: 6, title: "F", date: "31 Mei 2025 pukul 20.00 WITA" },
      { id: 7, title: "G", date: "31 Mei 2025", time: "19.00 WITA" },
      { id: 8, title: "H", date: "31 Mei 2025", time: "12:00 UTC" },
    ],
    after: {
      "shows/2025-05-31-a.yaml": `id: 1\ntitle: A\ndate: 2025-05-31\n${TIME}`,
      "shows/2025-05-31-b.yaml": "id: 2\ntitle: B\ndate: 2025-05-31\n",
      "shows/2025-05-31-c.yaml": "id: 3\ntitle: C\ndate: 2025-05-31\n",
      "shows/2025-05-31-d.yaml": 'id: 4\ntitle: D\ndate: 2025-05-31\ntime: "19:30"\n',
      "shows/2025-05-31-e.yaml": 'id: 5\ntitle: E\ndate: 2025-05-31\ntime: "18:00"\n',
      "shows/2025-05-31-f.yaml": `id: 6\ntitle: F\ndate: 2025-05-31\n${TIME}`,
      "shows/2025-05-31-g.yaml": "id: 7\ntitle: G\ndate: 2025-05-31\n",
      "shows/2025-05-31-h.yaml": "id: 8\ntitle: H\ndate: 2025-05-31\n",
      "shows/2025-05-31-i.yaml": "id: 9\ntitle: I\ndate: 2025-05-31\n",
    },
    lost: ["date.time", "time"],
  },
  "a show without a day that can be read is passed over": {
    kind: "theater",
    dump: [{ id: 4, title: "Nanti", date: "TBA" }],
    after: {},
    lost: ["id", "title", "date"],
    told: /record 1 "Nanti": it is passed over: .*"date"/,
  },
  "a show's setlist is found by its title": {
    kind: "theater",
    before: { "setlists/pajama-drive.yaml": "name: Pajama Drive\n" },
    dump: [
      { ...SHOW, title: "PAJAMA DRIVE" },
      { id: "1", date: "2025-05-31", setlist: "Quit Game" },
    ],
    after: {
      [SHOW_PATH]:
        `id: 2945\ntitle: PAJAMA DRIVE\nsetlist: Pajama Drive\ndate: 2025-05-31\n${TIME}`,
      "shows/2025-05-31-quit-game.yaml": "id: 1\nsetlist: Quit Game\ndate: 2025-05-31\n",
    },
    told: /no setlist is called "Quit Game"\n.*are these all shows that the group has ever had\?/,
  },
  "a length in words": show({ durasi: "2 jam" }, `${TIME}duration: 2h\n`),
  "a length in minutes": show({ duration: 150 }, `${TIME}duration: 150m\n`),
  "a length by the end": show(
    { start_at: "2025-05-31T12:00:00Z", end_at: "2025-05-31T21:30:00+07:00" },
    `${TIME}duration: 150m\n`,
  ),
  "an end before the beginning": show(
    { start_at: "2025-05-31T12:00:00Z", end_at: "2025-05-31T18:30:00+07:00" },
    TIME,
    { lost: ["end_at"] },
  ),
  "a length that says nothing": show({ duration: "long" }, TIME, { lost: ["duration"] }),
  "what tickets say in other words, and a currency that no price has": show(
    { tickets: [{ title: "VIP", harga: 150000, unit: "JPY" }, { name: "Umum", title: "Early" }] },
    `${TIME}tickets:\n  - type: VIP\n    price: "150000"\n  - type: Umum\n`,
    { lost: ["tickets.unit", "tickets.title"] },
  ),
  "a ticket of which nothing is known": show(
    { tickets: [{ seats: 12 }] },
    TIME,
    { lost: ["tickets.seats", "tickets.1"] },
  ),
  "a status that says that it is off": show({ status: "Batal" }, `${TIME}state: cancelled\n`),
  "a status that follows from its day": show({ status: "upcoming" }, TIME),
  "a state and a status": show({ state: "postponed", status: "past" }, `${TIME}state: postponed\n`),
  "a status that says that it is off, and why": show(
    { status: "Batal karena hujan" },
    TIME,
    { lost: ["status"] },
  ),
  "a state and a status that says otherwise": show(
    { state: "scheduled", status: "cancelled" },
    TIME,
    { lost: ["status"] },
  ),
  "a state for all, and a status that follows from the day": show(
    { status: "upcoming" },
    `${TIME}state: postponed\n`,
    { options: { set: { state: "postponed" } } },
  ),
  "midnight of another day": show(
    { time: null, start_at: "2025-06-01T00:00:00+07:00" },
    "",
    { lost: ["start_at"] },
  ),
  "midnight, which may be the hour": show(
    { time: null, start_at: "2025-05-31T00:00:00+07:00" },
    "",
    { lost: ["date.time"] },
  ),
  "midnight in a field of its own": show(
    { time: "00:00", start_at: "2025-05-31T00:00:00+07:00" },
    'time: "00:00"\n',
  ),
  "a second day": show({ start_at: "2025-06-01T19:00+07:00" }, TIME, { lost: ["start_at"] }),
  "tickets and a stream, and what they say beyond our fields": show(
    {
      tickets: [
        { type: "VIP", price: 250000, sale_from: "2026-07-10T10:00:00+07:00", url: "x" },
        { name: "Umum", sale_from: "besok", seats: 12 },
        { name: "A", sale_from: "15 Agustus 2026 10:00" },
        { name: "B", sale_from: 1786762800 },
        { name: "C", sale_from: "15 Agustus 2026" },
      ],
      stream: { url: "https://www.idn.app/groupa", price: { idr: 1 } },
    },
    `${TIME}tickets:
  - type: VIP
    price: "250000"
    sale_from: 2026-07-10T10:00:00+07:00
  - type: Umum
  - type: A
    sale_from: 2026-08-15 10:00
  - type: B
    sale_from: 2026-08-15 10:00
  - type: C
    sale_from: 2026-08-15
stream:
  url: https://www.idn.app/groupa
`,
    { lost: ["tickets.url", "tickets.sale_from", "tickets.seats", "stream.price"] },
  ),
  "a schedule gives its shows to theater, and the rest to events": {
    kind: "events",
    dump: {
      success: true,
      data: [
        { id: "1", title: "Show", type: "theater", date: "2025-05-31", status: "past" },
        { id: "2", title: "Jabat", type: "event", date: "2025-05-31", time: "10:00" },
        { id: "3", title: "TV", type: "media", start_at: "2025-06-01T23:59:59+07:00" },
      ],
    },
    after: {
      "events/2025-05-31-jabat.yaml":
        'id: 2\ntitle: Jabat\ntype: offair\ndate: 2025-05-31\ntime: "10:00"\n',
      "events/2025-06-01-tv.yaml": "id: 3\ntitle: TV\ntype: media\ndate: 2025-06-01\n",
    },
    told:
      /record 1 "Show": it is passed over: its type is "theater"; import such records as theater/,
  },
  "releases with their tracks, which are numbered where counting is not enough": {
    kind: "releases",
    before: CATHY,
    dump: [{
      ...{
        id: "S-1",
        title: "Balik",
        type: "Digital",
        number: 3,
        cover: "https://i.example/a b.jpg",
      },
      release_date: "2025-03-20T17:00:00Z",
      tracks: [
        { number: 1, title: "Balik", original_title: "里帰り", members: ["Cathy", "Tamu"] },
        { number: 3, title: "B", members: [], duration: "3:41", type: "B-side" },
        "C",
      ],
      links: [{ title: "Listen", url: "https://m.example/1" }, { title: "Buy" }],
    }],
    after: {
      "releases/s-1.yaml": `id: S-1
title: Balik
type: digital
number: 3
release_date: 2025-03-21
cover: https://i.example/a%20b.jpg
tracks:
  - title: Balik
    original_title: 里帰り
    members:
      - Cathy
      - Tamu
  - number: 3
    title: B
  - title: C
links:
  - title: Listen
    url: https://m.example/1
`,
    },
    lost: ["tracks.duration", "tracks.type", "links.2"],
  },
  "a release of an unknown sort is passed over, and a constant is every record's that has none": {
    kind: "releases",
    options: { set: { type: "single" } },
    dump: [{ title: "A" }, { title: "B", release_type: "album" }, { title: "C", type: "vinyl" }],
    after: {
      "releases/a.yaml": "title: A\ntype: single\n",
      "releases/b.yaml": "title: B\ntype: album\n",
    },
    lost: ["title", "type"],
    told: /record 3 "C": it is passed over: .*"type"/,
  },
  "setlists with songs that are titles, or fields where there is more of them": {
    kind: "setlists",
    before: CATHY,
    dump: [{
      ...{ name: "Pagi", name_native: "朝", performed: 3 },
      songs: [{ title: "P", original_title: "汽笛", center: ["Cathy"] }, { title: "K" }, "R", {}],
    }],
    after: {
      "setlists/pagi.yaml": `name: Pagi
name_native: 朝
songs:
  - title: P
    original_title: 汽笛
    center:
      - Cathy
  - K
  - R
`,
    },
    lost: ["songs.4"],
  },
  "songs with their places, titled in other words": {
    kind: "setlists",
    dump: [{ name: "Pagi", songs: [{ nama: "P", position: 1 }, { Title: "K", position: 2 }] }],
    after: { "setlists/pagi.yaml": "name: Pagi\nsongs:\n  - P\n  - K\n" },
  },
  "what a file says of a song and of a setlist stays if a dump has the titles alone": {
    kind: "setlists",
    options: { prefersTheirs: true },
    before: { "setlists/x.yaml": "name: Pagi\nsongs:\n  - title: P # a\n    center: [x]\n  - K\n" },
    dump: [{ name: "PAGI", songs: ["K", "P", "R"] }],
    after: {
      "setlists/x.yaml": "name: Pagi\nsongs:\n  - K\n  - title: P # a\n    center: [x]\n  - R\n",
    },
  },
  "sessions are parts of their day's file, known by session and title": {
    kind: "videocall",
    options: { prefersTheirs: true },
    before: {
      ...CATHY,
      "videocalls/jumat.yaml": `date: 2026-05-08
sessions:
  # pagi
  - session: Sesi 1
    title: Satu
    start_time: "16:30" # WIB
    members: [Cathy]
  - session: Sesi 1
    title: Lain
    start_time: "10:00"
`,
    },
    dump: [
      { ...SESSION, title: "Satu", members: ["Cathleen Nixie"], end_time: "17:30", code: null },
      { ...SESSION, title: "Lain", start_time: "11:00" },
      { session: "Sesi 2", date: "8 Mei 2026", start_time: "18:00", status: "finished" },
      { session: "Sesi 3", start_time: "10:00" },
      { session: "Sesi 4", date: "2026-05-08", start_time: "pagi" },
    ],
    after: {
      "videocalls/jumat.yaml": `date: 2026-05-08
sessions:
  # pagi
  - session: Sesi 1
    title: Satu
    start_time: "16:30" # WIB
    end_time: "17:30"
    members: [Cathy]
  - session: Sesi 1
    title: Lain
    start_time: "11:00"
  - session: Sesi 2
    start_time: "18:00"
`,
    },
    lost: ["session", "date", "start_time"],
    told: /record 4 "Sesi 3": it is passed over: its date has to be known\n/,
  },
  "sessions of one name are several, unless their members alone differ": {
    kind: "videocall",
    dump: [
      { ...SESSION, members: ["Aya"] },
      { ...SESSION, start_time: "18:30", members: ["Bela"] },
      { ...SESSION, members: ["Citra"] },
    ],
    after: {
      "videocalls/2026-05-08.yaml": `date: 2026-05-08
sessions:
  - session: Sesi 1
    start_time: "16:30:00"
    members:
      - Aya
      - Citra
  - session: Sesi 1
    start_time: "18:30"
    members:
      - Bela
`,
    },
  },
  "a session that a dump has twice has everybody once, in whatever spelling": {
    kind: "videocall",
    before: CATHY,
    dump: [
      { ...SESSION, members: ["Cathy", "Bela"] },
      { ...SESSION, session: "SESI 1", start_time: "16:30", members: ["cathy", "Bela"] },
    ],
    after: {
      "videocalls/2026-05-08.yaml": `date: 2026-05-08
sessions:
  - session: Sesi 1
    start_time: "16:30:00"
    members:
      - cathy
      - Bela
`,
    },
  },
  "rows without a title are the sessions of their time, and each other one is one more": {
    kind: "videocall",
    options: { prefersTheirs: true },
    before: {
      "videocalls/x.yaml":
        'date: 2026-05-08\nsessions:\n  - session: Sesi 1\n    title: T\n    start_time: "16:30"\n',
    },
    dump: [SESSION, { ...SESSION, start_time: "18:30" }],
    after: {
      "videocalls/x.yaml": `date: 2026-05-08
sessions:
  - session: Sesi 1
    title: T
    start_time: "16:30"
  - session: Sesi 1
    start_time: "18:30"
`,
    },
  },
  "days of sessions, each with its date": {
    kind: "videocall",
    dump: {
      success: true,
      data: [{
        date: "2026-05-08",
        day: "Jumat",
        sessions: [{ session: "S", start_time: "10:00" }],
      }],
    },
    after: {
      "videocalls/2026-05-08.yaml":
        'date: 2026-05-08\nsessions:\n  - session: S\n    start_time: "10:00"\n',
    },
  },
  "news with the article's HTML below the front matter": {
    kind: "news",
    dump: [
      { ...NEWS, content: "<p>Halo</p>\n\n<p>*x*</p>", content_text: "Halo", label: null },
      { id: "8", title: "Malam", date: "2025-06-26T18:30:00.000Z", content: "" },
    ],
    after: {
      "news/2025-01-26-jadwal-agustus.md":
        '---\nid: 7\ntitle: "Jadwal: Agustus"\ndate: 2025-01-26\n---\n\n<p>Halo</p>\n<p>*x*</p>\n',
      "news/2025-06-27-malam.md":
        "---\nid: 8\ntitle: Malam\ndate: 2025-06-27\npublish_at: 2025-06-27T01:30:00+07:00\n---\n",
    },
  },
  "news as WordPress has them": {
    kind: "news",
    dump: [{
      ...{ id: 4711, date: "2026-03-05T18:30:00", slug: "konser", type: "post", categories: [3] },
      ...{ title: { rendered: "Konser &#8211; Tiket" }, content: { rendered: "<p>Halo</p>" } },
      ...{ excerpt: { rendered: "<p>Halo &amp; hai</p>\n" }, link: "https://x.example/konser/" },
      ...{ _links: { self: [{ href: "https://x.example" }] } },
    }],
    after: {
      "news/konser.md":
        "---\nid: 4711\ntitle: Konser – Tiket\ndate: 2026-03-05\nurl: https://x.example/konser/\nsummary: Halo & hai\npublish_at: 2026-03-05T18:30:00+07:00\n---\n\n<p>Halo</p>\n",
    },
    lost: ["type", "categories", "_links.self"],
  },
  "news are found by id, then by slug, then by day and title; bytes of Windows stay": {
    kind: "news",
    options: { prefersTheirs: true },
    before: {
      "news/a.md": "\uFEFF---\r\nid: 7\r\ntitle: L # a\r\ndate: 2020-01-01\r\n---\r\n\r\nHalo\r\n",
      "news/b.md": "---\ntitle: B\ndate: 2020-01-01\n---\n\nHalo\n",
      "news/d.md": "---\ntitle: Hari\ndate: 2020-02-03\n---\n",
    },
    dump: [
      { id: 7, title: "M" },
      { slug: "b", title: "B baru", date: "2020-01-02" },
      { title: "HARI", date: "2020-02-03", category: "Teater" },
    ],
    after: {
      "news/a.md": "\uFEFF---\r\nid: 7\r\ntitle: M # a\r\ndate: 2020-01-01\r\n---\r\n\r\nHalo\r\n",
      "news/b.md": "---\ntitle: B baru\ndate: 2020-01-02\n---\n\nHalo\n",
      "news/d.md": "---\ntitle: HARI\ndate: 2020-02-03\ncategory: Teater\n---\n",
    },
  },
  "a birthday is day first where --dates says so": {
    kind: "members",
    options: { dates: "dmy" },
    dump: [{ name: "Aya", birthday: "03-04" }],
    after: { "members/aya.yaml": "name: Aya\nbirth_date: --04-03\n" },
  },
  "birth dates go to members by address, name or nickname, and nowhere else": {
    kind: "birthday",
    before: {
      "members/feni.yaml": "name: Feni Larasati\nnicknames: [Mpen]\n# akhir\n",
      "members/gita.yaml": "name: Gita Sekar\n",
      "members/eli.yaml": "name: Eli\nbirth_date: 2000-06-15\n",
    },
    dump: [
      { name: "mpen", date: "1999-01-15T17:00:00.000Z", days_until: 3, generation: "gen3" },
      { name: "Somebody", id: "gita", date: "2001-06-30", is_today: false },
      { name: "Eli", birthday: "06-15" },
      { name: "Zee", date: "2004-05-16" },
    ],
    after: {
      "members/feni.yaml":
        "name: Feni Larasati\nnicknames: [Mpen]\nbirth_date: 1999-01-16\n# akhir\n",
      "members/gita.yaml": "name: Gita Sekar\nbirth_date: 2001-06-30\n",
      "members/eli.yaml": "name: Eli\nbirth_date: 2000-06-15\n",
    },
    lost: ["name", "date"],
    told: /record 4 "Zee": it is passed over: nobody has this name\n/,
  },
};

for (
  const [name, { kind, dump, options, before = {}, after, lost = [], told }] of Object.entries(
    CASES,
  )
) {
  Deno.test(`${kind}: ${name}`, () => {
    using tree = importTree(Object.fromEntries(
      Object.entries(before).map(([path, text]) => [`groupa/${path}`, text]),
    ));
    const done = tree.take(kind, dump, "groupa", options);
    const files = Object.keys(after).map((path) => [path, tree.text(`groupa/${path}`)]);
    assert.deepEqual(Object.fromEntries(files), after);
    const extra = done.written.filter((path) => /\/(?:shows|events|news|releases)\//.test(path));
    for (const path of extra) assert.ok(path.slice("groupa/".length) in after, path);
    assert.deepEqual(new Set(done.lostFields), new Set(lost), done.table);
    if (told !== undefined) assert.match(done.told, told);
    const again = tree.take(kind, dump, "groupa", options);
    assert.deepEqual(again.written, [], "a second run changes no file");
  });
}
