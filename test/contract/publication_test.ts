import assert from "node:assert/strict";
import { LATER } from "../support/contents.ts";
import { has, ids, type Pick, testTurns, type TurnRow } from "../support/turns.ts";
import fc from "fast-check";
import { writePlans } from "../support/small_content.ts";
import { propertyRun } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { world } from "../support/world.ts";

// Published at noon and half a second in Jakarta.
const PUBLISHED = "2026-07-10T05:00:00.500Z";

const nextShows: Pick = ({ upcomingTheater }) => ids(upcomingTheater);

const IN_LISTS: [string, string, Pick][] = [
  ["nanti", "members", has("nanti-later")],
  ["nanti", "members?q=later", has("nanti-later")],
  ["nanti", "theater", has("show-later")],
  ["nanti", "theater?page=1", has("show-later")],
  ["nanti", "news", has("news-later")],
  ["nanti", "news?page=1", has("news-later")],
  ["nanti", "events", has("event-later")],
  ["nanti", "birthday", has("nanti-later")],
  ["kelak", "members", has("kelak-later")],
  ["kelak", "member/later", has("kelak-later")],
  ["kelak", "schedule", has("show-later")],
  ["kelak", "schedule?status=upcoming", has("event-later")],
  ["kelak", "news", has("news-later")],
  ["kelak", "news?perpage=5", has("news-later")],
  ["kelak", "releases", has("release-later")],
  ["kelak", "birthdays", has("kelak-later")],
  ["kelak", "birthdays/7", has("kelak-later")],
];

testTurns(LATER, PUBLISHED, "it is published", [
  ...IN_LISTS.map(([group, list, pick]): TurnRow => [`/api/${group}/${list}`, pick, false, true]),
  ["/v1/birthdays/upcoming", ({ total }) => total, 4, 6],
  ["/api/nanti/news?perpage=1", (page) => [page.total_count, page.total_pages], [1, 1], [2, 2]],
  ["/api/nanti/member/nanti-now", nextShows, "show-now", "show-now show-later"],
  // Somebody with a better right to a nickname.
  ["/api/nanti/member/kembar", ({ id }) => id, "nanti-leaver", "nanti-later"],
]);

Deno.test.each([
  "/api/nanti/member-detail?url=nanti-later",
  "/api/nanti/member/later",
  "/api/nanti/theater/show-later",
  "/api/nanti/news-detail?id=news-later",
  "/api/nanti/news/news-later",
  "/api/nanti/events/event-later",
  "/api/kelak/news/news-later",
  "/v1/birthdays/nanti-later",
])("%s is 404 until the instant it is published", async (path) => {
  await using app = await world(LATER);
  for (const [ms, status] of [[-1, 404], [0, 200], [-1, 404], [0, 200]] as const) {
    app.at(Date.parse(PUBLISHED) + ms);
    assert.equal((await app.ask(path)).status, status, `${ms} ms`);
  }
});

Deno.test("video-call sessions appear at the instant they are published", async () => {
  await using app = await world(LATER);
  for (const path of ["videocall", "videocall/today"]) {
    const sessionsAt = async (ms: number) => {
      app.at(Date.parse(PUBLISHED) + ms);
      const answer = await app.json(`/api/nanti/${path}`);
      return answer.total ?? answer.total_sessions;
    };
    assert.equal(await sessionsAt(-500), 1);
    assert.equal(await sessionsAt(-1), 1);
    assert.equal(await sessionsAt(0), 2);
    assert.equal(await sessionsAt(-1), 1);
  }
});

Deno.test("drafts are in no answer, ever", async () => {
  for (const now of [LATER.now, "2031-01-01T00:00:00Z"]) {
    await using app = await world({ ...LATER, now });
    const lists = IN_LISTS.map(([group, list]) => `/api/${group}/${list}`);
    for (const path of [...lists, "/api/nanti/videocall", "/v1/birthdays/upcoming?days=366"]) {
      assert.doesNotMatch(JSON.stringify(await app.json(path)), /draft/i, path);
    }
    const items = ["nanti/theater/show-draft", "nanti/news/news-draft", "kelak/news/news-draft"];
    for (const item of items) assert.equal((await app.ask(`/api/${item}`)).status, 404);
  }
});

Deno.test("a filter by somebody still to come does not outlast her being published", async () => {
  await using app = await world(LATER);
  const path = "/api/nanti/theater?member=nanti-later";
  assert.equal((await app.ask(path)).status, 400, "nobody knows her yet");
  app.at(PUBLISHED);
  assert.deepEqual(await app.json(path), []);
});

const NOW = Date.parse("2026-11-22T03:00:00Z");
const HOUR_MS = 3_600_000;

/** A file of content: its kind, and whether it is a draft or published at some hour from now. */
const planned = fc.record({
  kind: fc.constantFrom("members", "shows", "news", "events", "releases"),
  group: fc.constantFrom("satu", "dua"),
  isDraft: fc.boolean(),
  publishedIn: fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined }),
});
type Planned = typeof planned extends fc.Arbitrary<infer T> ? T : never;

Deno.test("drafts and what is not published yet are in no search and no dataset", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(planned, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(-6, -1, 0, 1, 6),
      async (plans, hours) => {
        await using folder = await temporaryFolder();
        await writeContent(folder.path, plans);
        const now = NOW + hours * HOUR_MS;
        await using app = await world({
          content: folder.path,
          now: new Date(now).toISOString(),
        });
        const wanted = plans.flatMap((plan, place) => isThere(plan, now) ? [wordOf(place)] : []);
        const found: string[] = [];
        for (const place of plans.keys()) {
          const { total, data } = await app.json(`/v1/search?q=${wordOf(place)}&limit=50`);
          // A song is found by the title of its release, and nothing else has the word.
          const titles = new Set(data.map(({ title }: { title: string }) => title));
          assert.deepEqual([...titles], total === 0 ? [] : [titleOf(place)]);
          if (total > 0) found.push(wordOf(place));
        }
        assert.deepEqual(found, wanted, "found");
        const texts = await Promise.all(
          ["satu", "dua"].map(async (group) =>
            await (await app.ask(`/v1/dataset/${group}.ndjson`)).text()
          ),
        );
        const taken = [...plans.keys()].map(wordOf).filter((word) => texts.join().includes(word));
        assert.deepEqual(taken, wanted, "taken away");
      },
    ),
    propertyRun(12, 1000),
  );
});

function isThere({ isDraft, publishedIn = -Infinity }: Planned, now: number): boolean {
  return !isDraft && NOW + publishedIn * HOUR_MS <= now;
}

/** A word that differs from all others in more than one letter. */
function wordOf(place: number): string {
  return `${String.fromCharCode(97 + place).repeat(3)}zorbik${
    String.fromCharCode(109 - place).repeat(3)
  }`;
}

function titleOf(place: number): string {
  return `Judul ${wordOf(place)}`;
}

async function writeContent(folder: string, plans: readonly Planned[]): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const site = "title: T\ncontact: a@b.example\nbase_url: https://api.oshibase.example\n";
  await Deno.writeTextFile(`${folder}/site.yaml`, site);
  await writePlans(folder, { standard: "{ rate: unlimited, quota: unlimited }" });
  for (const [group, family] of [["satu", "bare"], ["dua", "wrapped"]]) {
    await Deno.mkdir(`${folder}/${group}`);
    await Deno.writeTextFile(
      `${folder}/${group}/group.yaml`,
      `name: ${group}\nfamily: ${family}\n`,
    );
  }
  for (const [place, plan] of plans.entries()) {
    const path = `${folder}/${plan.group}/${plan.kind}`;
    await Deno.mkdir(path, { recursive: true });
    const name = plan.kind === "news"
      ? `2026-01-01-n${place}.md`
      : `${prefixOf(plan)}n${place}.yaml`;
    await Deno.writeTextFile(`${path}/${name}`, textOf(plan, place));
  }
}

function prefixOf({ kind }: Planned): string {
  return kind === "shows" || kind === "events" ? "2026-11-20-" : "";
}

function textOf(plan: Planned, place: number): string {
  const { kind, isDraft, publishedIn } = plan;
  const publication = (isDraft ? "draft: true\n" : "") +
    (publishedIn === undefined
      ? ""
      : `publish_at: ${new Date(NOW + publishedIn * HOUR_MS).toISOString()}\n`);
  const title = titleOf(place);
  switch (kind) {
    case "members":
      return `name: ${title}\nstatus: active\n${publication}`;
    case "shows":
      return `title: ${title}\ndate: 2026-11-20\ntime: "19:00"\n${publication}`;
    case "events":
      return `title: ${title}\ntype: other\ndate: 2026-11-20\n${publication}`;
    case "releases":
      return `title: ${title}\ntype: single\ntracks:\n  - title: ${title}\n${publication}`;
    case "news":
      return `---\ntitle: ${title}\ndate: 2026-01-01\n${publication}---\n\nIsi.\n`;
  }
}
