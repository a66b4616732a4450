import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

interface Event {
  id: string;
  date: string;
}

function ids(events: Event[]): string {
  return events.map(({ id }) => id).join(" ");
}

Deno.test("events are newest first, and their dates are local timestamps", async () => {
  await using app = await world(REPOSITORY);
  const events: Event[] = await app.json("/api/groupa/events");
  assert.ok(events.length > 10);
  for (const { date } of events) assert.match(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+07:00$/);
  const days = events.map(({ date }) => date.slice(0, 10));
  assert.deepEqual(days, days.toSorted().reverse());
});

Deno.test.each([
  ["", "2026-08-09-lain 2026-08-08-radio 2026-07-04-offair evt-13 2026-05-02-konser"],
  ["?from=2026-08-01", "2026-08-09-lain 2026-08-08-radio"],
  ["?to=2026-06-13", "evt-13 2026-05-02-konser"],
  ["?from=2026-07-04&to=2026-07-04", "2026-07-04-offair"],
  ["?from=2026-07-05&to=2026-07-04", ""],
])("/api/kembang/events%s", async (query, expected) => {
  await using app = await world(TRIO);
  assert.equal(ids(await app.json(`/api/kembang/events${query}`)), expected);
});

Deno.test.each([
  ["2026-05-02-konser", "concert", false],
  ["evt-13", "handshake", false],
  ["2026-07-04-offair", "offair", true],
  ["2026-08-08-radio", "other", true],
  ["2026-08-09-lain", "other", true],
])("the event %s is of type %s, upcoming: %s", async (id, type, isUpcoming) => {
  await using app = await world(TRIO);
  const event = await app.json(`/api/kembang/events/${id}`);
  assert.equal(event.type, type);
  assert.equal(event.is_upcoming, isUpcoming);
});

Deno.test("both shapes of SPEC 2.5 stand in one object", async () => {
  await using app = await world(TRIO);
  assert.deepEqual(await app.json("/api/kembang/events/evt-13"), {
    id: "evt-13",
    title: "Jabat Tangan",
    date: "2026-06-13T10:00:00+07:00",
    venue: "",
    description: "Dibatalkan karena hujan.",
    label: "https://img.kembang.example/handshake.png",
    url: "https://kembang.example/event/13",
    members: ["Ayu Lestari", "Bintang Tamu"],
    type: "handshake",
    is_upcoming: false,
    state: "cancelled",
  });
});

interface Item {
  id: string;
  date: string;
  start_at: string;
  status: string;
  is_upcoming: boolean;
  type: string;
}

async function idsAt(now: string, query: string): Promise<string> {
  await using app = await world({ ...TRIO, now });
  const { total, data } = await app.json(`/api/melati/schedule${query}`);
  assert.equal(total, data.length);
  return data.map(({ id }: Item) => id.replace(/^20\d\d-/, "")).join(" ");
}

Deno.test.each([
  // 18:00 on 4 July in Kuala Lumpur: the matinee has begun, two are still to come.
  ["", "08-01-fair m-11 07-05-radio 07-04-untimed 07-04-meet 07-04-matinee 06-27-dawn"],
  ["?status=today", "07-04-matinee 07-04-meet 07-04-untimed"],
  ["?status=upcoming", "07-04-meet 07-04-untimed 07-05-radio m-11 08-01-fair"],
  ["?status=past", "07-04-matinee 06-27-dawn"],
])("schedule%s is in the contract's order", async (query, expected) => {
  assert.equal(await idsAt(TRIO.now, query), expected);
});

Deno.test.each([
  ["2026-07-04T15:59:59.999Z", "?status=today", "07-04-matinee 07-04-meet 07-04-untimed"],
  ["2026-07-04T16:00:00.000Z", "?status=today", "07-05-radio"],
  ["2026-07-05T16:00:00.000Z", "?status=today", ""],
  ["2026-07-04T16:00:00.000Z", "?status=upcoming", "m-11 08-01-fair"],
  [
    "2026-07-04T16:00:00.000Z",
    "?status=past",
    "07-05-radio 07-04-untimed 07-04-meet 07-04-matinee 06-27-dawn",
  ],
])("at %s schedule%s is %j", async (now, query, expected) => {
  assert.equal(await idsAt(now, query), expected);
});

Deno.test("an item's own status is today on its day, before and after its start", async () => {
  await using app = await world(TRIO);
  const seen: Record<string, string> = {};
  for (const { id, status, is_upcoming } of (await app.json("/api/melati/schedule")).data) {
    seen[id] = `${status} ${is_upcoming}`;
  }
  assert.deepEqual(seen, {
    "2026-08-01-fair": "upcoming true",
    "m-11": "upcoming true",
    "2026-07-05-radio": "upcoming true",
    "2026-07-04-untimed": "today true",
    "2026-07-04-meet": "today true",
    "2026-07-04-matinee": "today false",
    "2026-06-27-dawn": "past false",
  });
});

Deno.test("shows are theater, television and radio are media, the rest events or other", async () => {
  await using app = await world(TRIO);
  const { data } = await app.json("/api/melati/schedule");
  const types = Object.fromEntries(data.map(({ id, type }: Item) => [id, type]));
  assert.equal(types["2026-06-27-dawn"], "theater");
  assert.equal(types["2026-07-04-meet"], "event");
  assert.equal(types["2026-07-05-radio"], "media");
  assert.equal(types["2026-08-01-fair"], "other");
});

Deno.test("the repository's schedule splits into upcoming and past, each in its order", async () => {
  await using app = await world(REPOSITORY);
  const listOf = async (query: string): Promise<Item[]> =>
    (await app.json(`/api/groupb/schedule${query}`)).data;
  const starts = (items: Item[]) => items.map(({ start_at }) => Date.parse(start_at));
  const ids = (items: Item[]) => items.map(({ id }) => id).toSorted();
  const all = await listOf("");
  const upcoming = await listOf("?status=upcoming");
  const past = await listOf("?status=past");
  const today = await listOf("?status=today");
  assert.deepEqual(starts(all), starts(all).toSorted((one, other) => other - one));
  assert.deepEqual(starts(past), starts(past).toSorted((one, other) => other - one));
  assert.deepEqual(starts(upcoming), starts(upcoming).toSorted((one, other) => one - other));
  assert.deepEqual(starts(today), starts(today).toSorted((one, other) => one - other));
  assert.ok(today.length > 1 && upcoming.length > 50 && past.length > 50);
  assert.deepEqual(ids([...upcoming, ...past]), ids(all));
  assert.ok(today.every(({ date, status }) => date === "2026-11-21" && status === "today"));
  for (const { is_upcoming } of upcoming) assert.equal(is_upcoming, true);
  for (const { is_upcoming } of past) assert.equal(is_upcoming, false);
});
