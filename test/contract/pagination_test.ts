import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../support/contents.ts";
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

const FIVES: [query: string, links: Record<string, number>][] = [
  ["page=1&perpage=5", { first: 1, next: 2, last: 4 }],
  ["page=2&perpage=5", { first: 1, prev: 1, next: 3, last: 4 }],
  ["page=4&perpage=5", { first: 1, prev: 3, last: 4 }],
  ["page=9&perpage=5", { first: 1, prev: 4, last: 4 }],
  ["perpage=5", { first: 1, next: 2, last: 4 }],
];

Deno.test("Link leads to the first, previous, next and last page", async () => {
  await using app = await world(TRIO);
  for (const [query, expected] of FIVES) {
    const links = linksOf(await app.ask(`/api/kembang/theater?${query}`));
    const wanted = Object.entries(expected)
      .map(([rel, page]) => [rel, `/api/kembang/theater?page=${page}&perpage=5`]);
    assert.deepEqual(links, Object.fromEntries(wanted), query);
  }
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

Deno.test("pages begin at 1 with 10 items each, together are the list, and are empty past its end", async () => {
  await using app = await world(REPOSITORY);
  for (const [path, name] of LISTS) {
    const all = await allOf(app, path);
    for (const query of ["page=1", "perpage=10", "page=1&perpage=10"]) {
      const { ids, page, perpage, total_count, total_pages } = await pageOf(
        ...[app, `${path}?${query}`, name] as const,
      );
      assert.deepEqual(ids, all.slice(0, 10));
      assert.deepEqual([page, perpage], [1, 10]);
      assert.deepEqual([total_count, total_pages], [all.length, Math.ceil(all.length / 10)]);
    }
    for (const perpage of [1, 7, 100]) {
      const found: string[] = [];
      for (let page = 1; page <= Math.min(Math.ceil(all.length / perpage), 60); page++) {
        found.push(...(await pageOf(app, `${path}?page=${page}&perpage=${perpage}`, name)).ids);
      }
      assert.deepEqual(found, all.slice(0, 60 * perpage));
    }
    const past = [Math.ceil(all.length / 10) + 1, 1_000_000, "99999999999999999999"];
    for (const number of past) {
      const { ids, total_count } = await pageOf(app, `${path}?page=${number}`, name);
      assert.deepEqual([ids, total_count], [[], all.length]);
    }
  }
  const shows = await allOf(app, "/api/groupa/theater");
  for (const perpage of [101, 1000, "9007199254740993", "999999999999999999999999"]) {
    const page = await pageOf(app, `/api/groupa/theater?perpage=${perpage}`, "theater");
    assert.deepEqual([page.perpage, page.ids], [100, shows.slice(0, 100)]);
    assert.equal(page.total_pages, Math.ceil(shows.length / 100));
  }
});

Deno.test("an empty list is one empty page, a wrapped page counts its own data, and a whole list has no Link", async () => {
  await using app = await world(TRIO);
  const response = await app.ask("/api/kembang/theater?from=2030-01-01&page=1");
  const { first, last, ...others } = linksOf(response);
  assert.deepEqual([first, others], [last, {}]);
  assert.deepEqual(await response.json(), {
    ...{ theater: [], page: 1, perpage: 10, total_count: 0, total_pages: 0 },
  });
  const page = await app.json("/api/melati/news?page=2&perpage=3");
  assert.equal(
    Object.keys(page).join(" "),
    "success total data message page perpage total_count total_pages",
  );
  assert.deepEqual([page.total, page.total_count, page.total_pages], [1, 4, 2]);
  for (const path of ["/api/kembang/theater", "/api/kembang/news", "/api/melati/news"]) {
    assert.equal((await app.ask(path)).headers.get("link"), null);
  }
});
