import assert from "node:assert/strict";
import {
  DATASET_FIELDS,
  DATASET_KINDS,
  type DatasetKind,
} from "../../src/routes/resources/dataset.ts";
import { ITEMS } from "../../src/model/item/items.ts";
import { eventItem, pagedShowItem } from "../../src/model/item/occasions.ts";
import { setlistItem } from "../../src/model/item/setlists.ts";
import { sessionItem } from "../../src/model/item/videocalls.ts";
import { memberItem } from "../../src/model/item/member.ts";
import { LATER, PERILOUS, REPOSITORY, TRIO } from "../support/contents.ts";
import { createProgram, type Program, type ProgramOptions } from "../support/program.ts";
import { sharedProgram } from "../support/shared_program.ts";
import { readDatasetCsv } from "../support/read_csv.ts";
import { maxAge } from "../support/turns.ts";
import type { Plans } from "../../src/model/plans.ts";
import { createManualClock } from "../support/manual_clock.ts";

type Item = Record<string, unknown>;

const SCHEMAS = {
  member: memberItem,
  show: pagedShowItem,
  news: ITEMS.news,
  event: eventItem,
  release: ITEMS.release,
  setlist: setlistItem,
  videocall: sessionItem,
};

Deno.test("the columns of each kind are the fields of its items, in their order", () => {
  for (const kind of DATASET_KINDS) {
    assert.deepEqual(DATASET_FIELDS[kind], Object.keys(SCHEMAS[kind].shape), kind);
  }
});

const CONTENTS: readonly ProgramOptions[] = [
  REPOSITORY,
  TRIO,
  LATER,
  { ...LATER, now: "2026-07-10T06:00:00Z" },
  PERILOUS,
];

for (const options of CONTENTS) {
  Deno.test(`datasets of ${options.content} at ${options.now} are the lists, item by item`, async () => {
    await using app = await createProgram(options);
    for (const { slug } of app.catalog.groups) {
      const dataset = await ndjson(app, slug);
      for (const kind of DATASET_KINDS) {
        const items = dataset.filter((item) => item.kind === kind).map(withoutKind);
        const listed = await listOf(app, slug, kind);
        if (listed !== undefined) assert.deepEqual(items, listed, `${slug} ${kind}`);
        const alone = (await ndjson(app, slug, `?kind=${kind}`)).filter(isItem);
        assert.deepEqual(alone.map(withoutKind), items, `${slug} ${kind}`);
        const csv = await text(app, `/v1/dataset/${slug}.csv?kind=${kind}`);
        const records = readDatasetCsv(csv, typesOf([...items, TERMS])).map(withoutTerms);
        assert.deepEqual(records, items, `${slug} ${kind}.csv`);
      }
    }
  });
}

Deno.test("a dataset holds setlists, which no list has", async () => {
  await using app = await createProgram(REPOSITORY);
  const [first] = (await ndjson(app, "groupb", "?kind=setlist")).filter(isItem);
  assert.deepEqual(Object.keys(first!), [
    ...["kind", "id", "name", "name_native", "name_reading", "image", "songs"],
  ]);
  assert.equal(first!.id, "firefly-parade");
  assert.deepEqual((first as unknown as { songs: unknown[] }).songs[3], {
    title: "Umbrella for Two (Three, If You Squeeze)",
    center: ["Mizuho Arisawa"],
    unit: ["Mizuho Arisawa", "Nurin Batrisya", "Aleesya Maisarah"],
  });
});

Deno.test("a dataset is a file by its headers, and goes through br and gzip", async () => {
  await using app = await sharedProgram(REPOSITORY);
  const response = await app.ask("/v1/dataset/serambi.csv?kind=show");
  const headers = (...names: string[]) => names.map((name) => response.headers.get(name));
  assert.deepEqual(headers("content-type", "content-disposition", "cache-control"), [
    "text/csv; charset=utf-8; header=present",
    'attachment; filename="groupa-show.csv"',
    "private, max-age=60",
  ]);
  const plain = await response.bytes();
  for (const [coding, format] of [["br", "brotli"], ["gzip", "gzip"]] as const) {
    const coded = await app.ask("/v1/dataset/groupa.csv?kind=show", {
      headers: { "accept-encoding": coding },
    });
    assert.equal(coded.headers.get("content-encoding"), coding);
    const stream = coded.body!.pipeThrough(new DecompressionStream(format as CompressionFormat));
    assert.deepEqual(await new Response(stream).bytes(), plain);
  }
});

Deno.test("what is published later comes at that instant, and a draft never", async () => {
  await using app = await createProgram(LATER);
  const at = Date.parse("2026-07-10T05:00:00.500Z");
  const ids = async (now: number) => {
    app.at(now);
    const response = await app.ask("/v1/dataset/kelak.ndjson");
    const text = await response.text();
    assert.ok(!/draft/i.test(text), "a draft is in it");
    return { text, age: maxAge(response) };
  };
  const before = await ids(at - 1);
  assert.equal(before.age, 0);
  assert.ok(!/later/i.test(before.text));
  assert.match((await ids(at)).text, /"id":"kelak-later"/);
  assert.deepEqual(await ids(at - 1), before);
});

Deno.test.each([
  ["/v1/dataset/nobody.ndjson", 404],
  ["/v1/dataset/groupa", 404],
  ["/v1/dataset/groupa.json", 404],
  ["/v1/dataset/.ndjson", 404],
  ["/v1/dataset/groupa.csv", 400],
  ["/v1/dataset/groupa.csv?kind=song", 400],
  ["/v1/dataset/groupa.ndjson?kind=", 400],
])("%s answers %j", async (path, status) => {
  await using app = await sharedProgram(REPOSITORY);
  assert.equal((await app.ask(path as string)).status, status);
});

Deno.test("a group that the key may not read is refused, and so is everybody without a key", async () => {
  await using app = await createProgram(TRIO);
  const asked = async (group: string, key: string | null) =>
    (await app.ask(`/v1/dataset/${group}.ndjson`, { key })).status;
  for (const { slug } of app.catalog.groups) {
    const mayRead = TRIO.narrowTo.includes(slug);
    assert.equal(await asked(slug, app.narrowKey), mayRead ? 200 : 403, slug);
    assert.equal(await asked(slug, null), 403);
  }
});

async function ndjson(app: Program, group: string, query = ""): Promise<Item[]> {
  const lines = (await text(app, `/v1/dataset/${group}.ndjson${query}`)).split("\n");
  assert.equal(lines.pop(), "", "the last line has an end");
  return lines.map((line) => JSON.parse(line));
}

async function text(app: Program, path: string): Promise<string> {
  const response = await app.ask(path);
  assert.equal(response.status, 200, path);
  return await response.text();
}

/** The first line has the licence of all others. */
function isItem({ kind }: Item): boolean {
  return kind !== "licence";
}

/** The columns of a table that belong to no item. */
const TERMS: Item = { licence: "", attribution: "" };

function withoutTerms({ licence: _, attribution: __, ...item }: Item): Item {
  return item;
}

function withoutKind({ kind: _, ...item }: Item): Item {
  return item;
}

/** What stands in columns: of a field that no item has, anything. */
function typesOf(items: readonly Item[]): (field: string) => "text" | "json" {
  return (field) => {
    const value = items.find((item) => item[field] !== undefined)?.[field];
    return typeof value === "string" ? "text" : "json";
  };
}

/** The same items by the lists of the group; undefined where it has no such list. */
async function listOf(app: Program, slug: string, kind: DatasetKind): Promise<Item[] | undefined> {
  const root = `/api/${slug}`;
  const list = async (path: string) => {
    const body = await app.json(`${root}/${path}`);
    return Array.isArray(body) ? body : body.data;
  };
  switch (kind) {
    case "member":
      return await list("members");
    case "show":
      return await pagesOf(app, `${root}/theater`);
    case "news":
      return await list("news");
    case "event":
      return await list("events");
    case "release":
      return await list("releases");
    case "videocall": {
      const days: { sessions: Item[] }[] = await list("videocall");
      return days.flatMap(({ sessions }) => sessions);
    }
    case "setlist":
      return undefined;
  }
}

async function pagesOf(app: Program, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1;; page++) {
    const body = await app.json(`${path}?page=${page}&perpage=100`);
    items.push(...body.theater ?? body.data);
    if (page >= body.total_pages) return items;
  }
}

const GROUP = "/v1/dataset/groupa.ndjson";

function metered(requests: number): Promise<Program> {
  const quota = { requests, per: "day", timezone: "UTC" } as const;
  const plans: Plans = { standard: { rate: "unlimited", quota } };
  const clock = createManualClock(Date.parse(REPOSITORY.now));
  return createProgram({ ...REPOSITORY, clock, plans });
}

async function used(app: Program): Promise<number> {
  return (await app.json("/v1/key")).used;
}

async function lines(app: Program, path: string): Promise<number> {
  const response = await app.ask(path, { token: null });
  assert.equal(response.status, 200);
  return (await response.text()).split("\n").length - 1;
}

Deno.test("a dataset costs a unit for each 100 items, rounded up", async () => {
  await using app = await metered(1000);
  for (
    const path of [GROUP, `${GROUP}?kind=member`, `${GROUP}?kind=show`, `${GROUP}?kind=release`]
  ) {
    const before = await used(app);
    const units = Math.ceil(await lines(app, path) / 100);
    assert.ok(units >= 1);
    assert.equal(await used(app) - before, units, path);
  }
});

Deno.test("the headers of a dataset tell what is left after all of its units", async () => {
  await using app = await metered(1000);
  const response = await app.ask(GROUP);
  const left = /r=(\d+)/.exec(response.headers.get("ratelimit")!)![1];
  assert.equal(Number(left), 1000 - await used(app));
});

Deno.test("a key with fewer units left is answered as used up, and nothing is charged", async () => {
  await using app = await metered(8);
  const units = Math.ceil(await lines(app, GROUP) / 100);
  assert.ok(units > 4 && units < 8, `${units} units`);
  assert.equal(await used(app), units);
  for (let time = 0; time < 3; time++) {
    const refused = await app.ask(GROUP);
    const { type } = await refused.json();
    assert.deepEqual([refused.status, type], [429, "USAGE_LIMIT_EXCEEDED"]);
    assert.ok(Number(refused.headers.get("retry-after")) > 0);
    assert.equal(await used(app), units);
  }
  for (let left = 8 - units; left > 0; left--) {
    assert.equal((await app.ask("/api/groupa/members")).status, 200);
  }
  assert.equal((await app.ask("/api/groupa/members")).status, 429);
});

Deno.test("304 and HEAD cost nothing, a refusal costs one", async () => {
  await using app = await metered(1000);
  const etag = (await app.ask(GROUP)).headers.get("etag")!;
  const before = await used(app);
  const again = await app.ask(GROUP, { headers: { "if-none-match": etag } });
  assert.equal(again.status, 304);
  assert.equal((await app.ask(GROUP, { method: "HEAD" })).status, 200);
  assert.equal(await used(app), before);
  for (const path of ["/v1/dataset/groupa.csv", "/v1/dataset/nobody.ndjson"]) await app.ask(path);
  assert.equal(await used(app), before + 2);
});

Deno.test("a search costs one", async () => {
  await using app = await metered(1000);
  await app.json("/v1/search?q=nagi");
  assert.equal(await used(app), 1);
});
