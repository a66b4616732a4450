import type { TreeFiles } from "../../build/content_tree.ts";
import { type CalendarEvent, readCalendar } from "./calendar.ts";
import { createPrng, type Prng } from "../../support/prng.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { type World, world } from "../../support/world.ts";
import assert from "node:assert/strict";

const CHANGES_FROM = Date.parse("2026-07-01T00:00:00Z");

const DAY_MS = 86_400_000;

/** Content was first seen at {@linkcode CHANGES_FROM}, so many seconds after the first of January. */
const FIRST_SEQUENCE = 181 * 86_400;

const show = (title: string, more = "") =>
  `title: ${title}\ndate: 2026-07-20\ntime: "19:00"\n${more}`;

const FILES: TreeFiles = {
  "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
  "groupa/events/2026-02-22-jabat-tangan.yaml": null,
  "groupa/shows/kept.yaml": show("Kept"),
  "groupa/shows/edited.yaml": show("Before"),
  "groupa/shows/gone.yaml": show("Gone", "venue: Balai\nmembers: [Aya]\n"),
  "groupa/events/untimed.yaml": "title: Untimed\ndate: 2026-07-21\n",
};

const [KEPT, EDITED, GONE, UNTIMED] = [
  ...["show-kept", "show-edited", "show-gone", "event-untimed"],
].map((name) => `${name}.groupa@oshibase.example`) as [string, string, string, string];

Deno.test("an edited show's SEQUENCE grows, an untouched one keeps every byte", async () => {
  await using app = await createPlace();
  const before = await calendarText(app);
  assert.deepEqual(
    (await calendar(app)).map(({ sequence }) => sequence),
    Array(3).fill(FIRST_SEQUENCE),
  );
  const etag = (await app.ask(SHOWS)).headers.get("etag");

  app.at(CHANGES_FROM + 60_500);
  await app.edit({ "groupa/shows/edited.yaml": show("After") });
  const after = await calendar(app);
  const edited = after.find(({ uid }) => uid === EDITED)!;
  assert.equal(edited.title, "After");
  assert.equal(edited.sequence, FIRST_SEQUENCE + 60);
  assert.equal(edited.stamp, "2026-07-01T00:01:00Z");
  assert.equal(edited.modified, edited.stamp);
  assert.equal(eventText(await calendarText(app), KEPT), eventText(before, KEPT));
  assert.notEqual((await app.ask(SHOWS)).headers.get("etag"), etag);
});

Deno.test("a member's new name is another version of the shows that call her by it, and no change of them", async () => {
  await using app = await createPlace();
  const before = await calendarText(app);
  const { build } = await (await app.ask("/healthz")).json();
  app.at(CHANGES_FROM + DAY_MS);
  await app.edit({
    "groupa/members/aya-putri.yaml": "name: Aya Baru\nnicknames: [Aya]\n",
  });
  const after = await calendarText(app);
  assert.match(eventText(before, GONE), /^DESCRIPTION:Aya Putri\r$/m);
  assert.match(eventText(after, GONE), /^DESCRIPTION:Aya Baru\r$/m);
  const renamed = (await calendar(app)).find(({ uid }) => uid === GONE)!;
  assert.equal(renamed.sequence, FIRST_SEQUENCE + 86_400);
  assert.equal(eventText(after, KEPT), eventText(before, KEPT));
  const { data } = await (await app.ask(`/v1/changes?since=${build}`)).json();
  assert.deepEqual(data.map(({ kind, id }: Record<string, string>) => [kind, id]), [
    ["member", "aya-putri"],
  ]);
});

Deno.test("a rebuild without a change keeps every byte, a process that starts later says the same", async () => {
  await using app = await createPlace();
  const before = await calendarText(app);
  app.at(CHANGES_FROM + DAY_MS);
  await app.edit({});
  assert.equal(await calendarText(app), before);
  app.at("2026-07-03T00:00:00Z");
  await using other = await app.beside();
  assert.equal(await calendarText(other), before);
});

Deno.test("what is gone is cancelled for 30 days, and comes back as it was", async () => {
  await using app = await createPlace();
  const removed = CHANGES_FROM + DAY_MS;
  app.at(removed);
  await app.edit({
    "groupa/shows/gone.yaml": null,
    "groupa/events/untimed.yaml": null,
  });
  const gone = (await calendar(app)).find(({ uid }) => uid === GONE)!;
  assert.deepEqual(
    [gone.title, gone.status, gone.start, gone.sequence],
    ["Gone", "CANCELLED", "2026-07-20T12:00:00Z", FIRST_SEQUENCE + 86_400],
  );
  assert.match(eventText(await calendarText(app), GONE), /^LOCATION:Balai\r$/m);
  const [untimed] = await calendar(app, "/api/groupa/events.ics");
  assert.deepEqual([untimed?.uid, untimed?.start, untimed?.status], [
    UNTIMED,
    "2026-07-21",
    "CANCELLED",
  ]);
  assert.equal((await calendar(app, `${SHOWS}?member=aya-putri`)).length, 0);

  app.at(removed + 30 * DAY_MS - 1);
  assert.ok((await calendar(app)).some(({ uid }) => uid === GONE));
  app.at(removed + 30 * DAY_MS);
  assert.ok(!(await calendar(app)).some(({ uid }) => uid === GONE));

  app.at(removed + 2 * DAY_MS);
  await app.edit({ "groupa/shows/gone.yaml": show("Gone") });
  const back = (await calendar(app)).filter(({ uid }) => uid === GONE);
  assert.deepEqual(back.map(({ status }) => status), ["CONFIRMED"]);
  assert.ok(back[0]!.sequence > gone.sequence);
});

Deno.test("a draft, and what is published later, is told by no calendar and leaves no trace", async () => {
  await using app = await createPlace();
  const later = "2026-07-05T00:00:00Z";
  app.at(CHANGES_FROM + 1000);
  await app.edit({
    "groupa/shows/later.yaml": show("Secret", `publish_at: ${later}\n`),
    "groupa/shows/draft.yaml": show("Secret", "draft: true\n"),
    "groupa/news/draft.md": "---\ntitle: Secret\ndate: 2026-01-03\ndraft: true\n---\n\nSecret.\n",
    "groupa/news/later.md":
      `---\ntitle: Secret\ndate: 2026-01-03\npublish_at: ${later}\n---\n\nSecret.\n`,
    "groupa/members/later.yaml": `name: Secret\nbirth_date: 2004-02-29\npublish_at: ${later}\n`,
  });
  const all = async () => {
    const names = ["theater.ics", "events.ics", "birthdays.ics", "news.atom", "news.json"];
    const texts = names.map(async (name) => await (await app.ask(`/api/groupa/${name}`)).text());
    return (await Promise.all(texts)).map((text) => text.split(/Secret/).length > 1);
  };
  assert.deepEqual(await all(), [false, false, false, false, false]);
  app.at(Date.parse(later) - 1);
  assert.deepEqual(await all(), [false, false, false, false, false]);
  app.at(later);
  assert.deepEqual(await all(), [true, false, true, true, true]);

  app.at(CHANGES_FROM + 2000);
  await app.edit({ "groupa/shows/draft.yaml": null });
  assert.ok(!(await calendarText(app)).includes("draft"));
});

Deno.test("a calendar without an event is one all the same", async () => {
  await using app = await createPlace();
  app.at("2030-01-01T00:00:00Z");
  const text = await calendarText(app);
  assert.deepEqual(readCalendar(text), []);
  assert.match(text, /\r\nBEGIN:VTIMEZONE\r\nTZID:Etc\/UTC\r\n/);
});

const SHOWS = "/api/groupa/theater.ics";

async function createPlace(more: TreeFiles = {}) {
  const now = new Date(CHANGES_FROM).toISOString();
  const app = await world({ content: { ...FILES, ...more }, now });
  await app.announce();
  return app;
}

async function calendarText(app: World, path = SHOWS): Promise<string> {
  const response = await app.ask(path);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return text;
}

async function calendar(app: World, path = SHOWS): Promise<CalendarEvent[]> {
  return readCalendar(await calendarText(app, path));
}

/** The lines of one event. */
function eventText(text: string, uid: string): string {
  const found = text.split("BEGIN:VEVENT").find((part) => part.includes(`UID:${uid}\r\n`));
  assert.ok(found, uid);
  return found;
}

const HOUR_MS = 3_600_000;

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
  await using app = await world({ content: groups(prng), now: "2026-01-01T00:00:00Z" });
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
  await using app = await world({ content: groups(createPrng(1)), now: "2026-02-28T00:00:00Z" });
  for (const [group, , leapDay] of GROUPS) {
    const events = await calendar(app, `/api/${group}/birthdays.ics`);
    assert.deepEqual(
      events.map(({ uid }) => uid).sort(),
      Object.keys(BIRTH_DATES).map((slug) => uidOf("member", `${group}-${slug}`, group)).sort(),
    );
    for (const [slug, born] of Object.entries(BIRTH_DATES)) {
      const event = events.find(({ uid }) => uid === uidOf("member", `${group}-${slug}`, group))!;
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
    const events = await calendar(app, `/api/${group}/theater.ics${query}`);
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
      assert.equal(event.start, show.time ? utcAfter(show.start_at, 0) : show.date);
      assert.equal(
        event.end,
        show.time ? utcAfter(show.start_at, 2 * HOUR_MS) : nextDay(show.date),
      );
    }
    assert.deepEqual([...byUid.keys()], [], "nothing is there that the list does not have");
  }
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

function groups(prng: Prng): TreeFiles {
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
  return files;
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

const born = (name: string, more = "") => `name: ${name}\nbirth_date: 2004-05-06\n${more}`;

const STATUS_FILES: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\npublic: feeds\n",
  "groupa/members/aya-putri.yaml": born("Aya Putri"),
  "groupa/members/bela-sari.yaml": born("Bela Sari", "status: trainee\n"),
  "groupa/members/cici-lestari.yaml": born("Cici Lestari", "graduated: 2026-08-01\n"),
  "groupa/members/dian-ayu.yaml": born("Dian Ayu", "status: graduated\n"),
};

async function slugsIn(app: World, query: string): Promise<string[]> {
  const events = await calendar(app, `/api/groupa/birthdays.ics?${query}`);
  return events.map(({ uid }) => uid.slice("member-".length, uid.indexOf("."))).sort();
}

Deno.test("birthdays.ics?status= holds those who have the status, and turns at the instant of a graduation", async () => {
  await using app = await world({ content: STATUS_FILES, now: "2026-07-01T00:00:00Z" });
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
