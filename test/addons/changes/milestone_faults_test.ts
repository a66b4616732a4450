import assert from "node:assert/strict";
import { writeTree } from "../../build/content_tree.ts";
import { createFaultyKv, type Fault, type FaultyKv } from "../../support/faulty_kv.ts";
import { createManualClock, type ManualClock, settle } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** Seven in the evening in Jakarta: the show begins, and the sale of the next one. */
const BEGIN = Date.parse("2026-07-03T12:00:00Z");
const MINUTE = 60_000;

const FILES = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\nshows_complete: true\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml":
    "setlist: Jendela Pagi\ndate: 2026-08-04\ntickets: [{ sale_from: 2026-07-03 19:00 }]\n",
  "groupa/shows/tonight.yaml":
    'setlist: Jendela Pagi\ndate: 2026-07-03\ntime: "19:00"\nmembers: [Aya]\n',
};

interface Place extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly lines: readonly FaultyKv[];
  readonly programs: readonly Program[];
  /** Another process, with a line of its own to the store. */
  start(): Promise<Program>;
}

/** Processes that share a store, each behind a line that may fail. */
async function createPlace(): Promise<Place> {
  const folder = await temporaryFolder();
  writeTree(folder.path, FILES);
  const clock = createManualClock(BEGIN - 5 * MINUTE);
  const store = createMemoryKv();
  const lines: FaultyKv[] = [];
  const programs: Program[] = [];
  return {
    ...{ clock, lines, programs },
    async start() {
      const kv = createFaultyKv(store, { clock });
      const program = await createProgram({ content: folder.path, clock, kv });
      lines.push(kv);
      programs.push(program);
      await program.service.announcer.sync();
      return program;
    },
    async [Symbol.asyncDispose]() {
      for (const [at, program] of programs.entries()) {
        if (!lines[at]!.crashed) await program[Symbol.asyncDispose]();
      }
      await folder[Symbol.asyncDispose]();
    },
  };
}

const DETAIL = "/api/groupa/member-detail?url=aya-putri";

/** How many shows she has had by an answer, and the milestones of tonight. */
async function counted(program: Program): Promise<[shows: number, milestones: number]> {
  const { stats } = await program.json(DETAIL);
  const { milestones } = await program.json("/api/groupa/theater/tonight");
  return [stats.shows.total, milestones.length];
}

async function told(program: Program): Promise<string[]> {
  await program.service.events.sync();
  await settle();
  const { data } = await program.json("/v1/events?limit=1000&type=show.milestone,ticket.sale");
  return data.map(({ type }: { type: string }) => type).sort();
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
    await using place = await createPlace();
    for (let n = 0; n < 3; n++) await place.start();
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
    for (const program of place.programs) assert.deepEqual(await told(program), ONCE);
  });
}

for (const end of ["crash_before", "crash_after"] as const) {
  Deno.test(`events of a show's begin come once if their process dies (${end})`, async () => {
    await using place = await createPlace();
    await place.start();
    place.clock.set(BEGIN - 10_000);
    await place.clock.advance(9_000);
    place.lines[0]!.nextCommits.push(end);
    await place.clock.advance(2_000);
    assert.ok(place.lines[0]!.crashed, "it wrote nothing");
    const next = await place.start();
    assert.deepEqual(await counted(next), [1, 2]);
    for (let n = 0; n < 5; n++) await place.clock.advance(MINUTE);
    assert.deepEqual(await told(next), ONCE);
  });
}
