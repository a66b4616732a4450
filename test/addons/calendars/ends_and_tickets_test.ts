import assert from "node:assert/strict";
import type { TreeFiles } from "../../build/content_tree.ts";
import { type CalendarEvent, readCalendar } from "./calendar.ts";
import { type World, world } from "../../support/world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse("2026-07-01T00:00:00Z");
const FIRST_SEQUENCE = 181 * 86_400;

const entry = (more: string, time = 'time: "19:00"\n') =>
  `title: A\ndate: 2026-07-20\n${time}${more}`;

const group = (more: string) =>
  `name: Group A\nfamily: bare\ntimezone: Asia/Jakarta\npublic: feeds\n${more}`;

const FILES: TreeFiles = {
  "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
  "groupa/events/2026-02-22-jabat-tangan.yaml": null,
  "groupa/group.yaml": group("show_duration: 1h 30m\n"),
  "groupa/shows/own.yaml": entry('duration: "2:45"\n'),
  "groupa/shows/usual.yaml": entry(""),
  "groupa/shows/night.yaml": entry("duration: 24h\n", 'time: "23:30"\n'),
  "groupa/shows/untimed.yaml": entry("duration: 3h\n", ""),
  "groupa/events/own.yaml": entry("duration: 4h\n"),
  "groupa/events/usual.yaml": entry(""),
};

/** What calendars and answers say of the end: an instant of UTC or a day, and a local timestamp. */
const ENDS: Readonly<Record<string, readonly [string, string | undefined]>> = {
  "show-own": ["2026-07-20T14:45:00Z", "2026-07-20T21:45:00+07:00"],
  "show-usual": ["2026-07-20T13:30:00Z", "2026-07-20T20:30:00+07:00"],
  "show-night": ["2026-07-21T16:30:00Z", "2026-07-21T23:30:00+07:00"],
  "show-untimed": ["2026-07-21", undefined],
  "event-own": ["2026-07-20T16:00:00Z", "2026-07-20T23:00:00+07:00"],
  // Answers say of an event what its own file says alone.
  "event-usual": ["2026-07-20T13:30:00Z", undefined],
};

async function createPlace(more: TreeFiles = {}) {
  const now = new Date(NOW).toISOString();
  const app = await world({ content: { ...FILES, ...more }, now });
  await app.announce();
  return app;
}

async function eventsOf(app: World, path: string): Promise<Map<string, CalendarEvent>> {
  const text = await (await app.ask(path)).text();
  return new Map(readCalendar(text).map((event) => [event.uid.split(".")[0]!, event]));
}

Deno.test("calendars and answers say when something ends by its own length, else the group's", async () => {
  await using app = await createPlace();
  const events = await eventsOf(app, "/api/groupa/schedule.ics");
  assert.deepEqual(
    Object.fromEntries([...events].map(([name, { end }]) => [name, end])),
    Object.fromEntries(Object.entries(ENDS).map(([name, [end]]) => [name, end])),
  );
  const { theater } = await app.json("/api/groupa/theater?page=1");
  for (
    const [kind, list] of [
      ["show", await app.json("/api/groupa/theater")],
      ["show", theater],
      ["event", await app.json("/api/groupa/events")],
    ]
  ) {
    for (const item of list) {
      const [, end] = ENDS[`${kind}-${item.id}`]!;
      assert.equal(item.end_at, end, item.id);
      assert.equal("end_at" in item, end !== undefined, "it is absent where it is unknown");
    }
  }
  assert.equal((await app.json("/api/groupa/theater/own")).end_at, ENDS["show-own"]![1]);
  const rows = await (await app.ask("/v1/dataset/groupa.ndjson?kind=show")).text();
  const own = rows.trim().split("\n").map((row) => JSON.parse(row)).find(({ id }) => id === "own");
  assert.equal(own.end_at, ENDS["show-own"]![1]);
});

Deno.test("an end is counted in time that passes, also over a change to summer time", async () => {
  await using app = await createPlace({
    "groupa/group.yaml": "name: Group A\nfamily: bare\ntimezone: America/New_York\n",
    "groupa/shows/own.yaml": 'title: A\ndate: 2027-03-13\ntime: "23:00"\nduration: 6h\n',
  });
  const { end_at, start_at } = await app.json("/api/groupa/theater/own");
  assert.equal(end_at, "2027-03-14T06:00:00-04:00");
  assert.equal(Date.parse(end_at) - Date.parse(start_at), 6 * HOUR_MS);
  const events = await eventsOf(app, "/api/groupa/theater.ics");
  assert.equal(Date.parse(events.get("show-own")!.end), Date.parse(end_at));
});

Deno.test("another length of the group's shows is another version of those that take it, and of no other", async () => {
  await using app = await createPlace();
  const before = await eventsOf(app, "/api/groupa/schedule.ics");
  const { build } = app.index;
  app.at(NOW + DAY_MS);
  await app.edit({ "groupa/group.yaml": group("show_duration: 2h 10m\n") });
  const after = await eventsOf(app, "/api/groupa/schedule.ics");
  for (const [name, event] of after) {
    const isUsual = name.endsWith("-usual");
    assert.equal(event.sequence - FIRST_SEQUENCE, isUsual ? 86_400 : 0, name);
    assert.equal(event.end === before.get(name)!.end, !isUsual, name);
    assert.equal(event.start, before.get(name)!.start);
  }
  const { data } = await app.json(`/v1/changes?since=${build}`);
  assert.deepEqual(data, [
    { group: "groupa", kind: "show", id: "usual", change: "changed", fields: ["duration"] },
  ]);
});

Deno.test("what is taken out of the schedule keeps its length while it is told as cancelled", async () => {
  await using app = await createPlace();
  const gone = ["shows/own", "shows/usual", "shows/untimed", "events/own", "events/usual"];
  app.at(NOW + DAY_MS);
  await app.edit(Object.fromEntries(gone.map((name) => [`groupa/${name}.yaml`, null])));
  const events = await eventsOf(app, "/api/groupa/schedule.ics");
  for (const [name, { end, status }] of events) {
    assert.equal(end, ENDS[name]![0], name);
    assert.equal(status, name === "show-night" ? "CONFIRMED" : "CANCELLED");
  }
  assert.equal(events.size, 6);
});

const TICKETS = `tickets:
  - { type: VIP, price: Rp250.000, sale_from: 2026-07-10 10:00, url: https://t.example/vip }
  - { type: Umum, price: 150000, sale_from: "2026-07-10T03:00:00Z" }
  - { type: Sisa, sale_from: 2026-07-12 }
  - { type: Gratis }
`;

const SALES: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\npublic: site\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
  "groupa/shows/sold.yaml":
    `title: Sold\ndate: 2026-07-20\ntime: "19:00"\nmembers: [Aya]\nurl: https://t.example/\n${TICKETS}` +
    "stream: { url: https://www.idn.app/groupa, price: Rp50.000 }\n",
  "groupa/shows/off.yaml": 'title: Off\ndate: 2026-07-21\ntime: "19:00"\nstate: cancelled\n' +
    "tickets: [{ sale_from: 2026-07-11 10:00 }]\nstream: { url: https://a.example/ }\n",
  "groupa/shows/elsewhere.yaml":
    'title: Elsewhere\ndate: 2026-07-19\ntime: "19:00"\nstream: { url: https://a.example/live }\n',
  "groupa/events/konser.yaml":
    'title: Konser\ndate: 2026-07-30\ntime: "18:00"\ntickets: [{ sale_from: 2026-07-13 12:00 }]\n',
};

const started = (now: string, more: TreeFiles = {}) =>
  world({ content: { ...SALES, ...more }, now });

Deno.test("shows and events have their tickets and stream, with instants in the group's zone", async () => {
  await using app = await started("2026-07-09T00:00:00Z");
  const shows = await app.json("/api/groupa/theater");
  const { tickets, stream } = shows.find(({ id }: { id: string }) => id === "sold");
  assert.deepEqual(tickets, [
    {
      type: "VIP",
      price: "Rp250.000",
      sale_from: "2026-07-10T10:00:00+07:00",
      url: "https://t.example/vip",
    },
    { type: "Umum", price: "150000", sale_from: "2026-07-10T10:00:00+07:00" },
    { type: "Sisa", sale_from: "2026-07-12T00:00:00+07:00" },
    { type: "Gratis" },
  ]);
  assert.deepEqual(stream, { url: "https://www.idn.app/groupa", price: "Rp50.000" });
  const [event] = await app.json("/api/groupa/events");
  assert.deepEqual(event.tickets, [{ sale_from: "2026-07-13T12:00:00+07:00" }]);
  assert.equal("stream" in event, false);
});

Deno.test("live/upcoming has the streams of shows until they begin", async () => {
  await using app = await started("2026-07-09T00:00:00Z");
  const upcoming = async (query = "") =>
    (await app.json(`/api/groupa/live/upcoming${query}`))
      .map(({ id, type, url }: Record<string, string>) => [id, type, url]);
  const sold = ["show-sold", "idn", "https://www.idn.app/groupa"];
  assert.deepEqual(await upcoming(), [["show-elsewhere", "other", "https://a.example/live"], sold]);
  assert.deepEqual(await upcoming("?member=aya"), [sold]);
  app.at("2026-07-19T11:59:59.999Z");
  assert.equal((await upcoming()).length, 2);
  app.at("2026-07-19T12:00:00Z");
  assert.deepEqual(await upcoming(), [sold]);
});

Deno.test("an address that no browser reads harms neither the build nor a page", async () => {
  await using app = await started("2026-07-09T00:00:00Z", {
    "groupa/shows/sold.yaml": 'title: Sold\ndate: 2026-07-20\ntime: "19:00"\nurl: "https://["\n' +
      'tickets: [{ sale_from: 2026-07-10, url: "https://[" }]\nstream: { url: "https://[" }\n',
  });
  for (const path of ["shows/sold", "calendar?month=2026-07"]) {
    assert.equal((await app.ask(`/groups/groupa/${path}`)).status, 200);
  }
  assert.equal((await app.json("/api/groupa/live/upcoming")).length, 2);
  assert.equal((await eventsOf(app, "/api/groupa/theater.ics")).size, 3);
});

Deno.test("pages name tickets, sales and streams, and the month has the days of sales", async () => {
  await using app = await started("2026-07-09T00:00:00Z");
  const page = async (path: string) => await (await app.ask(`/groups/groupa/${path}`)).text();
  const show = await page("shows/sold");
  assert.match(show, /https:\/\/t\.example\/vip/);
  assert.match(show, /dijual mulai/);
  assert.match(show, /https:\/\/www\.idn\.app\/groupa/);
  assert.match(show, /"validFrom":"2026-07-10T10:00:00\+07:00"/);
  app.at("2026-07-10T03:00:00Z");
  assert.match(await page("shows/sold"), /dijual sejak/);
  const month = await page("calendar?month=2026-07");
  assert.equal(month.match(/Tiket mulai dijual: /g)?.length, 4);
});
