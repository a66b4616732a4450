import assert from "node:assert/strict";
import { createPrng, type Prng } from "../../support/prng.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";
import { type CalendarEvent, readCalendar } from "./calendar.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { type World, world } from "../../support/world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse("2026-01-01T00:00:00Z");
const YEARS = 10;

/** Zones with and without summer time, with both customs, in both families. */
const GROUPS = [
  ["jakarta", "Asia/Jakarta", "feb28", "bare"],
  ["new-york", "America/New_York", "mar1", "wrapped"],
  ["howe", "Australia/Lord_Howe", "feb28", "wrapped"],
  ["apia", "Pacific/Apia", "mar1", "bare"],
] as const;

const BIRTH_DATES: Readonly<Record<string, string>> = {
  leap: "2004-02-29",
  "leap-unknown": "--02-29",
  february: "2005-02-28",
  march: "2001-03-01",
  "march-unknown": "--03-01",
  eve: "1999-12-31",
  "year-unknown": "--01-01",
  summer: "2003-03-29",
};

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly date: string;
  readonly time?: string;
  readonly start_at: string;
}

Deno.test("every show of the time is in the calendar, at the right instant or on the right day", async () => {
  const prng = createPrng(testSeed());
  await using folder = await temporaryFolder();
  writeGroups(folder.path, prng);
  await using app = await world({ content: folder.path, now: "2026-01-01T00:00:00Z" });
  const instants = Array.from(
    { length: sizeOf({ default: 5, full: 400 }) },
    () => START + prng.between(0, YEARS * 365 * DAY_MS),
  );
  for (const now of instants) {
    app.at(now);
    for (const [group] of GROUPS) await assertShows(app, group, now, ["", "?member=leap,summer"]);
  }
});

Deno.test("every birthday is in the calendar for ten years on the day that the group keeps", async () => {
  await using folder = await temporaryFolder();
  writeGroups(folder.path, createPrng(1));
  await using app = await world({ content: folder.path, now: "2026-02-28T00:00:00Z" });
  for (const [group, , leapDay] of GROUPS) {
    const events = await eventsOf(app, `/api/${group}/birthdays.ics`);
    assert.deepEqual(
      events.map(({ uid }) => uid).sort(),
      Object.keys(BIRTH_DATES).map((slug) => uidOf("member", slugIn(group, slug), group)).sort(),
    );
    for (const [slug, born] of Object.entries(BIRTH_DATES)) {
      const event = events.find(({ uid }) => uid === uidOf("member", slugIn(group, slug), group))!;
      const expected = Array.from(
        { length: YEARS },
        (_, n) => observed(born.slice(-5), 2026 + n, leapDay),
      );
      assert.deepEqual(event.days(2026, 2026 + YEARS), expected, `${group} ${born}`);
      const firstDay = born.startsWith("--") ? `2000${born.slice(1)}` : born;
      assert.equal(event.start, firstDay);
      assert.equal(event.days(1900, 2026)[0], firstDay, "the first day is a day of the rule");
      assert.equal(event.transparency, "TRANSPARENT");
      assert.doesNotMatch(event.title, /\d/);
    }
  }
});

async function assertShows(app: World, group: string, now: number, queries: string[]) {
  for (const query of queries.map((query) => query.replaceAll(/(?<=[=,])/g, `${group}-`))) {
    const answer = await app.json(`/api/${group}/theater${query}`);
    const shows: Listed[] = Array.isArray(answer) ? answer : answer.data;
    const events = await eventsOf(app, `/api/${group}/theater.ics${query}`);
    const byUid = new Map(events.map((event) => [event.uid, event]));
    assert.equal(byUid.size, events.length, "an item is there once");
    for (const show of shows) {
      const ahead = (Date.parse(show.start_at) - now) / DAY_MS;
      const event = byUid.get(uidOf("show", show.id, group));
      if (ahead < -31 || ahead > 367) assert.equal(event, undefined, show.start_at);
      if (ahead > -30 && ahead < 365) assert.ok(event, `${show.start_at} at ${now}`);
      if (event === undefined) continue;
      byUid.delete(event.uid);
      assert.equal(event.title, show.title);
      assert.equal(event.start, show.time ? utc(show.start_at) : show.date);
      assert.equal(
        event.end,
        show.time ? utcAfter(show.start_at, 2 * HOUR_MS) : nextDay(show.date),
      );
    }
    assert.deepEqual([...byUid.keys()], [], "nothing is there that the list does not have");
  }
}

async function eventsOf(app: World, path: string): Promise<CalendarEvent[]> {
  const response = await app.ask(path);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return readCalendar(text);
}

function utc(timestamp: string): string {
  return utcAfter(timestamp, 0);
}

function utcAfter(timestamp: string, ms: number): string {
  return `${new Date(Date.parse(timestamp) + ms).toISOString().slice(0, 19)}Z`;
}

function nextDay(date: string): string {
  return utcAfter(date, DAY_MS).slice(0, 10);
}

function uidOf(kind: string, id: string, group: string): string {
  return `${kind}-${id}.${group}@oshibase.example`;
}

function slugIn(group: string, slug: string): string {
  return `${group}-${slug}`;
}

function observed(monthDay: string, year: number, leapDay: string): string {
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
  if (monthDay !== "02-29" || isLeap) return `${year}-${monthDay}`;
  return `${year}-${leapDay === "feb28" ? "02-28" : "03-01"}`;
}

const TITLES = [
  "Pagi; sore, malam \\\\ \\n",
  "月の裏庭で会いましょう、ほたるの川のほとりで、いつまでも、いつまでも待っています",
  "คอนเสิร์ตพิเศษส่งท้ายปีเก่าต้อนรับปีใหม่กับเพื่อนทุกคน 🎂👩‍👩‍👧‍👦",
  "Ordinary",
];

function writeGroups(folder: string, prng: Prng): void {
  const files: Record<string, string> = {};
  for (const [group, zone, leapDay, family] of GROUPS) {
    files[`${group}/group.yaml`] =
      `name: ${group}\nfamily: ${family}\ntimezone: ${zone}\nleap_day: ${leapDay}\n`;
    for (const [slug, born] of Object.entries(BIRTH_DATES)) {
      files[`${group}/members/${group}-${slug}.yaml`] =
        `name: Ayu ${slug} ${group}\nbirth_date: ${born}\n`;
    }
    files[`${group}/members/${group}-nobody.yaml`] = `name: Nobody ${group}\n`;
    for (let n = 0; n < 120; n++) files[`${group}/shows/show-${n}.yaml`] = showText(group, prng);
  }
  writeTree(folder, files);
}

function showText(group: string, prng: Prng): string {
  const instant = new Date(START + prng.between(-60, YEARS * 365 + 60) * DAY_MS).toISOString();
  const minutes = prng.between(0, 24 * 60 - 1);
  const time = [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, "0"));
  const who = Object.keys(BIRTH_DATES)[prng.between(0, 7)];
  return [
    `title: ${JSON.stringify(TITLES[prng.between(0, TITLES.length - 1)])}`,
    `date: ${instant.slice(0, 10)}`,
    ...(prng.happens(0.3) ? [] : [`time: "${time.join(":")}"`]),
    ...(prng.happens(0.5) ? [] : [`members: [${group}-${who}]`]),
    ...(prng.happens(0.9) ? [] : ["draft: true"]),
    ...(prng.happens(0.9) ? [] : [`publish_at: ${instant}`]),
    "",
  ].join("\n");
}

/** Midnight in Jakarta, from which Cici has graduated. */
const GRADUATION = Date.parse("2026-07-31T17:00:00Z");
const BIRTHDAYS = "/api/groupa/birthdays.ics";

const born = (name: string, more = "") => `name: ${name}\nbirth_date: 2004-05-06\n${more}`;
const FILES: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\npublic: feeds\n",
  "groupa/members/aya-putri.yaml": born("Aya Putri"),
  "groupa/members/bela-sari.yaml": born("Bela Sari", "status: trainee\n"),
  "groupa/members/cici-lestari.yaml": born("Cici Lestari", "graduated: 2026-08-01\n"),
  "groupa/members/dian-ayu.yaml": born("Dian Ayu", "status: graduated\n"),
};

const createPlace = () => world({ content: FILES, now: "2026-07-01T00:00:00Z" });

async function slugsIn(app: World, query: string): Promise<string[]> {
  const response = await app.ask(`${BIRTHDAYS}?${query}`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return readCalendar(text).map(({ uid }) => uid.slice("member-".length, uid.indexOf("."))).sort();
}

Deno.test("birthdays.ics?status= holds those who have the status, and turns at the instant of a graduation", async () => {
  await using app = await createPlace();
  const statuses = ["active", "trainee", "graduated"];
  const all = () => Promise.all(statuses.map((status) => slugsIn(app, `status=${status}`)));
  const before = [["aya-putri", "cici-lestari"], ["bela-sari"], ["dian-ayu"]];
  assert.deepEqual(await all(), before);
  app.at(GRADUATION - 1);
  assert.deepEqual(await all(), before);
  app.at(GRADUATION);
  assert.deepEqual(await all(), [["aya-putri"], ["bela-sari"], ["cici-lestari", "dian-ayu"]]);
  assert.equal((await slugsIn(app, "")).length, 4);
  assert.deepEqual(await slugsIn(app, "status=active&member=aya-putri,cici-lestari"), [
    "aya-putri",
  ]);
  assert.deepEqual(await slugsIn(app, "status=active&member=cici-lestari"), []);
});

Deno.test("each status has its own ETag, which changes with the graduation where that changes anything", async () => {
  await using app = await createPlace();
  const paths = ["", "?status=active", "?status=trainee", "?status=graduated"]
    .map((query) => `${BIRTHDAYS}${query}`);
  const etags = async (key?: null) =>
    await Promise.all(paths.map(async (path) => {
      const response = await app.ask(path, key === null ? { key } : {});
      await response.body?.cancel();
      return response.headers.get("etag")!;
    }));
  const before = await etags();
  assert.equal(new Set(before).size, 4);
  assert.deepEqual(await etags(null), before, "everybody gets the same bytes of a public feed");
  for (const [n, path] of paths.entries()) {
    const known = (etag: string) => app.ask(path, { headers: { "if-none-match": etag } });
    assert.equal((await known(before[n]!)).status, 304, path);
    assert.equal((await known(before[(n + 1) % 4]!)).status, 200, path);
  }
  app.at(GRADUATION);
  const after = await etags();
  assert.deepEqual(
    after.map((etag, n) => etag === before[n]),
    [true, false, true, false],
  );
});

Deno.test("birthdays.ics?status= opens with a feed token", async () => {
  await using app = await createPlace();
  const { id } = await app.issue("standard", "--group", "groupa");
  const feed = await app.told(["key", "feed", id]);
  const path = `${BIRTHDAYS}?status=active&feed=${feed.secret}`;
  const opened = await app.ask(path, { key: null });
  assert.deepEqual(await opened.text(), await (await app.ask(`${BIRTHDAYS}?status=active`)).text());
  assert.equal(opened.headers.get("cache-control"), "private, max-age=3600");
});
