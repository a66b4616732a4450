import assert from "node:assert/strict";
import { LATER, REPOSITORY, TRIO } from "../support/contents.ts";
import { everyPath } from "../support/endpoints.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { type World, world } from "../support/world.ts";

/** Where a list is, and under which name a page holds its items. */
const LISTS = [
  ["/api/groupa/theater", "theater"],
  ["/api/groupa/news", "news"],
  ["/api/groupb/news", "data"],
] as const;

interface Item {
  id: string;
}

async function allOf(app: World, path: string): Promise<string[]> {
  const answer = await app.json(path);
  const items: Item[] = Array.isArray(answer) ? answer : answer.data;
  return items.map(({ id }) => id);
}

async function pageOf(app: World, path: string, name: string) {
  const page = await app.json(path);
  return { ...page, ids: page[name].map(({ id }: Item) => id) };
}

Deno.test.each(LISTS)("%s: pages defaults are 1 and 10", async (path, name) => {
  await using app = await world(REPOSITORY);
  const all = await allOf(app, path);
  for (const query of ["page=1", "perpage=10", "page=1&perpage=10"]) {
    const page = await pageOf(app, `${path}?${query}`, name);
    assert.deepEqual(page.ids, all.slice(0, 10));
    assert.equal(page.page, 1);
    assert.equal(page.perpage, 10);
    assert.equal(page.total_count, all.length);
    assert.equal(page.total_pages, Math.ceil(all.length / 10));
  }
});

Deno.test.each(LISTS)("%s: the pages together are the list", async (path, name) => {
  await using app = await world(REPOSITORY);
  const all = await allOf(app, path);
  for (const perpage of [1, 7, 100]) {
    const pages = Math.ceil(all.length / perpage);
    const found: string[] = [];
    for (let page = 1; page <= Math.min(pages, 60); page++) {
      const { ids } = await pageOf(app, `${path}?page=${page}&perpage=${perpage}`, name);
      found.push(...ids);
    }
    assert.deepEqual(found, all.slice(0, 60 * perpage));
  }
});

Deno.test.each([101, 1000, "9007199254740993", "999999999999999999999999"])(
  "perpage=%s is served as 100",
  async (perpage) => {
    await using app = await world(REPOSITORY);
    const page = await pageOf(app, `/api/groupa/theater?perpage=${perpage}`, "theater");
    assert.equal(page.perpage, 100);
    assert.deepEqual(page.ids, (await allOf(app, "/api/groupa/theater")).slice(0, 100));
    assert.equal(page.total_pages, Math.ceil(page.total_count / 100));
  },
);

Deno.test.each(LISTS)("%s: a page past the end is empty, however far", async (path, name) => {
  await using app = await world(REPOSITORY);
  const count = (await allOf(app, path)).length;
  for (const number of [String(Math.ceil(count / 10) + 1), "1000000", "99999999999999999999"]) {
    const page = await pageOf(app, `${path}?page=${number}`, name);
    assert.deepEqual(page.ids, []);
    assert.equal(page.total_count, count);
  }
});

/** The relations of a `Link` header (RFC 8288) and where they lead. */
function linksOf(response: Response): Record<string, string> {
  const header = response.headers.get("link") ?? "";
  const links = header.split(/,\s*(?=<)/).map((link) => {
    const match = /^<([^>]+)>; rel="(\w+)"$/.exec(link);
    assert.ok(match, header);
    return [match[2]!, match[1]!];
  });
  return Object.fromEntries(links);
}

Deno.test.each([
  ["page=1&perpage=5", { first: 1, next: 2, last: 4 }],
  ["page=2&perpage=5", { first: 1, prev: 1, next: 3, last: 4 }],
  ["page=4&perpage=5", { first: 1, prev: 3, last: 4 }],
  ["page=9&perpage=5", { first: 1, prev: 4, last: 4 }],
  ["perpage=5", { first: 1, next: 2, last: 4 }],
])("Link of theater?%s leads to %j", async (query, expected) => {
  await using app = await world(TRIO);
  const links = linksOf(await app.ask(`/api/kembang/theater?${query}`));
  const wanted = Object.entries(expected)
    .map(([rel, page]) => [rel, `/api/kembang/theater?page=${page}&perpage=5`]);
  assert.deepEqual(links, Object.fromEntries(wanted));
});

Deno.test("Link keeps the list's filters, and leads to the pages it names", async () => {
  await using app = await world(TRIO);
  const seen: string[] = [];
  let path = "/api/kembang/theater?member=ayu-lestari&from=2026-06-01&perpage=3";
  const wanted = await allOf(app, path.replace("&perpage=3", ""));
  for (;;) {
    const response = await app.ask(path);
    const { next } = linksOf(response);
    seen.push(...(await response.json()).theater.map(({ id }: Item) => id));
    if (next === undefined) break;
    path = next;
  }
  assert.deepEqual(seen, wanted);
});

Deno.test("Link is relative and repeats neither credential nor unknown parameters", async () => {
  await using app = await world(TRIO);
  const query = `page=2&perpage=2&apikey=${app.key}&priority_token=P-x&username=u&password=p&x=y`;
  for (const path of ["/api/kembang/theater", "/api/kembang/news", "/api/melati/news"]) {
    const response = await app.ask(`${path}?${query}`, { key: null });
    assert.equal(response.status, 200);
    for (const target of Object.values(linksOf(response))) {
      assert.match(target, /^\/api\/\w+\/\w+\?page=\d+&perpage=2$/);
    }
  }
});

Deno.test("an empty list is one empty page", async () => {
  await using app = await world(TRIO);
  const response = await app.ask("/api/kembang/theater?from=2030-01-01&page=1");
  assert.deepEqual(await response.clone().json(), {
    theater: [],
    page: 1,
    perpage: 10,
    total_count: 0,
    total_pages: 0,
  });
  const { first, last, prev, next } = linksOf(response);
  assert.equal(first, last);
  assert.deepEqual([prev, next], [undefined, undefined]);
});

Deno.test("a list without page or perpage has no Link", async () => {
  await using app = await world(TRIO);
  for (const path of ["/api/kembang/theater", "/api/kembang/news", "/api/melati/news"]) {
    assert.equal((await app.ask(path)).headers.get("link"), null);
  }
});

Deno.test("the wrapped page counts its own data in total, and the rest behind message", async () => {
  await using app = await world(TRIO);
  const page = await app.json("/api/melati/news?page=2&perpage=3");
  assert.equal(
    Object.keys(page).join(" "),
    "success total data message page perpage total_count total_pages",
  );
  assert.deepEqual([page.total, page.total_count, page.total_pages], [1, 4, 2]);
});

/** A stored answer, as RFC 9111 lets a cache keep it. */
interface Stored {
  readonly body: string;
  /** Epoch ms, without it. */
  readonly staleAt: number;
  /** The request's values of the headers that `Vary` names (4.1). */
  readonly selected: string;
}

type Headers = Readonly<Record<string, string>>;

/** Directives by name (5.2), of one `Cache-Control`. */
function directives({ headers }: Response): Map<string, string> {
  const text = headers.get("cache-control") ?? "";
  return new Map(
    text.split(",").map((part) => {
      const [name = "", value = ""] = part.trim().toLowerCase().split("=");
      return [name, value];
    }),
  );
}

/** A cache by the letter of RFC 9111; `isShared` stores neither `private` nor authorized answers (3). */
function createCache(isShared: boolean) {
  const stored = new Map<string, Stored[]>();
  const vary = new Map<string, string[]>();
  const select = (names: readonly string[], headers: Headers) =>
    JSON.stringify(names.map((name) => headers[name] ?? null));
  return {
    find(path: string, headers: Headers, now: number): Stored | undefined {
      const selected = select(vary.get(path) ?? [], headers);
      return stored.get(path)?.find((one) => one.selected === selected && one.staleAt > now);
    },
    async keep(path: string, headers: Headers, answer: Response, now: number): Promise<boolean> {
      const asked = directives(answer);
      if (asked.has("no-store") || !asked.has("max-age")) return false;
      if (isShared && asked.has("private")) return false;
      if (isShared && "authorization" in headers && !asked.has("public")) return false;
      const names = (answer.headers.get("vary") ?? "").toLowerCase().split(",")
        .map((name) => name.trim()).filter(Boolean);
      vary.set(path, names);
      const body = `${answer.status} ${await answer.clone().text()}`;
      const staleAt = now + Number(asked.get("max-age")) * 1000;
      const selected = select(names, headers);
      const others = (stored.get(path) ?? []).filter((one) => one.selected !== selected);
      stored.set(path, [...others, { body, staleAt, selected }]);
      return true;
    },
  };
}

async function fresh(app: World, path: string, headers: Headers): Promise<Response> {
  return await app.ask(path, { key: null, headers });
}

const STEPS = sizeOf({ default: 1_000, full: 150_000 });

for (const [name, content] of Object.entries({ TRIO, LATER })) {
  Deno.test(`${name}: caches that follow RFC 9111 never give another answer than the service`, async () => {
    await using app = await world(content);
    const random = createPrng(testSeed());
    const decided = (await everyPath(app)).filter((path) => !/live|recent|chat/.test(path));
    // Few enough that the same one is often asked for again.
    const paths = [...random.some(decided, 25), "/", "/docs", "/openapi.json", "/healthz"];
    const callers: Headers[] = [
      {},
      { "x-api-key": app.key },
      { "x-api-key": app.narrowKey },
      { authorization: `Bearer ${app.key}` },
      { "x-api-key": "J-osb_wrong" },
    ];
    const shared = createCache(true);
    const own = callers.map(() => createCache(false));
    let [reusedShared, reusedOwn, keptOfCallers] = [0, 0, 0];
    for (let step = 0; step < STEPS; step++) {
      const path = random.pick(paths);
      const place = random.between(0, callers.length - 1);
      const headers = callers[place]!;
      const now = app.clock.now();
      for (const [cache, isShared] of [[shared, true], [own[place]!, false]] as const) {
        const answer = await fresh(app, path, headers);
        const body = `${answer.status} ${await answer.clone().text()}`;
        const found = cache.find(path, headers, now);
        if (found !== undefined) {
          if (isShared) reusedShared++;
          else reusedOwn++;
          // The front page names times relative to now, and may be as old as it allows itself to be.
          if (path !== "/") assert.equal(found.body, body, `${path}, step ${step}`);
        } else if (await cache.keep(path, headers, answer, now) && isShared) {
          if (/^\/(api|v1)\//.test(path)) keptOfCallers++;
        }
      }
      // Often within what is kept, sometimes across a midnight.
      if (random.happens(0.1)) app.at(now + random.pick([500, 5_000, 59_999, 3_600_000]));
    }
    assert.equal(keptOfCallers, 0, "a shared cache kept what was answered to a key");
    assert.ok(reusedOwn > STEPS / 100, `${reusedOwn} answers were reused`);
    assert.ok(reusedShared > 0);
  });
}
