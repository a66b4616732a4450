import assert from "node:assert/strict";
import type { TreeFiles } from "../../build/content_tree.ts";
import { type CalendarEvent, readCalendar } from "./calendar.ts";
import { type World, world } from "../../support/world.ts";

const NOW = "2026-07-04T03:00:00Z";
const FEEDS = [
  ...["theater.ics", "events.ics", "birthdays.ics", "schedule.ics", "news.atom", "news.json"],
];

Deno.test("a calendar is text that comes back in an hour", async () => {
  await using app = await world({ content: "content", now: NOW });
  for (const path of ["/api/groupa/schedule.ics", "/api/groupb/theater.ics"]) {
    const answer = await app.ask(path);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "text/calendar; charset=utf-8");
    assert.equal(answer.headers.get("cache-control"), "private, max-age=3600");
    const text = await answer.text();
    assert.ok(text.startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"));
    assert.ok(text.endsWith("END:VEVENT\r\nEND:VCALENDAR\r\n"));
    assert.match(text, /^REFRESH-INTERVAL;VALUE=DURATION:PT1H\r$/m);
    assert.match(text, /^X-PUBLISHED-TTL:PT1H\r$/m);
  }
});

Deno.test("a refusal of a calendar or feed is never a 200", async () => {
  await using app = await world({ content: "content", now: NOW });
  for (const name of FEEDS) {
    for (const group of ["groupa", "groupb"]) {
      const path = `/api/${group}/${name}`;
      // The feeds of groupa are public.
      const status = group === "groupa" ? 200 : 403;
      assert.equal((await app.ask(path, { key: null })).status, status, path);
      assert.equal((await app.ask(path, { key: "J-osb_nobody" })).status, 403, path);
      assert.equal((await app.ask(path, { method: "DELETE" })).status, 405, path);
    }
  }
  assert.equal((await app.ask("/api/groupa/theater.ics?member=nobody")).status, 400);
  assert.equal((await app.ask("/api/groupa/theater.ics?member=")).status, 400);
});

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

const KEPT = "show-kept.groupa@oshibase.example";
const EDITED = "show-edited.groupa@oshibase.example";
const GONE = "show-gone.groupa@oshibase.example";
const UNTIMED = "event-untimed.groupa@oshibase.example";

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

Deno.test("another leap-day custom is another version of the birthdays on that day", async () => {
  await using app = await createPlace({
    "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nbirth_date: 2004-02-29\n",
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nbirth_date: 2004-03-01\n",
  });
  const path = "/api/groupa/birthdays.ics";
  const before = await calendarText(app, path);
  app.at(CHANGES_FROM + DAY_MS);
  await app.edit({
    "groupa/group.yaml": "name: Group A\nfamily: bare\nleap_day: mar1\n",
  });
  const after = await calendarText(app, path);
  const uidOf = (slug: string) => `member-${slug}.groupa@oshibase.example`;
  assert.notEqual(eventText(after, uidOf("aya-putri")), eventText(before, uidOf("aya-putri")));
  assert.deepEqual(
    (await calendar(app, path)).map(({ title, sequence }) => [title, sequence - FIRST_SEQUENCE]),
    [["Aya Putri's birthday", 86_400], ["Bela Sari's birthday", 0]],
  );
  assert.equal(eventText(after, uidOf("bela-sari")), eventText(before, uidOf("bela-sari")));
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

Deno.test("feeds and calendars have the same bytes in both families", async () => {
  await using bare = await createPlace();
  await using wrapped = await createPlace({
    "groupa/group.yaml": "name: Group A\nfamily: wrapped\n",
  });
  const feeds = ["theater.ics", "events.ics", "birthdays.ics", "news.atom", "news.json"];
  for (const name of [...feeds, "schedule.ics", "birthdays.ics?status=active"]) {
    const [one, other] = await Promise.all(
      [bare, wrapped].map(async (app) => await (await app.ask(`/api/groupa/${name}`)).text()),
    );
    assert.equal(one, other);
  }
  const schedule = await calendar(wrapped, "/api/groupa/schedule.ics");
  assert.deepEqual(schedule.map(({ uid }) => uid), [EDITED, GONE, KEPT, UNTIMED]);
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
