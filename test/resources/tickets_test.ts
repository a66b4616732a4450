import assert from "node:assert/strict";
import type { TreeFiles } from "../build/content_tree.ts";
import { world } from "../support/world.ts";
import { readCalendar } from "../addons/calendars/calendar.ts";

const TICKETS = `tickets:
  - { type: VIP, price: Rp250.000, sale_from: 2026-07-10 10:00, url: https://t.example/vip }
  - { type: Umum, price: 150000, sale_from: "2026-07-10T03:00:00Z" }
  - { type: Sisa, sale_from: 2026-07-12 }
  - { type: Gratis }
`;
const FILES: TreeFiles = {
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
  world({ content: { ...FILES, ...more }, now });

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
  const calendar = await (await app.ask("/api/groupa/theater.ics?tickets=true")).text();
  assert.equal(readCalendar(calendar).length, 5);
});

Deno.test("calendars have the beginnings of sales where they are asked for them", async () => {
  await using app = await started("2026-07-09T00:00:00Z");
  const text = async (path: string) => await (await app.ask(`/api/groupa/${path}`)).text();
  const events = async (path: string) => readCalendar(await text(path));
  const plain = (await events("theater.ics")).map(({ title }) => title).sort();
  assert.deepEqual(plain, ["Elsewhere", "Off", "Sold"]);
  const all = await events("theater.ics?tickets=true");
  const sales = all.filter(({ uid }) => uid.startsWith("ticket-"))
    .map(({ uid, title, status, start, end }) => [uid.split(".")[0], title, status, start, end]);
  assert.deepEqual(sales.sort(), [
    [
      "ticket-show-off-1",
      "Tiket mulai dijual: Off",
      "CANCELLED",
      "2026-07-11T03:00:00Z",
      "2026-07-11T03:30:00Z",
    ],
    [
      "ticket-show-sold-1",
      "Tiket mulai dijual: Sold",
      "CONFIRMED",
      "2026-07-10T03:00:00Z",
      "2026-07-10T03:30:00Z",
    ],
    ["ticket-show-sold-2", "Tiket mulai dijual: Sold", "CONFIRMED", "2026-07-12", "2026-07-13"],
  ]);
  const written = await text("theater.ics?tickets=true");
  assert.match(written, /DESCRIPTION:VIP\\, Rp250\.000\\nUmum\\, 150000\r\n/);
  assert.match(written, /URL:https:\/\/t\.example\/vip\r\n/);
  assert.equal(all.length, 6);
  assert.equal((await events("events.ics?tickets=true")).length, 2);
  assert.equal((await events("schedule.ics?tickets=true")).length, 8);
  assert.equal((await events("theater.ics?tickets=true&member=aya")).length, 3);
  assert.equal((await app.ask("/api/groupa/theater.ics?tickets=ja")).status, 400);
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
  assert.equal(month.match(/tiket mulai dijual/g)?.length, 4);
});

Deno.test("datasets have tickets, and nothing that the clock counts", async () => {
  await using app = await started("2026-07-09T00:00:00Z");
  const lines = (await (await app.ask("/v1/dataset/groupa.ndjson")).text()).trim().split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(lines.find(({ id, kind }) => kind === "show" && id === "sold").tickets.length, 4);
  for (const line of lines) {
    for (const field of ["stats", "performed", "by_member", "milestones"]) {
      assert.equal(field in line, false, `${line.kind}: ${field}`);
    }
  }
});
