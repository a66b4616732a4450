import assert from "node:assert/strict";
import { importDump } from "../../../build/addons/import/import_dump.ts";
import { type World, world } from "../../support/world.ts";
import { isWhole } from "../../support/size.ts";

const CONTENT = new URL("../../../content", import.meta.url).pathname;
const NOW = "2026-07-04T05:00:00Z";

/** A dump, and how it is imported. */
type Dump = readonly [group: string, kind: string, dump: unknown];

// deno-lint-ignore no-explicit-any
type Items = any[];

/** Kinds whose answers are imported at every change: those of people and shows take long. */
const QUICK = ["setlists", "events", "birthday", "videocall", "releases"];

Deno.test("the service's own answers change nothing in the content they come from", async () => {
  await using app = await world({ content: CONTENT, now: NOW });
  const dumps = await dumpsOf(app);
  for (const [group, kind, dump] of dumps) {
    if (!isWhole() && !QUICK.includes(kind)) continue;
    const text = JSON.stringify(dump);
    const { texts } = importDump({ root: CONTENT, group, kind, text });
    const changed = [...texts.keys()].filter((path) =>
      !/\/(?:import\.sums|\.gitattributes)$/.test(path)
    );
    assert.deepEqual(changed, [], `${group} ${kind}`);
  }
});

/** What somebody who moves away from the service would save: lists, details, pages. */
async function dumpsOf(app: World): Promise<Dump[]> {
  const details = async (path: string, keys: Items) =>
    await Promise.all(keys.map((key) => app.json(`${path}${key}`)));
  const members: Items = await app.json("/api/groupa/members");
  const shows: Items = await app.json("/api/groupa/theater");
  const setlists: Items = await app.json("/api/groupa/setlists");
  const news: Items = await app.json("/api/groupa/news");
  const wrappedNews = await app.json("/api/groupb/news?perpage=100");
  const articles = await details("/api/groupb/news/", wrappedNews.data.map(idOf));
  const months = await details(
    "/api/groupb/birthdays/",
    Array.from({ length: 12 }, (_, at) => at + 1),
  );
  return [
    ["groupa", "members", members],
    [
      "groupa",
      "members",
      await details("/api/groupa/member-detail?url=", members.map(({ url }) => url)),
    ],
    ["groupa", "setlists", setlists],
    ["groupa", "setlists", await details("/api/groupa/setlists/", setlists.map(idOf))],
    ["groupa", "theater", shows],
    ["groupa", "theater", await app.json("/api/groupa/theater?perpage=100")],
    ["groupa", "theater", await details("/api/groupa/theater/", shows.map(idOf))],
    ["groupa", "news", news],
    ["groupa", "news", await details("/api/groupa/news-detail?id=", news.map(idOf))],
    ["groupa", "news", news],
    ["groupa", "events", await app.json("/api/groupa/events")],
    ["groupa", "birthday", await app.json("/api/groupa/birthday")],
    ["groupa", "birthday", await app.json("/v1/birthdays/upcoming?days=366&group=groupa")],
    ["groupa", "videocall", await app.json("/api/groupa/videocall")],
    ["groupb", "members", await app.json("/api/groupb/members")],
    ["groupb", "setlists", await app.json("/api/groupb/setlists")],
    ["groupb", "theater", await app.json("/api/groupb/schedule")],
    ["groupb", "events", await app.json("/api/groupb/schedule")],
    ["groupb", "releases", await app.json("/api/groupb/releases")],
    ...articles.map((article): Dump => ["groupb", "news", article]),
    ["groupb", "news", wrappedNews],
    ...months.map((month): Dump => ["groupb", "birthday", month]),
  ];
}

function idOf({ id }: { id: string }): string {
  return id;
}
