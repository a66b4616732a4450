import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";
import { LATER } from "../support/contents.ts";
import { has, ids, type Pick, testTurns } from "../support/turns.ts";

// Published at noon and half a second in Jakarta.
const PUBLISHED = "2026-07-10T05:00:00.500Z";

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

testTurns(
  LATER,
  IN_LISTS.map(([group, list, pick]) => ({
    what: "it is published",
    path: `/api/${group}/${list}`,
    at: PUBLISHED,
    pick,
    before: false,
    after: true,
  })),
);

testTurns(LATER, [
  {
    what: "two members are published",
    path: "/v1/birthdays/upcoming",
    at: PUBLISHED,
    pick: ({ total }) => total,
    before: 4,
    after: 6,
  },
  {
    what: "a page's count grows",
    path: "/api/nanti/news?perpage=1",
    at: PUBLISHED,
    pick: ({ total_count, total_pages }) => [total_count, total_pages],
    before: [1, 1],
    after: [2, 2],
  },
  {
    what: "her show is published",
    path: "/api/nanti/member/nanti-now",
    at: PUBLISHED,
    pick: ({ upcomingTheater }) => ids(upcomingTheater),
    before: "show-now",
    after: "show-now show-later",
  },
  {
    what: "somebody with a better right to a nickname is published",
    path: "/api/nanti/member/kembar",
    at: PUBLISHED,
    pick: ({ id }) => id,
    before: "nanti-leaver",
    after: "nanti-later",
  },
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
  await using app = await createProgram(LATER);
  for (const [ms, status] of [[-1, 404], [0, 200], [-1, 404], [0, 200]] as const) {
    app.at(Date.parse(PUBLISHED) + ms);
    assert.equal((await app.ask(path)).status, status, `${ms} ms`);
  }
});

Deno.test("video-call sessions appear at the instant they are published", async () => {
  await using app = await createProgram(LATER);
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
    await using app = await createProgram({ ...LATER, now });
    const lists = IN_LISTS.map(([group, list]) => `/api/${group}/${list}`);
    for (const path of [...lists, "/api/nanti/videocall", "/v1/birthdays/upcoming?days=366"]) {
      assert.doesNotMatch(JSON.stringify(await app.json(path)), /draft/i, path);
    }
    const items = ["nanti/theater/show-draft", "nanti/news/news-draft", "kelak/news/news-draft"];
    for (const item of items) assert.equal((await app.ask(`/api/${item}`)).status, 404);
  }
});

Deno.test("a filter by somebody still to come does not outlast her being published", async () => {
  await using app = await createProgram(LATER);
  const path = "/api/nanti/theater?member=nanti-later";
  assert.equal((await app.ask(path)).status, 400, "nobody knows her yet");
  app.at(PUBLISHED);
  assert.deepEqual(await app.json(path), []);
});
