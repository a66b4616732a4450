import assert from "node:assert/strict";
import { EVENT_KINDS } from "../../../src/events/event.ts";
import { LOGGED_EVENTS } from "../../../src/model/item/logged_event.ts";
import type { Kv } from "../../../src/platform/kv.ts";
import { type TreeFiles, writeTree } from "../../build/content_tree.ts";
import { createManualClock, type ManualClock, settle } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { createProgram, type Program } from "../../support/program.ts";
import { assertShape } from "../../support/shapes.ts";
import { temporaryFolder } from "../../support/temporary.ts";

/** Noon in Jakarta. */
const NOW = Date.parse("2026-07-03T05:00:00Z");
const HOUR = 3_600_000;

const news = (title: string, more = "") =>
  `---\ntitle: ${title}\ndate: 2026-07-03\n${more}---\n\nText of ${title}.\n`;
const show = (title: string, more = "") =>
  `title: ${title}\ndate: 2026-07-20\ntime: "19:00"\nmembers: [Aya]\n${more}`;

const FILES: TreeFiles = {
  "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
  "groupa/shows/kept.yaml": show("Kept"),
  "groupa/shows/edited.yaml": show("Before"),
  "groupa/shows/off.yaml": show("Off"),
  "groupa/shows/gone.yaml": show("Gone", "venue: Balai\n"),
  "groupa/shows/past.yaml": 'title: Past\ndate: 2026-06-20\ntime: "19:00"\n',
};

/** Processes that share a store and a clock, each with the content that it was last given. */
async function createPlace(more: TreeFiles = {}, store: Kv = createMemoryKv()) {
  const folder = await temporaryFolder();
  const clock = createManualClock(NOW);
  const programs: Program[] = [];
  let files: Record<string, TreeFiles[string]> = { ...FILES, ...more };
  let builds = 0;
  let path = "";
  const write = () => writeTree(path = `${folder.path}/build-${++builds}`, files);
  write();
  return {
    clock,
    async start(kv = store) {
      const program = await createProgram({ content: path, clock, kv });
      programs.push(program);
      await program.service.announcer.sync();
      return program;
    },
    /** Builds other files now, and lets programs serve them at once. */
    async rebuild(served: readonly Program[], changed: TreeFiles, removed: readonly string[] = []) {
      files = { ...files, ...changed };
      for (const name of removed) files[name] = null;
      write();
      await clock.advance(1000);
      for (const program of served) await program.swap(path, clock.now());
      await Promise.all(served.map(({ service }) => service.announcer.sync()));
    },
    async [Symbol.asyncDispose]() {
      for (const program of programs) await program[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

// deno-lint-ignore no-explicit-any
async function told(program: Program, after = "0"): Promise<any[]> {
  await program.service.events.sync();
  await settle();
  const { data } = await program.json(`/v1/events?limit=1000&after=${after}`);
  for (const event of data) {
    assertShape(LOGGED_EVENTS[event.type as keyof typeof LOGGED_EVENTS], event, event.type);
  }
  return data;
}

// deno-lint-ignore no-explicit-any
const nameOf = ({ type, data }: any) => `${type} ${data.id ?? data.member_id ?? data.build ?? ""}`;

Deno.test("the first content that a store sees is no news, and each edit is told once", async () => {
  await using place = await createPlace();
  const program = await place.start();
  assert.deepEqual(await told(program), []);
  await place.rebuild([program], {
    "groupa/shows/edited.yaml": show("After"),
    "groupa/shows/off.yaml": show("Off", "state: cancelled\n"),
    "groupa/shows/past.yaml": 'title: Past\ndate: 2026-06-20\ntime: "20:00"\n',
    "groupa/shows/new.yaml": show("New"),
    "groupa/shows/draft.yaml": show("Draft", "draft: true\n"),
    "groupa/news/fresh.md": news("Fresh"),
    "groupa/news/history.md": "---\ntitle: History\ndate: 2026-06-03\n---\n\nOld.\n",
    "groupa/releases/lagu.yaml": "title: Lagu\ntype: single\nrelease_date: 2026-07-01\n",
    "groupa/releases/kuno.yaml": "title: Kuno\ntype: single\nrelease_date: 2020-07-01\n",
    "groupa/members/cici.yaml": "name: Cici\njoined: 2026-07-01\n",
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\ngraduated: 2026-07-02\n",
  }, ["groupa/shows/gone.yaml"]);
  const events = await told(program);
  const counts = events.at(-1);
  assert.deepEqual(events.slice(0, -1).map(nameOf).sort(), [
    "member.graduated bela-sari",
    "member.joined cici",
    "news.published fresh",
    "release.added lagu",
    "show.added new",
    "show.cancelled gone",
    "show.cancelled off",
    "show.changed edited",
  ]);
  assert.equal(counts.type, "content.changed");
  assert.deepEqual(counts.data, {
    build: program.catalog.index.build,
    ...{ added: 6, changed: 4, removed: 1 },
    kinds: {
      member: { added: 1, changed: 1, removed: 0 },
      show: { added: 1, changed: 3, removed: 1 },
      news: { added: 2, changed: 0, removed: 0 },
      release: { added: 2, changed: 0, removed: 0 },
    },
  });
  const edited = events.find((event) => nameOf(event) === "show.changed edited");
  assert.deepEqual([edited.data.title, edited.data.changed], ["After", ["title"]]);
  assert.equal(events.find((event) => nameOf(event) === "show.cancelled gone").data.venue, "Balai");
  // Whoever starts later, or serves the same, logs nothing again.
  const other = await place.start();
  assert.deepEqual(await told(other), events);
  await place.rebuild([program, other], {});
  assert.deepEqual(await told(other), events);
});

Deno.test("more than 200 changes are told as one", async () => {
  await using place = await createPlace();
  const program = await place.start();
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`groupa/shows/s${n}.yaml`, show(`Show ${n}`)]),
    );
  await place.rebuild([program], many(200));
  assert.equal((await told(program)).length, 201);
  const last = (await told(program)).at(-1).id;
  const gone = Object.keys(many(200));
  await place.rebuild([program], { "groupa/shows/more.yaml": show("More") }, gone);
  const events = await told(program, last);
  assert.deepEqual(events.map(({ type }) => type), ["content.changed"]);
  assert.deepEqual([events[0].data.added, events[0].data.removed], [1, 200]);
});

const CLOCK: TreeFiles = {
  "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nbirth_date: 2005-07-04\n",
  "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\nbirth_date: --07-04\n",
  "groupa/members/cici.yaml": "name: Cici\nbirth_date: 2004-07-04\ngraduated: 2026-07-04\n",
  "groupa/members/dewi.yaml": "name: Dewi\njoined: 2026-07-04\n",
  "groupa/news/later.md": news("Later", "publish_at: 2026-07-03T20:00:00Z\n"),
  "groupa/shows/later.yaml": show("Later", "publish_at: 2026-07-03T20:00:00Z\n"),
  "groupa/news/draft.md": news("Draft", "draft: true\npublish_at: 2026-07-03T20:00:00Z\n"),
};
const AT_MIDNIGHT = [
  "birthday.today aya-putri",
  "birthday.today bela-sari",
  "member.graduated cici",
  "member.joined dewi",
];

/** Passes the time up to some seconds before an instant in one leap, and lets all timers ring then. */
async function passTo(clock: ManualClock, instant: string): Promise<void> {
  clock.set(Date.parse(instant) - 4_000);
  await clock.advance(8_000);
}

Deno.test("what falls due by the clock is logged once, by eight processes at the same instant", async () => {
  await using place = await createPlace(CLOCK);
  const programs = [];
  for (let n = 0; n < 8; n++) programs.push(await place.start());
  const [program] = programs;
  assert.deepEqual(await told(program!), []);
  // Midnight in Jakarta is 17:00 in UTC.
  await passTo(place.clock, "2026-07-03T16:59:50Z");
  assert.deepEqual(await told(program!), []);
  await passTo(place.clock, "2026-07-03T17:00:00Z");
  const events = await told(program!);
  assert.deepEqual(events.map(nameOf).sort(), AT_MIDNIGHT);
  for (const { at } of events) assert.match(at, /^2026-07-03T17:00:0/);
  const aya = events.find((event) => event.data.member_id === "aya-putri").data;
  assert.deepEqual([aya.current_age, aya.is_today, aya.next_birthday], [21, true, "2026-07-04"]);
  await passTo(place.clock, "2026-07-03T20:00:00Z");
  const later = await told(program!, events.at(-1).id);
  assert.deepEqual(later.map(nameOf).sort(), ["news.published later", "show.added later"]);
  await passTo(place.clock, "2026-07-05T02:00:00Z");
  assert.equal((await told(program!)).length, 6);
});

for (const [hours, isLogged] of [[23, true], [25, false]] as const) {
  Deno.test(`what fell due while nothing ran is ${isLogged ? "" : "not "}logged ${hours} hours later`, async () => {
    await using place = await createPlace(CLOCK);
    const first = await place.start();
    await first.service.close();
    place.clock.set(Date.parse("2026-07-03T17:00:00Z") + hours * HOUR);
    const program = await place.start();
    const expected = [
      ...(isLogged ? AT_MIDNIGHT : []),
      ...["news.published later", "show.added later"],
    ];
    assert.deepEqual((await told(program)).map(nameOf).sort(), expected);
  });
}

Deno.test("among thousands of marks of the days before, what is logged is known by a process that starts", async () => {
  const store = createMemoryKv();
  for (let n = 0; n < 1_000; n++) {
    const set = ["changes", "due", "2026-07-01", "birthday.today", "a", `${n}`];
    await store.commit([], [{ set, value: true }]);
  }
  await using place = await createPlace(CLOCK, store);
  const first = await place.start();
  await passTo(place.clock, "2026-07-03T17:00:00Z");
  assert.deepEqual((await told(first)).map(nameOf).sort(), AT_MIDNIGHT);
  await first.service.close();
  const next = await place.start();
  await passTo(place.clock, "2026-07-03T20:00:00Z");
  const expected = [...AT_MIDNIGHT, "news.published later", "show.added later"];
  assert.deepEqual((await told(next)).map(nameOf).sort(), expected.sort());
});

/** A show in the evening of the day that {@linkcode NOW} is in. */
const tonight = (time: string, more = "") =>
  `title: Tonight\ndate: 2026-07-03\ntime: "${time}"\nmembers: [Aya]\n${more}`;

// deno-lint-ignore no-explicit-any
const isSoon = ({ type }: any) => type === "show.soon";

Deno.test("a show is sent 30 minutes before it begins, at that second, once by two processes", async () => {
  await using place = await createPlace({
    "groupa/shows/tonight.yaml": tonight("19:00"),
    "groupa/shows/off.yaml": tonight("19:00", "state: cancelled\n"),
    "groupa/shows/later.yaml": tonight("19:00", "state: postponed\n"),
    "groupa/shows/draft.yaml": tonight("19:00", "draft: true\n"),
    "groupa/shows/secret.yaml": tonight("19:00", "publish_at: 2026-07-03T13:00:00Z\n"),
    "groupa/shows/short.yaml": tonight("19:00", "publish_at: 2026-07-03T11:45:00Z\n"),
    "groupa/shows/untimed.yaml": "title: Untimed\ndate: 2026-07-03\n",
  });
  const programs = [await place.start(), await place.start()];
  place.clock.set(Date.parse("2026-07-03T11:29:50Z"));
  await place.clock.advance(9_999);
  assert.deepEqual(await told(programs[0]!), []);
  await place.clock.advance(1);
  const [event, ...more] = await told(programs[1]!);
  assert.deepEqual([nameOf(event), event.at], ["show.soon tonight", "2026-07-03T11:30:00.000Z"]);
  assert.deepEqual(more, []);
  assert.deepEqual([event.data.members, event.data.is_upcoming], [["Aya Putri"], true]);
  // What is published within the half hour is sent as soon too.
  await passTo(place.clock, "2026-07-03T11:45:00Z");
  const soon = async () => (await told(programs[0]!)).filter(isSoon).map(nameOf);
  assert.deepEqual(await soon(), ["show.soon tonight", "show.soon short"]);
  // A show without a time counts as upcoming until a second before midnight.
  await passTo(place.clock, "2026-07-03T16:29:59Z");
  await passTo(place.clock, "2026-07-04T12:00:00Z");
  assert.deepEqual(await soon(), ["show.soon tonight", "show.soon short"]);
  const { data } = await programs[0]!.json("/v1/events?type=show.soon&member=aya-putri");
  assert.equal(data.length, 2);
});

Deno.test("a show that was moved is sent as soon again, one that was renamed or cancelled is not", async () => {
  await using place = await createPlace({
    "groupa/shows/tonight.yaml": tonight("19:00"),
    "groupa/shows/other.yaml": tonight("19:20"),
  });
  const programs = [await place.start(), await place.start()];
  const soon = async () => (await told(programs[0]!)).filter(isSoon).map(nameOf);
  await passTo(place.clock, "2026-07-03T11:30:00Z");
  assert.deepEqual(await soon(), ["show.soon tonight"]);
  await place.rebuild(
    programs,
    { "groupa/shows/tonight-b.yaml": tonight("19:00", "former_slugs: [tonight]\n") },
    ["groupa/shows/tonight.yaml"],
  );
  assert.deepEqual(await soon(), ["show.soon tonight"]);
  await place.rebuild(programs, {
    "groupa/shows/tonight-b.yaml": tonight("20:00", "former_slugs: [tonight]\n"),
    "groupa/shows/other.yaml": tonight("19:20", "state: cancelled\n"),
  });
  await passTo(place.clock, "2026-07-03T12:29:50Z");
  assert.deepEqual(await soon(), ["show.soon tonight"]);
  await passTo(place.clock, "2026-07-03T12:30:00Z");
  assert.deepEqual(await soon(), ["show.soon tonight", "show.soon tonight-b"]);
  // It is moved nearer than half an hour: it is sent at once.
  await place.rebuild(programs, {
    "groupa/shows/tonight-b.yaml": tonight("19:45", "former_slugs: [tonight]\n"),
  });
  assert.equal((await soon()).length, 3);
});

for (const [instant, count] of [["12:59:00", 1], ["13:00:01", 0]] as const) {
  Deno.test(`a show of 13:00 is ${count === 1 ? "" : "not "}sent as soon by a process that starts at ${instant}`, async () => {
    await using place = await createPlace({ "groupa/shows/tonight.yaml": tonight("20:00") });
    const first = await place.start();
    await first.service.close();
    place.clock.set(Date.parse(`2026-07-03T${instant}Z`));
    const program = await place.start();
    assert.equal((await told(program)).filter(isSoon).length, count);
  });
}

Deno.test("a show that was changed says what its title, times and venue were", async () => {
  await using place = await createPlace();
  const program = await place.start();
  const edit = async (text: string) => {
    await place.rebuild([program], { "groupa/shows/edited.yaml": text });
    return (await told(program)).filter(({ type }) => type === "show.changed").at(-1).data;
  };
  const timed = await edit(
    'title: Before\ndate: 2026-07-20\ntime: "20:00"\nmembers: [Aya]\nvenue: Balai\n',
  );
  assert.deepEqual(timed.former, {
    time: "19:00",
    venue: "",
    start_at: "2026-07-20T19:00:00+07:00",
  });
  const renamed = await edit(
    'title: After\ndate: 2026-07-21\ntime: "20:00"\nmembers: [Aya, Bela]\nvenue: Balai\n',
  );
  assert.deepEqual(renamed.former, {
    title: "Before",
    date: "2026-07-20",
    start_at: "2026-07-20T20:00:00+07:00",
  });
  const untimed = await edit(
    "title: After\ndate: 2026-07-21\nmembers: [Aya, Bela]\nvenue: Balai\n",
  );
  assert.deepEqual(untimed.former, { time: "20:00", start_at: "2026-07-21T20:00:00+07:00" });
  const { former } = await edit("title: After\ndate: 2026-07-21\nmembers: [Aya]\nvenue: Balai\n");
  assert.equal(former, undefined);
  const changes = await program.json(`/v1/changes?since=${program.catalog.index.build}`);
  assert.equal(JSON.stringify(changes).includes("former"), false);
});

Deno.test("an article that comes with an instant of publication that has passed is told once", async () => {
  await using place = await createPlace();
  const programs = [await place.start(), await place.start()];
  await place.rebuild(programs, {
    "groupa/news/earlier.md": news("Earlier", "publish_at: 2026-07-03T02:00:00Z\n"),
    "groupa/news/later.md": news("Later", "publish_at: 2026-07-03T06:00:00Z\n"),
  });
  const names = async () =>
    (await told(programs[0]!)).map(nameOf).filter((name) => /news/.test(name));
  assert.deepEqual(await names(), ["news.published earlier"]);
  await passTo(place.clock, "2026-07-03T06:00:00Z");
  assert.deepEqual(await names(), ["news.published earlier", "news.published later"]);
});

Deno.test("what a process was killed over is announced and logged by the next one", async () => {
  const store = createMemoryKv();
  const dying: Kv = {
    ...store,
    commit: (checks, writes) =>
      checks.some(({ key }) => key.join() === "log,event")
        ? Promise.reject(new Error("killed"))
        : store.commit(checks, writes),
  };
  await using place = await createPlace({}, store);
  const killed = await place.start(dying);
  await place.rebuild([killed], { "groupa/shows/new.yaml": show("New") });
  assert.deepEqual(await told(killed), []);
  await killed.service.close();
  const next = await place.start();
  await place.rebuild([next], {});
  assert.deepEqual((await told(next)).map(({ type }) => type), ["show.added", "content.changed"]);
});

Deno.test("every kind of event has a shape", () => {
  assert.deepEqual(Object.keys(LOGGED_EVENTS), [...EVENT_KINDS]);
});

/** An album of 60 songs, each by so many. */
function album(singers: number): string {
  const names = Array.from({ length: singers }, (_, n) => `Penyanyi Nomor ${n + 1}`);
  const tracks = Array.from(
    { length: 60 },
    (_, n) => `  - title: Lagu ${n + 1}\n    members: [${names.join(", ")}]\n`,
  );
  return `title: Besar\ntype: album\nrelease_date: 2026-07-01\ntracks:\n${tracks.join("")}`;
}

Deno.test("an album of 60 songs with 16 names each is told whole", async () => {
  await using place = await createPlace();
  const program = await place.start();
  await place.rebuild([program], { "groupa/releases/besar.yaml": album(16) });
  const [event] = await told(program);
  assert.equal(nameOf(event), "release.added besar");
  assert.equal(event.data.tracks.length, 60);
});

Deno.test("an event that no entry of the log can hold is told operators once, and the rest goes on", async () => {
  await using place = await createPlace();
  const program = await place.start();
  await place.rebuild([program], {
    "groupa/releases/besar.yaml": album(60),
    "groupa/releases/lagu.yaml": "title: Lagu\ntype: single\nrelease_date: 2026-07-01\n",
    "groupa/releases/later.yaml": `${album(60)}publish_at: 2026-07-03T06:00:00Z\n`,
  });
  assert.deepEqual((await told(program)).map(({ type }) => type), [
    "release.added",
    "content.changed",
  ]);
  await place.clock.advance(3 * HOUR);
  const lines = program.log.lines.filter((line) => line.includes("too large to be logged"));
  assert.deepEqual(lines.map((line) => /"id":"(\w+)"/.exec(line)?.[1]), ["besar", "later"]);
});
