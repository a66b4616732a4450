import assert from "node:assert/strict";
import type { TreeFiles } from "../../build/content_tree.ts";
import { createFaultyKv, type Fault, type FaultyKv } from "../../support/faulty_kv.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import type { Program } from "../../support/program.ts";
import { createPlace } from "./place.ts";

/** Eight in the evening, an hour after the first show begins in Jakarta. */
const BEGIN = Date.parse("2026-07-03T12:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const tonight = (more = "") =>
  `setlist: Jendela Pagi\ndate: 2026-07-03\ntime: "19:00"\nmembers: [Aya, Bela, Tamu]\n${more}`;

const FILES: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\nshows_complete: true\nguests: [Tamu]\n",
  "groupa/members/bela-sari.yaml":
    "name: Bela Sari\nnicknames: [Bela]\nshows_before: { total: 7, by_setlist: [{ setlist: Jendela Pagi, count: 7 }] }\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
  "groupa/shows/tonight.yaml": tonight(),
};

Deno.test("a milestone is sent at the second at which its show begins, once by eight processes, and stays", async () => {
  await using place = await createPlace({
    ...FILES,
    "groupa/shows/off.yaml": tonight("state: cancelled\n"),
    "groupa/shows/draft.yaml": tonight("draft: true\n"),
  }, BEGIN - 2 * HOUR);
  for (let n = 0; n < 8; n++) await place.start();
  place.clock.set(BEGIN - 10_000);
  await place.clock.advance(9_999);
  assert.deepEqual(await place.told("&type=show.milestone"), []);
  await place.clock.advance(1);
  const [event, ...others] = await place.told("&type=show.milestone");
  assert.deepEqual(others, []);
  assert.deepEqual([event.at, event.data.id, event.data.is_upcoming], [
    new Date(BEGIN).toISOString(),
    "tonight",
    false,
  ]);
  assert.deepEqual(event.data.milestones, [
    { id: "aya-putri", name: "Aya Putri", count: 1 },
    { id: "aya-putri", name: "Aya Putri", count: 1, setlist: "Jendela Pagi" },
  ]);
  assert.equal((await place.told("&type=show.milestone&member=aya-putri")).length, 1);
  // She was in the show and reaches nothing with it.
  assert.equal((await place.told("&type=show.milestone&member=bela-sari")).length, 0);
  await place.rebuild({ "groupa/shows/tonight.yaml": tonight("state: cancelled\n") });
  const { milestones } = await place.programs[0]!.json("/api/groupa/theater/tonight");
  assert.deepEqual(milestones, []);
  // Nor is it sent again if the show takes place after all.
  await place.rebuild({ "groupa/shows/tonight.yaml": tonight() });
  await place.clock.advance(HOUR);
  const again = await place.told("&type=show.milestone");
  assert.deepEqual(again.map(({ id }) => id), [event.id]);
});

Deno.test("a milestone of a show that is moved to a later day is sent then", async () => {
  await using place = await createPlace(FILES, BEGIN - 2 * HOUR);
  await place.start();
  await place.rebuild({
    "groupa/shows/tonight.yaml": tonight().replace("2026-07-03", "2026-07-04"),
  });
  place.clock.set(BEGIN + 24 * HOUR - 2_000);
  await place.clock.advance(1_999);
  assert.equal((await place.told("&type=show.milestone")).length, 0);
  await place.clock.advance(1);
  assert.equal((await place.told("&type=show.milestone")).length, 1);
});

for (const [hours, count] of [[23, 1], [25, 0]] as const) {
  Deno.test(`a milestone and a sale that fell due while nothing ran are ${count === 0 ? "not " : ""}sent ${hours} hours later`, async () => {
    await using place = await createPlace({
      ...FILES,
      "groupa/events/konser.yaml":
        'title: Konser\ndate: 2026-08-30\ntime: "18:00"\ntickets: [{ sale_from: 2026-07-03 19:00 }]\n',
    }, BEGIN - 2 * HOUR);
    await (await place.start()).service.close();
    place.clock.set(BEGIN + hours * HOUR);
    await place.start();
    assert.equal((await place.told("&type=show.milestone")).length, count);
    assert.equal((await place.told("&type=ticket.sale")).length, count);
  });
}

Deno.test("where content does not know all her shows, no milestone is sent", async () => {
  await using place = await createPlace({
    ...FILES,
    "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Tamu]\n",
  }, BEGIN - 2 * HOUR);
  await place.start();
  place.clock.set(BEGIN - 2_000);
  await place.clock.advance(HOUR);
  assert.deepEqual(await place.told("&type=show.milestone"), []);
});

Deno.test("a sale is sent at its second, once by two processes, of a show and an event with one id", async () => {
  const sold = (title: string, more = "") =>
    `id: X-1\ntitle: ${title}\ndate: 2026-07-20\ntime: "19:00"\nmembers: [Aya]\n${more}tickets:\n` +
    "  - { type: VIP, price: Rp250.000, sale_from: 2026-07-03 19:00, url: https://t.example/ }\n" +
    "  - { type: Umum, sale_from: 2026-07-03 20:00 }\n";
  await using place = await createPlace({
    ...FILES,
    "groupa/shows/tonight.yaml": null,
    "groupa/shows/sold.yaml": sold("Show"),
    "groupa/events/sold.yaml": sold("Event"),
    "groupa/shows/off.yaml": sold("Off", "state: cancelled\n").replace("X-1", "X-2"),
    "groupa/shows/late.yaml": sold("Late", "state: postponed\n").replace("X-1", "X-3"),
  }, BEGIN - 2 * HOUR);
  await place.start();
  await place.start();
  place.clock.set(BEGIN - 2_000);
  await place.clock.advance(1_999);
  assert.deepEqual(await place.told("&type=ticket.sale"), []);
  await place.clock.advance(1);
  const events = await place.told("&type=ticket.sale");
  assert.deepEqual(events.map(({ data }) => [data.kind, data.id, data.title]).sort(), [
    ["event", "X-1", "Event"],
    ["show", "X-1", "Show"],
  ]);
  for (const { at, data } of events) {
    assert.equal(at, new Date(BEGIN).toISOString());
    assert.equal(data.sale_from, "2026-07-03T19:00:00+07:00");
    assert.deepEqual(data.tickets.map(({ type }: { type: string }) => type), ["VIP"]);
  }
  place.clock.set(BEGIN + HOUR - 2_000);
  await place.clock.advance(2_000);
  assert.equal((await place.told("&type=ticket.sale&member=aya-putri")).length, 4);
});

const SOLD: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\nshows_complete: true\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml":
    "setlist: Jendela Pagi\ndate: 2026-08-04\ntickets: [{ sale_from: 2026-07-03 19:00 }]\n",
  "groupa/shows/tonight.yaml":
    'setlist: Jendela Pagi\ndate: 2026-07-03\ntime: "19:00"\nmembers: [Aya]\n',
};

/** Processes whose lines to the store may fail: the show begins soon. */
async function openLines(count: number) {
  const store = createMemoryKv();
  const lines: FaultyKv[] = [];
  const place = await createPlace(SOLD, BEGIN - 5 * MINUTE);
  const start = async () => {
    lines.push(createFaultyKv(store, { clock: place.clock }));
    return await place.start(lines.at(-1));
  };
  for (let n = 0; n < count; n++) await start();
  return { ...place, lines, start };
}

const DETAIL = "/api/groupa/member-detail?url=aya-putri";

/** How many shows she has had by an answer, and the milestones of tonight. */
async function counted(program: Program): Promise<[shows: number, milestones: number]> {
  const { stats } = await program.json(DETAIL);
  const { milestones } = await program.json("/api/groupa/theater/tonight");
  return [stats.shows.total, milestones.length];
}

const ONCE = ["show.milestone", "ticket.sale"];

/** What the lines do from the begin on: all calls fail for a time, or the next commits do. */
const TROUBLES: Readonly<Record<string, (line: FaultyKv) => void>> = {
  "is out of reach": (line) => line.outOfReach = true,
  "refuses commits": (line) => line.nextCommits.push(...Array<Fault>(3).fill("refused")),
  "loses its replies": (line) => line.nextCommits.push(...Array<Fault>(3).fill("reply_lost")),
  "commits late": (line) => line.nextCommits.push(...Array<Fault>(3).fill({ lateMs: 3000 })),
};

for (const [name, begin] of Object.entries(TROUBLES)) {
  Deno.test(`counts turn at a show's begin while the store ${name}, and its events come once`, async () => {
    await using place = await openLines(3);
    place.clock.set(BEGIN - 10_000);
    await place.clock.advance(9_999);
    for (const line of place.lines) begin(line);
    const calls = () =>
      place.lines.reduce((sum, { sent: { reads, commits } }) => sum + reads + commits, 0);
    const before = calls();
    for (const program of place.programs) assert.deepEqual(await counted(program), [0, 0]);
    await place.clock.advance(1);
    for (const program of place.programs) assert.deepEqual(await counted(program), [1, 2]);
    await place.clock.advance(30_000);
    const isMet = place.lines.some(({ nextCommits }) => nextCommits.length < 3);
    assert.ok(calls() > before && isMet, "nothing has met the trouble");
    for (const line of place.lines) line.outOfReach = false;
    for (let n = 0; n < 10; n++) await place.clock.advance(MINUTE);
    assert.deepEqual(
      (await place.told("&type=show.milestone,ticket.sale")).map(({ type }) => type).sort(),
      ONCE,
    );
  });
}

for (const end of ["crash_before", "crash_after"] as const) {
  Deno.test(`events of a show's begin come once if their process dies (${end})`, async () => {
    await using place = await openLines(1);
    place.clock.set(BEGIN - 10_000);
    await place.clock.advance(9_000);
    place.lines[0]!.nextCommits.push(end);
    await place.clock.advance(2_000);
    assert.ok(place.lines[0]!.crashed, "it wrote nothing");
    const next = await place.start();
    assert.deepEqual(await counted(next), [1, 2]);
    for (let n = 0; n < 5; n++) await place.clock.advance(MINUTE);
    assert.deepEqual(
      (await place.told("&type=show.milestone,ticket.sale")).map(({ type }) => type).sort(),
      ONCE,
    );
  });
}
