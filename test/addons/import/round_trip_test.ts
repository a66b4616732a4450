import assert from "node:assert/strict";
import { importDump } from "../../../build/addons/import/import_dump.ts";
import { copyFolder } from "../../support/shipped_content.ts";
import { writeTexts } from "../../../build/files/write_texts.ts";
import { createProgram } from "../../support/program.ts";
import { type World, world } from "../../support/world.ts";
import { isWhole } from "../../support/size.ts";
import { temporaryFolder } from "../../support/temporary.ts";

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
    const { outcome } = importDump({ root: CONTENT, group, kind, text });
    const changed = [...outcome.texts.keys()].filter((path) =>
      !/\/(?:import\.sums|\.gitattributes)$/.test(path)
    );
    assert.deepEqual([changed, outcome.fields], [[], []], `${group} ${kind}`);
  }
});

Deno.test({
  name: "content made from the service's own answers gives the same answers",
  ignore: !isWhole(),
  fn: async () => {
    await using folder = await temporaryFolder();
    await using app = await world({ content: CONTENT, now: NOW });
    const root = `${folder.path}/content`;
    for (const name of ["site.yaml", "plans.yaml", "groupa/group.yaml", "groupb/group.yaml"]) {
      writeTexts(new Map([[`${root}/${name}`, Deno.readTextFileSync(`${CONTENT}/${name}`)]]));
    }
    for (const group of ["groupa", "groupb"]) {
      await copyFolder(`${CONTENT}/${group}/pictures`, `${root}/${group}/pictures`);
    }
    for (const [group, kind, dump] of await dumpsOf(app)) {
      const { outcome } = importDump({ root, group, kind, text: JSON.stringify(dump) });
      writeTexts(outcome.texts);
    }
    await using copy = await createProgram({ content: root, now: NOW });
    for (const path of await pathsOf(app)) {
      assert.deepEqual(await copy.json(path), await app.json(path), path);
    }
  },
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

async function pathsOf(app: World): Promise<string[]> {
  const members: Items = await app.json("/api/groupa/members");
  const shows: Items = await app.json("/api/groupa/theater");
  const setlists: Items = await app.json("/api/groupa/setlists");
  const news: Items = await app.json("/api/groupa/news");
  return [
    ...[
      ...["members", "theater", "theater?perpage=100", "setlists", "news", "events", "birthday"],
      "videocall",
    ].map((path) => `/api/groupa/${path}`),
    ...["members", "setlists", "schedule", "releases", "news?perpage=100", "birthdays/2"]
      .map((path) => `/api/groupb/${path}`),
    ...setlists.map(({ id }) => `/api/groupa/setlists/${id}`),
    ...members.map(({ url }) => `/api/groupa/member-detail?url=${url}`),
    ...shows.map(({ id }) => `/api/groupa/theater/${id}`),
    ...news.map(({ id }) => `/api/groupa/news/${id}`),
  ];
}

function idOf({ id }: { id: string }): string {
  return id;
}
