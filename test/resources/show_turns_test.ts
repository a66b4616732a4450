import assert from "node:assert/strict";
import type { TreeFiles } from "../build/content_tree.ts";
import { type World, world } from "../support/world.ts";

const DAY_MS = 86_400_000;

/** A show in the evening of a day of June 2026, at 19:00 in Jakarta. */
const evening = (day: number, more = "") =>
  `setlist: Jendela Pagi\ndate: 2026-06-${String(day).padStart(2, "0")}\ntime: "19:00"\n` +
  `members: [Aya]\n${more}`;

/** Nine shows that are over, and the tenth, which begins on 30 June at noon UTC. */
const FILES: TreeFiles = {
  "groupa/group.yaml": "name: Group A\nfamily: bare\nshows_complete: true\npublic: site\n",
  "groupa/shows/2026-07-04-jendela-pagi.yaml": null,
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [`groupa/shows/s${n + 1}.yaml`, evening(n + 1)]),
  ),
  "groupa/shows/tenth.yaml": evening(30),
};
const NOON = { now: "2026-06-30T12:00:00Z" };
const BEGIN = Date.parse(NOON.now);

/** What each place says of the counts. */
async function saidBy(app: World) {
  const detail = await app.json("/api/groupa/member-detail?url=aya-putri");
  const [listed] = await app.json("/api/groupa/setlists");
  const setlist = await app.json("/api/groupa/setlists/jendela-pagi");
  const show = await app.json("/api/groupa/theater/tenth");
  const page = async (path: string) => await (await app.ask(`/groups/groupa/${path}`)).text();
  return {
    stats: detail.stats.shows,
    performed: listed.performed,
    detail: setlist.performed,
    by: setlist.by_member,
    milestones: show.milestones,
    member: /<dt>(?:On stage|Tampil)<\/dt>\s*<dd>(.*?)<\/dd>/s.exec(await page("members/aya-putri"))
      ?.[1],
    setlistPage: /(?:Performed \d+ times|Dibawakan \d+ kali)/.exec(
      await page("setlists/jendela-pagi"),
    )?.[0],
    showPage: (await page("shows/tenth")).includes("ke-10"),
    calendar: (await page("calendar?month=2026-06")).includes("ke-10"),
  };
}

const counted = (count: number, last: string) => ({ count, first: "2026-06-01", last });

Deno.test("a show that begins turns counts and milestones at that second, in lists, details and pages", async () => {
  await using app = await world({ content: FILES, now: "2026-06-30T11:00:00Z" });
  const before = {
    stats: {
      total: 9,
      first: "2026-06-01",
      last: "2026-06-09",
      by_setlist: [{ setlist: "Jendela Pagi", count: 9, last: "2026-06-09" }],
    },
    performed: counted(9, "2026-06-09"),
    detail: counted(9, "2026-06-09"),
    by: [{ id: "aya-putri", name: "Aya Putri", count: 9 }],
    milestones: [],
    ...{ member: "9 kali", setlistPage: "Dibawakan 9 kali", showPage: false, calendar: false },
  };
  const after = {
    stats: {
      total: 10,
      first: "2026-06-01",
      last: "2026-06-30",
      by_setlist: [{ setlist: "Jendela Pagi", count: 10, last: "2026-06-30" }],
    },
    performed: counted(10, "2026-06-30"),
    detail: counted(10, "2026-06-30"),
    by: [{ id: "aya-putri", name: "Aya Putri", count: 10 }],
    milestones: [
      { id: "aya-putri", name: "Aya Putri", count: 10 },
      { id: "aya-putri", name: "Aya Putri", count: 10, setlist: "Jendela Pagi" },
    ],
    ...{ member: "10 kali", setlistPage: "Dibawakan 10 kali", showPage: true, calendar: true },
  };
  // Answers of the instant before are kept, and must not be given at the next.
  for (
    const [now, expected] of [[-1000, before], [-1, before], [0, after], [-1, before], [
      0,
      after,
    ]] as const
  ) {
    app.at(BEGIN + now);
    assert.deepEqual(await saidBy(app), expected, `${now} ms`);
  }
  // Cancelled later: all of it is taken back.
  app.at(BEGIN + DAY_MS);
  await app.edit({
    "groupa/shows/tenth.yaml": evening(30, "state: cancelled\n"),
  });
  assert.deepEqual(await saidBy(app), before);
});

Deno.test("milestones are there only where content knows all shows; counts say since when else", async () => {
  const cases: [string, TreeFiles, unknown][] = [
    ["neither", { "groupa/group.yaml": "name: Group A\nfamily: bare\n" }, [[], "2026-06-01"]],
    ["all before", {
      "groupa/group.yaml": "name: Group A\nfamily: bare\n",
      "groupa/members/aya-putri.yaml":
        "name: Aya Putri\nnicknames: [Aya]\nshows_before: { total: 40 }\n",
    }, [[{ id: "aya-putri", name: "Aya Putri", count: 50 }], undefined]],
    ["all before, by setlist", {
      "groupa/group.yaml": "name: Group A\nfamily: bare\n",
      "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nshows_before:\n" +
        "  total: 90\n  by_setlist: [{ setlist: jendela pagi, count: 40 }]\n  as_of: 2026-05-31\n",
    }, [[
      { id: "aya-putri", name: "Aya Putri", count: 100 },
      { id: "aya-putri", name: "Aya Putri", count: 50, setlist: "Jendela Pagi" },
    ], undefined]],
    ["some of content counted in", {
      "groupa/members/aya-putri.yaml": "name: Aya Putri\nnicknames: [Aya]\nshows_before:\n" +
        "  total: 49\n  as_of: 2026-06-09\n",
    }, [[{ id: "aya-putri", name: "Aya Putri", count: 50 }], undefined]],
  ];
  for (const [name, files, expected] of cases) {
    await using app = await world({ content: { ...FILES, ...files }, ...NOON });
    const { milestones } = await app.json("/api/groupa/theater/tenth");
    const { stats } = await app.json("/api/groupa/member-detail?url=aya-putri");
    assert.deepEqual([milestones, stats.shows.since], expected, name);
  }
});

Deno.test("who is not published yet is in no count of a setlist and in no milestone", async () => {
  await using app = await world({
    content: {
      ...FILES,
      "groupa/members/aya-putri.yaml":
        "name: Aya Putri\nnicknames: [Aya]\npublish_at: 2026-07-01T00:00:00Z\n",
    },
    ...NOON,
  });
  const said = async () => {
    const { by_member, performed } = await app.json("/api/groupa/setlists/jendela-pagi");
    const { milestones } = await app.json("/api/groupa/theater/tenth");
    return [by_member.length, performed.count, milestones.length];
  };
  assert.deepEqual(await said(), [0, 10, 0]);
  app.at("2026-07-01T00:00:00Z");
  assert.deepEqual(await said(), [1, 10, 2]);
});

Deno.test("a setlist is found by an id that it had, and its page leads to the present one", async () => {
  await using app = await world({
    content: {
      ...FILES,
      "groupa/setlists/jendela-pagi.yaml": "name: Jendela Pagi\nformer_slugs: [jendela]\n",
    },
    ...NOON,
  });
  const { id } = await app.json("/api/groupa/setlists/jendela");
  assert.equal(id, "jendela-pagi");
  const page = await app.ask("/groups/groupa/setlists/jendela");
  assert.deepEqual([page.status, page.headers.get("location")], [
    301,
    "/groups/groupa/setlists/jendela-pagi",
  ]);
  assert.equal((await app.ask("/api/groupa/setlists/senja")).status, 404);
});
