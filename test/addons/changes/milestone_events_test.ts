import assert from "node:assert/strict";
import { LOGGED_EVENTS } from "../../../src/model/item/logged_event.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";
import { createManualClock, settle } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { assertShape } from "../../support/shapes.ts";
import { temporaryFolder } from "../../support/temporary.ts";

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

/** Processes that share a store and a clock; `rebuild` lets them serve other files. */
async function createPlace(more: TreeFiles = {}) {
  const folder = await temporaryFolder();
  const clock = createManualClock(BEGIN - 2 * HOUR);
  const kv = createMemoryKv();
  const programs: Program[] = [];
  let [files, builds, path] = [{ ...FILES, ...more } as TreeFiles, 0, ""];
  const write = () => writeTree(path = `${folder.path}/build-${++builds}`, files);
  write();
  return {
    clock,
    programs,
    async start() {
      const program = await createProgram({ content: path, clock, kv });
      programs.push(program);
      await program.service.announcer.sync();
      return program;
    },
    async rebuild(changed: TreeFiles) {
      files = { ...files, ...changed };
      write();
      await clock.advance(1000);
      for (const program of programs) await program.swap(path, clock.now());
      await Promise.all(programs.map(({ service }) => service.announcer.sync()));
    },
    /** The events of some types so far, as callers read them. */
    async told(types: string, query = "") {
      const [program] = programs;
      await program!.service.events.sync();
      await settle();
      const { data } = await program!.json(`/v1/events?limit=1000&type=${types}${query}`);
      for (const event of data) {
        assertShape(LOGGED_EVENTS[event.type as keyof typeof LOGGED_EVENTS], event, event.type);
      }
      // deno-lint-ignore no-explicit-any
      return data as any[];
    },
    async [Symbol.asyncDispose]() {
      for (const program of programs) await program[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

Deno.test("a milestone is sent at the second at which its show begins, once by eight processes, and stays", async () => {
  await using place = await createPlace({
    "groupa/shows/off.yaml": tonight("state: cancelled\n"),
    "groupa/shows/draft.yaml": tonight("draft: true\n"),
  });
  for (let n = 0; n < 8; n++) await place.start();
  place.clock.set(BEGIN - 10_000);
  await place.clock.advance(9_999);
  assert.deepEqual(await place.told("show.milestone"), []);
  await place.clock.advance(1);
  const [event, ...others] = await place.told("show.milestone");
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
  assert.equal((await place.told("show.milestone", "&member=aya-putri")).length, 1);
  // She was in the show and reaches nothing with it.
  assert.equal((await place.told("show.milestone", "&member=bela-sari")).length, 0);
  await place.rebuild({ "groupa/shows/tonight.yaml": tonight("state: cancelled\n") });
  const { milestones } = await place.programs[0]!.json("/api/groupa/theater/tonight");
  assert.deepEqual(milestones, []);
  // Nor is it sent again if the show takes place after all.
  await place.rebuild({ "groupa/shows/tonight.yaml": tonight() });
  await place.clock.advance(HOUR);
  const again = await place.told("show.milestone");
  assert.deepEqual(again.map(({ id }) => id), [event.id]);
});

Deno.test("a milestone of a show that is moved to a later day is sent then", async () => {
  await using place = await createPlace();
  await place.start();
  await place.rebuild({
    "groupa/shows/tonight.yaml": tonight().replace("2026-07-03", "2026-07-04"),
  });
  place.clock.set(BEGIN + 24 * HOUR - 2_000);
  await place.clock.advance(1_999);
  assert.equal((await place.told("show.milestone")).length, 0);
  await place.clock.advance(1);
  assert.equal((await place.told("show.milestone")).length, 1);
});

for (const [hours, count] of [[23, 1], [25, 0]] as const) {
  Deno.test(`a milestone and a sale that fell due while nothing ran are ${count === 0 ? "not " : ""}sent ${hours} hours later`, async () => {
    await using place = await createPlace({
      "groupa/events/konser.yaml":
        'title: Konser\ndate: 2026-08-30\ntime: "18:00"\ntickets: [{ sale_from: 2026-07-03 19:00 }]\n',
    });
    await (await place.start()).service.close();
    place.clock.set(BEGIN + hours * HOUR);
    place.programs.splice(0);
    await place.start();
    assert.equal((await place.told("show.milestone")).length, count);
    assert.equal((await place.told("ticket.sale")).length, count);
  });
}

Deno.test("where content does not know all her shows, no milestone is sent", async () => {
  await using place = await createPlace({
    "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Tamu]\n",
  });
  await place.start();
  place.clock.set(BEGIN - 2_000);
  await place.clock.advance(HOUR);
  assert.deepEqual(await place.told("show.milestone"), []);
});

Deno.test("a sale is sent at its second, once by two processes, of a show and an event with one id", async () => {
  const sold = (title: string, more = "") =>
    `id: X-1\ntitle: ${title}\ndate: 2026-07-20\ntime: "19:00"\nmembers: [Aya]\n${more}tickets:\n` +
    "  - { type: VIP, price: Rp250.000, sale_from: 2026-07-03 19:00, url: https://t.example/ }\n" +
    "  - { type: Umum, sale_from: 2026-07-03 20:00 }\n";
  await using place = await createPlace({
    "groupa/shows/tonight.yaml": null,
    "groupa/shows/sold.yaml": sold("Show"),
    "groupa/events/sold.yaml": sold("Event"),
    "groupa/shows/off.yaml": sold("Off", "state: cancelled\n").replace("X-1", "X-2"),
    "groupa/shows/late.yaml": sold("Late", "state: postponed\n").replace("X-1", "X-3"),
  });
  await place.start();
  await place.start();
  place.clock.set(BEGIN - 2_000);
  await place.clock.advance(1_999);
  assert.deepEqual(await place.told("ticket.sale"), []);
  await place.clock.advance(1);
  const events = await place.told("ticket.sale");
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
  assert.equal((await place.told("ticket.sale", "&member=aya-putri")).length, 4);
});
