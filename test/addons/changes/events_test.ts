import assert from "node:assert/strict";
import type { TreeFiles } from "../../build/content_tree.ts";
import type { Fault, FaultyKv } from "../../support/faulty_kv.ts";
import { type World, world, type WorldOptions } from "../../support/world.ts";

/** Noon in Jakarta. */
const NOW = Date.parse("2026-07-03T05:00:00Z");
const HOUR = 3_600_000;

const news = (title: string, more = "") =>
  `---\ntitle: ${title}\ndate: 2026-07-03\n${more}---\n\nText of ${title}.\n`;
const show = (title: string, more = "") =>
  `title: ${title}\ndate: 2026-07-20\ntime: "19:00"\nmembers: [Aya]\n${more}`;
/** A show in the evening of the day that {@linkcode NOW} is in. */
const tonight = (time: string, more = "") =>
  `setlist: Jendela Pagi\ndate: 2026-07-03\ntime: "${time}"\nmembers: [Aya, Bela, Tamu]\n${more}`;

const FILES: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\nguests: [Tamu]\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
  "groupa/shows/kept.yaml": show("Kept"),
  "groupa/shows/edited.yaml": show("Before"),
  "groupa/shows/off.yaml": show("Off"),
  "groupa/shows/gone.yaml": show("Gone", "venue: Balai\n"),
  "groupa/shows/past.yaml": 'title: Past\ndate: 2026-06-20\ntime: "19:00"\n',
};

/** Processes over one store, of which each serves the same and has looked at it. */
async function opened(content: TreeFiles, count = 1, more: Partial<WorldOptions> = {}) {
  const app = await world({ content: { ...FILES, ...content }, now: NOW, ...more });
  await app.announce();
  const beside: World[] = [];
  for (let n = 1; n < count; n++) beside.push(await app.beside());
  const all = [app, ...beside];
  for (const one of beside) await one.announce();
  return {
    app,
    all,
    /** Builds other files a second later; all serve them at once. */
    async edit(files: TreeFiles) {
      await app.clock.advance(1_000);
      await Promise.all(all.map((one) => one.edit(files)));
    },
    async [Symbol.asyncDispose]() {
      for (const one of all.toReversed()) await one[Symbol.asyncDispose]();
    },
  };
}

/** The events of the log as callers read them. */
// deno-lint-ignore no-explicit-any
async function logged(app: World, query = ""): Promise<any[]> {
  return (await app.json(`/v1/events?limit=1000${query}`)).data;
}

// deno-lint-ignore no-explicit-any
const nameOf = ({ type, data }: any) => `${type} ${data.id ?? data.member_id ?? ""}`.trim();

async function names(app: World, query = ""): Promise<string[]> {
  return (await logged(app, query)).map(nameOf).sort();
}

/** Passes the time to an instant, in one leap but for the last seconds. */
async function passTo({ clock }: World, instant: string | number): Promise<void> {
  const at = typeof instant === "number" ? instant : Date.parse(instant);
  if (at - 4_000 > clock.now()) clock.set(at - 4_000);
  await clock.advance(at - clock.now());
}

Deno.test("the first content that a store sees is no news, and each edit is told once", async () => {
  await using place = await opened({}, 2);
  const { app, all } = place;
  assert.deepEqual(await logged(app), []);
  await place.edit({
    "groupa/shows/edited.yaml": show("After"),
    "groupa/shows/off.yaml": show("Off", "state: cancelled\n"),
    "groupa/shows/past.yaml": 'title: Past\ndate: 2026-06-20\ntime: "20:00"\n',
    "groupa/shows/new.yaml": show("New"),
    "groupa/shows/draft.yaml": show("Draft", "draft: true\n"),
    "groupa/news/fresh.md": news("Fresh"),
    "groupa/news/history.md": "---\ntitle: History\ndate: 2026-06-03\n---\n\nOld.\n",
    "groupa/news/earlier.md": news("Earlier", "publish_at: 2026-07-03T02:00:00Z\n"),
    "groupa/releases/lagu.yaml": "title: Lagu\ntype: single\nrelease_date: 2026-07-01\n",
    "groupa/releases/kuno.yaml": "title: Kuno\ntype: single\nrelease_date: 2020-07-01\n",
    "groupa/members/cici.yaml": "name: Cici\njoined: 2026-07-01\n",
    "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\ngraduated: 2026-07-02\n",
    "groupa/shows/gone.yaml": null,
  });
  const events = await logged(app);
  const counts = events.at(-1);
  assert.deepEqual(events.slice(0, -1).map(nameOf).sort(), [
    "member.graduated bela-sari",
    "member.joined cici",
    "news.published earlier",
    "news.published fresh",
    "release.added lagu",
    "show.added new",
    "show.cancelled gone",
    "show.cancelled off",
    "show.changed edited",
  ]);
  assert.equal(counts.type, "content.changed");
  assert.deepEqual(counts.data, {
    build: app.index.build,
    added: 7,
    changed: 4,
    removed: 1,
    kinds: {
      member: { added: 1, changed: 1, removed: 0 },
      show: { added: 1, changed: 3, removed: 1 },
      news: { added: 3, changed: 0, removed: 0 },
      release: { added: 2, changed: 0, removed: 0 },
    },
  });
  const edited = events.find((event) => nameOf(event) === "show.changed edited");
  assert.deepEqual([edited.data.title, edited.data.changed], ["After", ["title"]]);
  assert.equal(events.find((event) => nameOf(event) === "show.cancelled gone").data.venue, "Balai");
  // Whoever serves the same, or an older build, logs nothing again.
  for (const one of all) await one.announce();
  await place.edit({});
  assert.deepEqual(await logged(app), events);
});

Deno.test("more than 200 changes are told as one", async () => {
  await using place = await opened({});
  const many = Array.from({ length: 200 }, (_, n) => [`groupa/shows/s${n}.yaml`, show(`S ${n}`)]);
  await place.edit(Object.fromEntries(many));
  const all = await logged(place.app);
  assert.equal(all.length, 201);
  const gone = Object.fromEntries(many.map(([name]) => [name, null]));
  await place.edit({ ...gone, "groupa/shows/more.yaml": show("More") });
  const events = await logged(place.app, `&after=${all.at(-1).id}`);
  assert.deepEqual(events.map(({ type }) => type), ["content.changed"]);
  assert.deepEqual([events[0].data.added, events[0].data.removed], [1, 200]);
});

Deno.test("a show that was changed says what its title, times and venue were", async () => {
  await using place = await opened({});
  const edit = async (text: string) => {
    await place.edit({ "groupa/shows/edited.yaml": text });
    return (await logged(place.app, "&type=show.changed")).at(-1).data.former;
  };
  const timed = 'title: Before\ndate: 2026-07-20\ntime: "20:00"\nmembers: [Aya]\nvenue: Balai\n';
  assert.deepEqual(await edit(timed), {
    time: "19:00",
    venue: "",
    start_at: "2026-07-20T19:00:00+07:00",
  });
  assert.deepEqual(await edit(timed.replace("Before", "After").replace("-20", "-21")), {
    title: "Before",
    date: "2026-07-20",
    start_at: "2026-07-20T20:00:00+07:00",
  });
  assert.equal(
    await edit(timed.replace("Before", "After").replace("-20", "-21").replace("Aya", "Bela")),
    undefined,
  );
});

Deno.test("who follows a member hears of a show that loses her, and a show is cancelled once", async () => {
  await using place = await opened({});
  const [edited, gone] = ["groupa/shows/edited.yaml", "groupa/shows/gone.yaml"];
  await place.edit({ [edited]: show("Before").replace("Aya", "Bela"), [gone]: null });
  assert.deepEqual(await names(place.app, "&member=aya-putri"), [
    "show.cancelled gone",
    "show.changed edited",
  ]);
  await place.edit({ [edited]: show("Before", "state: cancelled\n") });
  await place.edit({ [edited]: null });
  assert.deepEqual(await names(place.app, "&type=show.cancelled&member=bela-sari"), [
    "show.cancelled edited",
  ]);
});

/** What falls due at midnight in Jakarta, 17:00 in UTC, and three hours later. */
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
const AFTER = ["news.published later", "show.added later"];

Deno.test("what falls due by the clock is logged once, by five processes at the same instant", async () => {
  await using place = await opened(CLOCK, 5);
  const { app } = place;
  await passTo(app, "2026-07-03T16:59:59Z");
  assert.deepEqual(await names(app), []);
  await passTo(app, "2026-07-03T17:00:01Z");
  const events = await logged(app);
  assert.deepEqual(events.map(nameOf).sort(), AT_MIDNIGHT);
  for (const { at } of events) assert.match(at, /^2026-07-03T17:00:0/);
  const aya = events.find((event) => event.data.member_id === "aya-putri").data;
  assert.deepEqual([aya.current_age, aya.is_today, aya.next_birthday], [21, true, "2026-07-04"]);
  await passTo(app, "2026-07-03T20:00:01Z");
  assert.deepEqual(await names(app, `&after=${events.at(-1).id}`), AFTER);
  await passTo(app, "2026-07-05T02:00:00Z");
  assert.equal((await logged(app)).length, 6);
});

Deno.test("what fell due is not sent again to a new address", async () => {
  await using place = await opened(CLOCK);
  const { app } = place;
  await passTo(app, "2026-07-03T20:00:01Z");
  const later = "publish_at: 2026-07-03T20:00:00Z\nformer_slugs: [later]\n";
  await place.edit({
    "groupa/members/bela-sari.yaml": null,
    "groupa/members/bela.yaml": `${
      CLOCK["groupa/members/bela-sari.yaml"]
    }former_slugs: [bela-sari]\n`,
    "groupa/members/dewi.yaml": null,
    "groupa/members/dewa.yaml": `${CLOCK["groupa/members/dewi.yaml"]}former_slugs: [dewi]\n`,
    "groupa/news/later.md": null,
    "groupa/news/latest.md": news("Later", later),
  });
  assert.deepEqual(
    await names(app, "&type=birthday.today,member.joined,member.graduated,news.published"),
    [...AT_MIDNIGHT, "news.published later"],
  );
});

Deno.test("a member joins once, though her file was away for days, and when she is published, if that is later", async () => {
  const publish = "publish_at: 2026-07-03T06:00:00Z\n";
  await using place = await opened({
    "groupa/members/cici.yaml": `name: Cici\njoined: 2026-07-01\n${publish}`,
    "groupa/members/dewi.yaml": `name: Dewi\njoined: 2026-06-02\n${publish}`,
  });
  const { app } = place;
  await passTo(app, "2026-07-03T06:00:00Z");
  const joined = async () => await names(app, "&type=member.joined");
  assert.deepEqual(await joined(), ["member.joined cici"]);
  await place.edit({ "groupa/members/cici.yaml": null });
  await passTo(app, "2026-07-08T06:00:00Z");
  await place.edit({ "groupa/members/cici.yaml": "name: Cici\njoined: 2026-07-01\n" });
  assert.deepEqual(await joined(), ["member.joined cici"]);
});

for (const [hours, expected] of [[23, [...AT_MIDNIGHT, ...AFTER]], [25, AFTER]] as const) {
  Deno.test(`what fell due while nothing ran is logged ${hours} hours later, up to 24`, async () => {
    await using place = await opened(CLOCK);
    // It does not see the time pass.
    place.app.at(Date.parse("2026-07-03T17:00:00Z") + hours * HOUR);
    await using next = await place.app.beside();
    await next.announce();
    assert.deepEqual(await names(next), expected.toSorted());
  });
}

Deno.test("a show is sent 30 minutes before it begins, again if it was moved, never if it is cancelled", async () => {
  await using place = await opened({
    "groupa/shows/tonight.yaml": tonight("19:00"),
    "groupa/shows/other.yaml": tonight("19:20"),
    "groupa/shows/later.yaml": tonight("19:00", "state: postponed\n"),
    "groupa/shows/draft.yaml": tonight("19:00", "draft: true\n"),
    "groupa/shows/secret.yaml": tonight("19:00", "publish_at: 2026-07-03T13:00:00Z\n"),
    "groupa/shows/untimed.yaml": "title: Untimed\ndate: 2026-07-03\n",
  }, 2);
  const { app } = place;
  const soon = async () => (await logged(app, "&type=show.soon")).map(({ data: { id } }) => id);
  await passTo(app, Date.parse("2026-07-03T11:30:00Z") - 1);
  assert.deepEqual(await soon(), []);
  await app.clock.advance(1);
  const [event] = await logged(app, "&type=show.soon&member=aya-putri");
  assert.deepEqual([event.data.id, event.at], ["tonight", "2026-07-03T11:30:00.000Z"]);
  assert.deepEqual([event.data.members.length, event.data.is_upcoming], [3, true]);
  const renamed = "groupa/shows/tonight-b.yaml";
  const former = "former_slugs: [tonight]\n";
  await place.edit({ [renamed]: tonight("19:00", former), "groupa/shows/tonight.yaml": null });
  assert.deepEqual(await soon(), ["tonight"]);
  await place.edit({
    [renamed]: tonight("20:00", former),
    "groupa/shows/other.yaml": tonight("19:20", "state: cancelled\n"),
  });
  await passTo(app, "2026-07-03T12:30:01Z");
  assert.deepEqual(await soon(), ["tonight", "tonight-b"]);
  // It is moved nearer than half an hour: it is sent at once.
  await place.edit({ [renamed]: tonight("19:45", former) });
  assert.equal((await soon()).length, 3);
  await passTo(app, "2026-07-03T16:59:59Z");
  assert.equal((await soon()).length, 3);
});

Deno.test("a process with an older build logs what falls due late, and nothing that the announced one took back", async () => {
  const soon = Date.parse("2026-07-03T11:30:00Z");
  const later = (title: string, more = "") =>
    news(title, `publish_at: ${new Date(soon).toISOString()}\n${more}`);
  await using old = await world({
    content: {
      ...FILES,
      "groupa/shows/tonight.yaml": tonight("19:00"),
      "groupa/shows/other.yaml": tonight("19:00"),
      "groupa/news/n.md": later("N"),
      "groupa/news/kept.md": later("Kept"),
      "groupa/news/other.md": news("Other"),
    },
    now: NOW,
  });
  await old.announce();
  const fresh = await old.beside();
  await old.clock.advance(1_000);
  await fresh.edit({
    "groupa/shows/tonight.yaml": tonight("19:00", "state: cancelled\n"),
    "groupa/news/n.md": later("N", "draft: true\n"),
    // What else is corrected keeps nothing back, nor does an article of the same name.
    "groupa/shows/other.yaml": tonight("19:00", "url: https://groupa.example/other\n"),
    "groupa/news/other.md": news("Corrected"),
  });
  // The new build is announced, and nobody who serves it is there when it falls due.
  await fresh[Symbol.asyncDispose]();
  await passTo(old, soon + 29_000);
  const due = "&type=show.soon,news.published";
  assert.deepEqual(await names(old, due), []);
  await passTo(old, soon + 31_000);
  assert.deepEqual(await names(old, due), ["news.published kept", "show.soon other"]);
});

Deno.test("a show that was removed is added again on the day after it came out, an article is not", async () => {
  const later = `publish_at: ${new Date(NOW + HOUR).toISOString()}\n`;
  const files = {
    "groupa/shows/plain.yaml": show("Plain"),
    "groupa/shows/later.yaml": show("Later", later),
    "groupa/news/later.md": news("Later", later),
  };
  await using at = await opened(files);
  await passTo(at.app, NOW + HOUR + 1_000);
  await passTo(at.app, NOW + 26 * HOUR);
  const logged = () => names(at.app, "&type=show.added,news.published,show.cancelled");
  assert.deepEqual(await logged(), ["news.published later", "show.added later"]);
  await at.edit(Object.fromEntries(Object.keys(files).map((path) => [path, null])));
  await at.edit(files);
  assert.deepEqual(await logged(), [
    "news.published later",
    "show.added later",
    "show.added later",
    "show.added plain",
    "show.cancelled later",
    "show.cancelled plain",
  ]);
});

Deno.test("a show whose group moved to another time zone is not sent once more by an older build", async () => {
  const group = (zone: string) => `name: Group A\nfamily: bare\ntimezone: ${zone}\n`;
  const files = { "groupa/group.yaml": group("Asia/Jakarta") };
  await using old = await world({
    content: { ...FILES, ...files, "groupa/shows/tonight.yaml": tonight("19:00") },
    now: NOW,
  });
  await old.announce();
  const fresh = await old.beside();
  await old.clock.advance(1_000);
  await fresh.edit({ "groupa/group.yaml": group("Asia/Tokyo") });
  await passTo(old, "2026-07-03T09:31:00Z");
  assert.deepEqual(await names(old, "&type=show.soon"), ["show.soon tonight"]);
  await fresh[Symbol.asyncDispose]();
  await passTo(old, "2026-07-03T11:32:00Z");
  assert.deepEqual(await names(old, "&type=show.soon"), ["show.soon tonight"]);
});

/** Eight in the evening, when the first show begins in Jakarta, and tickets are sold. */
const BEGIN = Date.parse("2026-07-03T12:00:00Z");
const COUNTED: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\nshows_complete: true\nguests: [Tamu]\n",
  "groupa/members/bela-sari.yaml": "name: Bela Sari\nnicknames: [Bela]\n" +
    "shows_before: { total: 7, by_setlist: [{ setlist: Jendela Pagi, count: 7 }] }\n",
  "groupa/shows/past.yaml": null,
  "groupa/shows/tonight.yaml": tonight("19:00"),
  "groupa/events/sold.yaml": "title: Sold\ndate: 2026-07-20\ntickets:\n" +
    "  - { type: VIP, price: Rp250.000, sale_from: 2026-07-03 19:00 }\n" +
    "  - { type: Umum, sale_from: 2026-07-03 20:00 }\n",
};
const ONCE = "&type=show.milestone,ticket.sale";

Deno.test("a milestone and a sale are sent at the second at which they fall due, and stay", async () => {
  await using place = await opened({
    ...COUNTED,
    "groupa/shows/draft.yaml": tonight("19:00", "draft: true\n"),
    "groupa/shows/late.yaml": tonight("19:00", "state: postponed\n"),
  }, 3);
  const { app } = place;
  await passTo(app, BEGIN - 1);
  assert.deepEqual(await names(app, ONCE), []);
  await app.clock.advance(1);
  assert.deepEqual(await names(app, ONCE), ["show.milestone tonight", "ticket.sale sold"]);
  const [event, none] = await logged(app, "&type=show.milestone&member=aya-putri");
  assert.deepEqual([event.at, none], [new Date(BEGIN).toISOString(), undefined]);
  assert.deepEqual(event.data.milestones, [
    { id: "aya-putri", name: "Aya Putri", count: 1 },
    { id: "aya-putri", name: "Aya Putri", count: 1, setlist: "Jendela Pagi" },
  ]);
  // She was in the show and reaches nothing with it.
  assert.deepEqual(await logged(app, "&type=show.milestone&member=bela-sari"), []);
  const [{ data: sale }] = await logged(app, "&type=ticket.sale");
  assert.deepEqual([sale.kind, sale.sale_from], ["event", "2026-07-03T19:00:00+07:00"]);
  assert.deepEqual(sale.tickets.map(({ type }: { type: string }) => type), ["VIP"]);
  await place.edit({ "groupa/shows/tonight.yaml": tonight("19:00", "state: cancelled\n") });
  assert.deepEqual((await app.json("/api/groupa/theater/tonight")).milestones, []);
  await place.edit({ "groupa/shows/tonight.yaml": tonight("19:00") });
  await passTo(app, BEGIN + HOUR + 1_000);
  assert.equal((await logged(app, ONCE)).length, 3, "the other sale");
});

/** What the lines to the store do from the begin on: all calls fail for a time, or the next commits do. */
const TROUBLES: Readonly<Record<string, (line: FaultyKv) => void>> = {
  "is out of reach": (line) => line.outOfReach = true,
  "refuses commits": (line) => line.nextCommits.push(...Array<Fault>(3).fill("refused")),
  "loses its replies": (line) => line.nextCommits.push(...Array<Fault>(3).fill("reply_lost")),
  "commits late": (line) => line.nextCommits.push(...Array<Fault>(3).fill({ lateMs: 3000 })),
};

for (const [name, begin] of Object.entries(TROUBLES)) {
  Deno.test(`events of a show's begin and of a build come once while the store ${name}`, async () => {
    await using place = await opened(COUNTED, 3, { faulty: true, outage: true });
    const { app, all } = place;
    await passTo(app, BEGIN - 1);
    const before = new Set((await logged(app)).map(({ id }) => id));
    for (const { kv } of all) begin(kv);
    const total = async () =>
      (await app.json("/api/groupa/member-detail?url=aya-putri")).stats.shows.total;
    assert.equal(await total(), 0);
    await app.clock.advance(1);
    assert.equal(await total(), 1);
    const edited = app.until(place.edit({ "groupa/shows/edited.yaml": show("After") }));
    await app.clock.advance(30_000);
    for (const { kv } of all) kv.outOfReach = false;
    await edited;
    for (let n = 0; n < 10; n++) await app.clock.advance(60_000);
    const events = (await logged(app)).filter(({ id }) => !before.has(id));
    assert.deepEqual(events.map(nameOf).sort(), [
      "content.changed",
      "show.changed edited",
      "show.milestone tonight",
      "ticket.sale sold",
    ]);
  });
}

/** An album of 60 songs, each by so many. */
function album(singers: number): string {
  const all = Array.from({ length: singers }, (_, n) => `Penyanyi Nomor ${n + 1}`).join(", ");
  const tracks = Array.from(
    { length: 60 },
    (_, n) => `  - { title: Lagu ${n}, members: [${all}] }`,
  );
  return `title: Besar\ntype: album\nrelease_date: 2026-07-01\ntracks:\n${tracks.join("\n")}\n`;
}

Deno.test("an event that no entry of the log can hold is told operators once, and the rest goes on", async () => {
  await using place = await opened({});
  const { app } = place;
  await place.edit({
    "groupa/releases/besar.yaml": album(60),
    "groupa/releases/cukup.yaml": album(16),
    "groupa/releases/later.yaml": `${album(60)}publish_at: 2026-07-03T06:00:00Z\n`,
  });
  assert.deepEqual(await names(app, "&type=release.added"), ["release.added cukup"]);
  await app.clock.advance(3 * HOUR);
  const lines = app.log.lines.filter((line) => line.includes("too large to be logged"));
  assert.deepEqual(lines.map((line) => /"id":"(\w+)"/.exec(line)?.[1]), ["besar", "later"]);
});
