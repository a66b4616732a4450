import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { LATER, PERILOUS, REPOSITORY, TRIO } from "../../support/contents.ts";
import { type Ask, type World, world } from "../../support/world.ts";
import { readDatasetCsv, readRecords } from "../../resources/read_csv.ts";
import type { Plans } from "../../support/opening.ts";
import fc from "fast-check";
import { ITEM_KINDS, type ItemKind } from "../../../src/model/enums.ts";
import { csvRecord } from "../../../src/addons/dataset/dataset_file.ts";
import { DATASET_FIELDS } from "../../../src/addons/dataset/dataset_lines.ts";
import { propertyRun } from "../../support/size.ts";

Deno.test("every listed file has the bytes and the digest that are listed, in every coding and part", async () => {
  await using app = await world(REPOSITORY);
  const { groups, build, licence } = await app.json("/v1/dataset");
  assert.deepEqual([build, licence], [app.index.build, "CC0-1.0"]);
  // deno-lint-ignore no-explicit-any
  const files: any[] = groups.flatMap(({ files }: any) => files);
  assert.ok(files.length > 10);
  for (const { path, bytes, sha256, kinds } of files) {
    const whole = await fileOf(app, path);
    assert.equal(whole.body.length, bytes, path);
    assert.equal(hash("sha256", whole.body, "hex"), sha256, path);
    assert.ok(kinds.length > 0);
    for (const coding of ["identity", "br", "gzip"]) {
      const coded = await fileOf(app, path, { "accept-encoding": coding });
      const digest = `sha-256=:${hash("sha256", coded.body, "base64")}:`;
      assert.equal(coded.digest, digest, `${path} ${coding}`);
      const head = await app.ask(path, { method: "HEAD", headers: { "accept-encoding": coding } });
      assert.equal(head.headers.get("repr-digest"), digest);
    }
  }
});

async function fileOf(app: World, path: string, headers: Record<string, string> = {}) {
  const response = await app.ask(path, { headers });
  assert.equal(response.status, 200, path);
  return {
    body: await response.bytes(),
    digest: response.headers.get("repr-digest"),
  };
}

Deno.test("without a credential the list has the groups with pages, 300 times a minute", async () => {
  await using app = await world(REPOSITORY);
  const ask = (from: string) => app.ask("/v1/dataset", { key: null, from });
  const slugs = async (response: Response) =>
    (await response.json()).groups.map(({ group }: { group: string }) => group);
  const all = app.index.groups.map(({ slug }) => slug);
  assert.deepEqual(await slugs(await app.ask("/v1/dataset")), all);
  const open = app.index.groups.filter((group) => group.public === "site");
  assert.ok(open.length > 0 && open.length < all.length);
  assert.deepEqual(await slugs(await ask("192.0.2.1")), open.map(({ slug }) => slug));
  for (let asked = 1; asked < 300; asked++) assert.equal((await ask("192.0.2.1")).status, 200);
  assert.equal((await ask("192.0.2.1")).status, 429);
  assert.equal((await ask("192.0.2.2")).status, 200);
  assert.equal((await app.ask("/v1/dataset", { key: "J-osb_wrong" })).status, 403);
  const { files } = (await app.json("/v1/dataset")).groups[0];
  assert.equal((await app.ask(files[0].path, { key: null })).status, 403);
});

type Item = Record<string, unknown>;

for (const options of [REPOSITORY, TRIO, LATER, PERILOUS]) {
  Deno.test(`datasets of ${options.content} at ${options.now} are the details, item by item`, async () => {
    await using app = await world(options);
    for (const { slug, family } of app.index.groups) {
      const dataset = await ndjson(app, slug);
      for (const kind of ITEM_KINDS) {
        const items = dataset.filter((item) => item.kind === kind).map(withoutKind);
        const details = await detailsOf(app, slug, kind, family);
        if (details !== undefined) {
          assert.deepEqual(items.map(without(OWN[kind])), details, `${slug} ${kind}`);
        }
        const alone = (await ndjson(app, slug, `?kind=${kind}`)).filter(isItem);
        assert.deepEqual(alone.map(withoutKind), items, `${slug} ${kind}`);
        const csv = await text(app, `/v1/dataset/${slug}.csv?kind=${kind}`);
        assert.ok(csv.startsWith(DATASET_FIELDS[kind].join()), `${slug} ${kind}.csv`);
        const records = readDatasetCsv(csv, typesOf([...items, TERMS])).map(withoutTerms);
        assert.deepEqual(records, items, `${slug} ${kind}.csv`);
      }
    }
  });
}

Deno.test("a dataset changes by what is published alone, at the instant that is listed", async () => {
  await using app = await world(REPOSITORY);
  app.at("2026-01-01T00:00:00Z");
  const seen = async () => JSON.stringify((await app.json("/v1/dataset")).groups);
  let turns = 0;
  for (;; turns++) {
    const { valid_until } = await app.json("/v1/dataset");
    const before = await seen();
    app.at(valid_until === undefined ? "2040-01-01T00:00:00Z" : Date.parse(valid_until) - 1);
    assert.equal(await seen(), before, `until ${valid_until}`);
    if (valid_until === undefined) break;
    app.at(valid_until);
    assert.notEqual(await seen(), before, `at ${valid_until}`);
  }
  assert.ok(turns > 2, `${turns} turns`);
  const all = await text(app, GROUP);
  assert.match(all, /^{"kind":"release",.*"former_slugs":\["single-12"\]}$/m);
  for (const field of ["is_upcoming", "stats", "recentTheater", "milestones", "days_until"]) {
    assert.ok(!all.includes(`"${field}":`), field);
  }
  const members = (await ndjson(app, "groupa", "?kind=member")).filter(isItem);
  for (const { id, status, status_before, graduated } of members) {
    assert.equal(status === undefined, graduated !== undefined, `${id}`);
    assert.equal(status_before === undefined, graduated === undefined, `${id}`);
  }
});

Deno.test("a kind of which nothing is published yet has no file", async () => {
  const surat = "title: Surat\ntype: single\npublish_at: 2026-08-01T00:00:00Z\n";
  const content = { "groupa/releases/surat.yaml": surat };
  await using app = await world({ content, now: "2026-07-04T12:00:00Z" });
  const paths = async () =>
    (await app.json("/v1/dataset")).groups[0].files.map(({ path }: { path: string }) => path);
  const releases = "/v1/dataset/groupa.csv?kind=release";
  assert.ok(!(await paths()).includes(releases));
  app.at("2026-08-01T00:00:00Z");
  assert.ok((await paths()).includes(releases));
});

Deno.test("a group that the key may not read is refused, and what is no file", async () => {
  await using app = await world(TRIO);
  const statusOf = async (path: string, key: string | null) =>
    (await app.ask(`/v1/dataset/${path}`, { key })).status;
  for (const { slug } of app.index.groups) {
    const mayRead = TRIO.narrowTo.includes(slug);
    assert.equal(await statusOf(`${slug}.ndjson`, app.narrowKey), mayRead ? 200 : 403, slug);
    assert.equal(await statusOf(`${slug}.ndjson`, null), 403);
  }
  for (const path of ["nobody.ndjson", "melati", "melati.json", ".ndjson"]) {
    assert.equal(await statusOf(path, app.key), 404, path);
  }
  for (const path of ["melati.csv", "melati.csv?kind=song", "melati.ndjson?kind="]) {
    assert.equal(await statusOf(path, app.key), 400, path);
  }
});

async function ndjson(app: World, group: string, query = ""): Promise<Item[]> {
  const lines = (await text(app, `/v1/dataset/${group}.ndjson${query}`)).split("\n");
  assert.equal(lines.pop(), "", "the last line has an end");
  return lines.map((line) => JSON.parse(line));
}

async function text(app: World, path: string): Promise<string> {
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

/** What the clock or the store decides of an answer. */
const DECIDED: Readonly<Record<ItemKind, readonly string[]>> = {
  member: ["recentTheater", "upcomingTheater", "stats", "status", "is_graduate"],
  show: ["is_upcoming", "milestones"],
  news: [],
  event: ["is_upcoming", "type"],
  release: [],
  setlist: ["performed", "by_member"],
  videocall: ["status"],
};

/** What only datasets have. */
const OWN: Readonly<Record<ItemKind, readonly string[]>> = {
  member: ["birthday", "youtube", "status_before", "former_slugs", "status", "is_graduate"],
  show: ["slug", "former_slugs"],
  news: ["summary", "former_slugs"],
  event: ["type", "time", "slug", "former_slugs"],
  release: ["slug", "former_slugs"],
  setlist: ["former_slugs"],
  videocall: [],
};

function without(names: readonly string[]): (item: Item) => Item {
  return (item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));
}

/** The same items by the details of the group; undefined if it has none of the kind. */
async function detailsOf(
  app: World,
  slug: string,
  kind: ItemKind,
  family: string,
): Promise<Item[] | undefined> {
  const root = `/api/${slug}`;
  const read = async (path: string) => {
    const body = await app.json(`${root}/${path}`);
    return Array.isArray(body) ? body : body.data ?? body;
  };
  const each = async (items: Item[], path: (id: string) => string) => {
    const details = await Promise.all(
      items.map(async ({ id }) => [await read(path(encodeURIComponent(`${id}`)))].flat()[0]),
    );
    return details.map(without(DECIDED[kind]));
  };
  switch (kind) {
    case "member":
      return family === "bare"
        ? await each(await read("members"), (id) => `member-detail?url=${id}`)
        : undefined;
    case "show":
      return await each(await pagesOf(app, `${root}/theater`), (id) => `theater/${id}`);
    case "news":
      return await each(await read("news"), (id) => `news/${id}`);
    case "event":
      return (await read("events")).map(without(DECIDED.event));
    case "release":
      return await read("releases");
    case "videocall": {
      const days: { sessions: Item[] }[] = await read("videocall");
      return days.flatMap(({ sessions }) => sessions).map(without(DECIDED.videocall));
    }
    case "setlist":
      return (await read("setlists")).map(without(DECIDED.setlist));
  }
}

async function pagesOf(app: World, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1;; page++) {
    const body = await app.json(`${path}?page=${page}&perpage=100`);
    items.push(...body.theater ?? body.data);
    if (page >= body.total_pages) return items;
  }
}

const GROUP = "/v1/dataset/groupa.ndjson";

function metered(requests: number): Promise<World> {
  const quota = { requests, per: "day", timezone: "UTC" } as const;
  const plans: Plans = { standard: { rate: "unlimited", quota } };
  return world({ ...REPOSITORY, plans });
}

async function used(app: World): Promise<number> {
  return (await app.json("/v1/key")).used;
}

const unitsOf = async (app: World, path: string) =>
  Math.ceil(((await text(app, path)).split("\n").length - 1) / 100);

Deno.test("a key with fewer units left is answered as used up, and nothing is charged", async () => {
  await using app = await metered(8);
  const units = await unitsOf(app, GROUP);
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

Deno.test("who may read the group `public` alone, and who brings no key, share no answer", async () => {
  const group = (name: string, more = "") =>
    `name: ${name}\nfamily: bare\ntimezone: Asia/Jakarta\nlanguage: id\n${more}`;
  await using app = await world({
    content: {
      "public/group.yaml": group("Publik"),
      "groupa/group.yaml": group("Serambi", "public: site\n"),
    },
    now: "2026-07-04T10:00:00Z",
    narrowTo: ["public"],
  });
  const slugs = async (key: string | null) =>
    (await app.json("/v1/dataset", { key })).groups.map(({ group }: { group: string }) => group);
  assert.deepEqual(await slugs(app.narrowKey), ["public"]);
  assert.deepEqual(await slugs(null), ["groupa"]);
  assert.deepEqual(await slugs(app.narrowKey), ["public"]);
});

Deno.test("csvRecord() gives back every text, nothing, and what is JSON", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("=", "+", "-", "@", "'", '"', ",", "\r", "\n", "\t", "a") }),
  );
  const row = fc.record({
    text: fc.option(text, { nil: undefined }),
    json: fc.oneof(fc.nat(), fc.boolean(), fc.array(text), fc.dictionary(text, text)),
    last: fc.option(text, { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const records = rows.map(({ text, json, last }) => csvRecord([text, json, last]));
      const csv = csvRecord(["text", "json", "last"]) + records.join("");
      const read = readDatasetCsv(csv, (field) => field === "json" ? "json" : "text");
      const wanted = rows.map((one) => JSON.parse(JSON.stringify(one)));
      assert.deepEqual(JSON.parse(JSON.stringify(read)), wanted);
      const cells = readRecords(csv).flat();
      assert.ok(!cells.some(({ text }) => /^[=+\-@\t\r\n]/.test(text ?? "")), "a formula");
    }),
    propertyRun(300),
  );
});

Deno.test("a dataset costs a unit for each 100 items, 304 and HEAD nothing, a refusal and a search one", async () => {
  await using app = await metered(1000);
  const costs: [path: string, units: number, ask?: RequestInit][] = [];
  for (const query of ["", "?kind=member", "?kind=show", "?kind=release"]) {
    costs.push([GROUP + query, await unitsOf(app, GROUP + query)]);
  }
  costs.push([GROUP, 0, { headers: { "if-none-match": "*" } }], [GROUP, 0, { method: "HEAD" }]);
  for (const path of ["/v1/dataset/groupa.csv", "/v1/dataset/nobody.ndjson"]) costs.push([path, 1]);
  costs.push(["/v1/search?q=nagi", 1]);
  for (const [path, units, ask] of costs) {
    const before = await used(app);
    const { headers } = await app.ask(path, ask as Ask);
    assert.equal(await used(app) - before, units, path);
    if (ask !== undefined) continue;
    const left = /r=(\d+)/.exec(headers.get("ratelimit")!)![1];
    assert.equal(Number(left), 1000 - await used(app), "headers tell what is left after all units");
  }
});
