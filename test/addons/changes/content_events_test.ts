import assert from "node:assert/strict";
import type { TreeFiles } from "../../build/content_tree.ts";
import type { ManualClock } from "../../support/manual_clock.ts";
import { createPlace } from "./place.ts";

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

// deno-lint-ignore no-explicit-any
const nameOf = ({ type, data }: any) => `${type} ${data.id ?? data.member_id ?? data.build ?? ""}`;

Deno.test("the first content that a store sees is no news, and each edit is told once", async () => {
  await using place = await createPlace(FILES, NOW);
  await place.start();
  assert.deepEqual(await place.told(), []);
  await place.rebuild({
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
    "groupa/shows/gone.yaml": null,
  });
  const events = await place.told();
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
    build: place.programs[0]!.catalog.index.build,
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
  await place.start();
  assert.deepEqual(await place.told(), events);
  await place.rebuild({});
  assert.deepEqual(await place.told(), events);
});

Deno.test("more than 200 changes are told as one", async () => {
  await using place = await createPlace(FILES, NOW);
  await place.start();
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`groupa/shows/s${n}.yaml`, show(`Show ${n}`)]),
    );
  await place.rebuild(many(200));
  assert.equal((await place.told()).length, 201);
  const last = (await place.told()).at(-1).id;
  const gone = Object.fromEntries(Object.keys(many(200)).map((name) => [name, null]));
  await place.rebuild({ ...gone, "groupa/shows/more.yaml": show("More") });
  const events = await place.told(`&after=${last}`);
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
  await using place = await createPlace({ ...FILES, ...CLOCK }, NOW);
  for (let n = 0; n < 8; n++) await place.start();
  assert.deepEqual(await place.told(), []);
  // Midnight in Jakarta is 17:00 in UTC.
  await passTo(place.clock, "2026-07-03T16:59:50Z");
  assert.deepEqual(await place.told(), []);
  await passTo(place.clock, "2026-07-03T17:00:00Z");
  const events = await place.told();
  assert.deepEqual(events.map(nameOf).sort(), AT_MIDNIGHT);
  for (const { at } of events) assert.match(at, /^2026-07-03T17:00:0/);
  const aya = events.find((event) => event.data.member_id === "aya-putri").data;
  assert.deepEqual([aya.current_age, aya.is_today, aya.next_birthday], [21, true, "2026-07-04"]);
  await passTo(place.clock, "2026-07-03T20:00:00Z");
  const later = await place.told(`&after=${events.at(-1).id}`);
  assert.deepEqual(later.map(nameOf).sort(), ["news.published later", "show.added later"]);
  await passTo(place.clock, "2026-07-05T02:00:00Z");
  assert.equal((await place.told()).length, 6);
});

for (const [hours, isLogged] of [[23, true], [25, false]] as const) {
  Deno.test(`what fell due while nothing ran is ${isLogged ? "" : "not "}logged ${hours} hours later`, async () => {
    await using place = await createPlace({ ...FILES, ...CLOCK }, NOW);
    const first = await place.start();
    await first.service.close();
    place.clock.set(Date.parse("2026-07-03T17:00:00Z") + hours * HOUR);
    await place.start();
    const expected = [
      ...(isLogged ? AT_MIDNIGHT : []),
      ...["news.published later", "show.added later"],
    ];
    assert.deepEqual((await place.told()).map(nameOf).sort(), expected);
  });
}

/** A show in the evening of the day that {@linkcode NOW} is in. */
const tonight = (time: string, more = "") =>
  `title: Tonight\ndate: 2026-07-03\ntime: "${time}"\nmembers: [Aya]\n${more}`;

// deno-lint-ignore no-explicit-any
const isSoon = ({ type }: any) => type === "show.soon";

Deno.test("a show is sent 30 minutes before it begins, at that second, once by two processes", async () => {
  await using place = await createPlace({
    ...FILES,
    "groupa/shows/tonight.yaml": tonight("19:00"),
    "groupa/shows/off.yaml": tonight("19:00", "state: cancelled\n"),
    "groupa/shows/later.yaml": tonight("19:00", "state: postponed\n"),
    "groupa/shows/draft.yaml": tonight("19:00", "draft: true\n"),
    "groupa/shows/secret.yaml": tonight("19:00", "publish_at: 2026-07-03T13:00:00Z\n"),
    "groupa/shows/short.yaml": tonight("19:00", "publish_at: 2026-07-03T11:45:00Z\n"),
    "groupa/shows/untimed.yaml": "title: Untimed\ndate: 2026-07-03\n",
  }, NOW);
  await place.start();
  await place.start();
  place.clock.set(Date.parse("2026-07-03T11:29:50Z"));
  await place.clock.advance(9_999);
  assert.deepEqual(await place.told(), []);
  await place.clock.advance(1);
  const [event, ...more] = await place.told();
  assert.deepEqual([nameOf(event), event.at], ["show.soon tonight", "2026-07-03T11:30:00.000Z"]);
  assert.deepEqual(more, []);
  assert.deepEqual([event.data.members, event.data.is_upcoming], [["Aya Putri"], true]);
  // What is published within the half hour is sent as soon too.
  await passTo(place.clock, "2026-07-03T11:45:00Z");
  const soon = async () => (await place.told()).filter(isSoon).map(nameOf);
  assert.deepEqual(await soon(), ["show.soon tonight", "show.soon short"]);
  // A show without a time counts as upcoming until a second before midnight.
  await passTo(place.clock, "2026-07-03T16:29:59Z");
  await passTo(place.clock, "2026-07-04T12:00:00Z");
  assert.deepEqual(await soon(), ["show.soon tonight", "show.soon short"]);
  const { data } = await place.programs[0]!.json("/v1/events?type=show.soon&member=aya-putri");
  assert.equal(data.length, 2);
});

Deno.test("a show that was moved is sent as soon again, one that was renamed or cancelled is not", async () => {
  await using place = await createPlace({
    ...FILES,
    "groupa/shows/tonight.yaml": tonight("19:00"),
    "groupa/shows/other.yaml": tonight("19:20"),
  }, NOW);
  await place.start();
  await place.start();
  const soon = async () => (await place.told()).filter(isSoon).map(nameOf);
  await passTo(place.clock, "2026-07-03T11:30:00Z");
  assert.deepEqual(await soon(), ["show.soon tonight"]);
  await place.rebuild({
    "groupa/shows/tonight-b.yaml": tonight("19:00", "former_slugs: [tonight]\n"),
    "groupa/shows/tonight.yaml": null,
  });
  assert.deepEqual(await soon(), ["show.soon tonight"]);
  await place.rebuild({
    "groupa/shows/tonight-b.yaml": tonight("20:00", "former_slugs: [tonight]\n"),
    "groupa/shows/other.yaml": tonight("19:20", "state: cancelled\n"),
  });
  await passTo(place.clock, "2026-07-03T12:29:50Z");
  assert.deepEqual(await soon(), ["show.soon tonight"]);
  await passTo(place.clock, "2026-07-03T12:30:00Z");
  assert.deepEqual(await soon(), ["show.soon tonight", "show.soon tonight-b"]);
  // It is moved nearer than half an hour: it is sent at once.
  await place.rebuild({
    "groupa/shows/tonight-b.yaml": tonight("19:45", "former_slugs: [tonight]\n"),
  });
  assert.equal((await soon()).length, 3);
});

for (const [instant, count] of [["12:59:00", 1], ["13:00:01", 0]] as const) {
  Deno.test(`a show of 13:00 is ${count === 1 ? "" : "not "}sent as soon by a process that starts at ${instant}`, async () => {
    await using place = await createPlace({
      ...FILES,
      "groupa/shows/tonight.yaml": tonight("20:00"),
    }, NOW);
    const first = await place.start();
    await first.service.close();
    place.clock.set(Date.parse(`2026-07-03T${instant}Z`));
    await place.start();
    assert.equal((await place.told()).filter(isSoon).length, count);
  });
}

Deno.test("a show that was changed says what its title, times and venue were", async () => {
  await using place = await createPlace(FILES, NOW);
  await place.start();
  const edit = async (text: string) => {
    await place.rebuild({ "groupa/shows/edited.yaml": text });
    return (await place.told()).filter(({ type }) => type === "show.changed").at(-1).data;
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
  const changes = await place.programs[0]!.json(
    `/v1/changes?since=${place.programs[0]!.catalog.index.build}`,
  );
  assert.equal(JSON.stringify(changes).includes("former"), false);
});

Deno.test("an article that comes with an instant of publication that has passed is told once", async () => {
  await using place = await createPlace(FILES, NOW);
  await place.start();
  await place.start();
  await place.rebuild({
    "groupa/news/earlier.md": news("Earlier", "publish_at: 2026-07-03T02:00:00Z\n"),
    "groupa/news/later.md": news("Later", "publish_at: 2026-07-03T06:00:00Z\n"),
  });
  const names = async () => (await place.told()).map(nameOf).filter((name) => /news/.test(name));
  assert.deepEqual(await names(), ["news.published earlier"]);
  await passTo(place.clock, "2026-07-03T06:00:00Z");
  assert.deepEqual(await names(), ["news.published earlier", "news.published later"]);
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

Deno.test("an event that no entry of the log can hold is told operators once, and the rest goes on", async () => {
  await using place = await createPlace(FILES, NOW);
  await place.start();
  await place.rebuild({
    "groupa/releases/besar.yaml": album(60),
    "groupa/releases/cukup.yaml": album(16),
    "groupa/releases/lagu.yaml": "title: Lagu\ntype: single\nrelease_date: 2026-07-01\n",
    "groupa/releases/later.yaml": `${album(60)}publish_at: 2026-07-03T06:00:00Z\n`,
  });
  const events = await place.told("&type=release.added");
  assert.deepEqual(events.map(nameOf).sort(), ["release.added cukup", "release.added lagu"]);
  assert.equal(events.find(({ data }) => data.id === "cukup").data.tracks.length, 60);
  await place.clock.advance(3 * HOUR);
  const lines = place.programs[0]!.log.lines.filter((line) =>
    line.includes("too large to be logged")
  );
  assert.deepEqual(lines.map((line) => /"id":"(\w+)"/.exec(line)?.[1]), ["besar", "later"]);
});
