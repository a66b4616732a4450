import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";
import { REPOSITORY, TRIO } from "../support/contents.ts";

interface Event {
  id: string;
  date: string;
}

function ids(events: Event[]): string {
  return events.map(({ id }) => id).join(" ");
}

Deno.test("events are newest first, and their dates are local timestamps", async () => {
  await using app = await createProgram(REPOSITORY);
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
  await using app = await createProgram(TRIO);
  assert.equal(ids(await app.json(`/api/kembang/events${query}`)), expected);
});

Deno.test.each([
  ["2026-05-02-konser", "concert", false],
  ["evt-13", "handshake", false],
  ["2026-07-04-offair", "offair", true],
  ["2026-08-08-radio", "other", true],
  ["2026-08-09-lain", "other", true],
])("the event %s is of type %s, upcoming: %s", async (id, type, isUpcoming) => {
  await using app = await createProgram(TRIO);
  const event = await app.json(`/api/kembang/events/${id}`);
  assert.equal(event.type, type);
  assert.equal(event.is_upcoming, isUpcoming);
});

Deno.test("both shapes of SPEC 2.5 stand in one object", async () => {
  await using app = await createProgram(TRIO);
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
