import assert from "node:assert/strict";
import { compile } from "../../build/compile.ts";
import { siteSourceOf } from "../../build/site_writer.ts";
import { documents } from "../../build/site/docs/pages.ts";
import { renderOpenApi } from "../../build/site/openapi/document.ts";
import { createCredentialStores } from "../support/credential_stores.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createProgram } from "../support/program.ts";
import { issueFeedToken, issueKey } from "../support/issue.ts";
import { CLAIMS } from "./claims.ts";

const { content: { site, plans, groups } } = compile("content");
const source = siteSourceOf(site!, plans!, groups);
const PAGES = new Map(
  documents(source).map(({ path, body }) => [path, String(body)]),
);
const NOW = "2026-07-04T05:00:00Z";

/** The Markdown of a page with single spaces, and tables without padding. */
function textOf(page: string): string {
  const text = PAGES.get(`/docs/${page}.md`);
  assert.ok(text !== undefined, page);
  return text.replaceAll(/\s+/g, " ");
}

function assertSays(page: string, says: string): void {
  const text = textOf(page);
  const begin = says[0]!.toUpperCase() + says.slice(1);
  assert.ok(text.includes(says) || text.includes(begin), `/docs/${page} no longer says: ${says}`);
}

Deno.test("what the pages say of requests is what the service answers", async (t) => {
  await using program = await createProgram({ content: "content", plans: "content", now: NOW });
  for (const { page, says, holds } of CLAIMS) {
    await t.step(`${page}: ${says}`, async () => {
      assertSays(page, says);
      program.at(program.clock.now() + 2000);
      await holds(program);
    });
  }
});

Deno.test("a used-up key is refused where the limits say so", async () => {
  assertSays("limits", "also if `If-None-Match` would lead to a 304");
  assertSays("limits", "| quota used up, wrapped groups | 403 `USAGE_LIMIT_EXCEEDED` |");
  await using program = await createProgram({
    content: "content",
    now: NOW,
    plans: {
      standard: {
        rate: "unlimited",
        quota: { requests: 1, per: "day", timezone: "Asia/Jakarta" },
      },
    },
  });
  const { headers } = await program.ask("/api/groupa/members");
  const again = { headers: { "if-none-match": headers.get("etag")! } };
  const statuses = [
    await program.ask("/api/groupa/members", again),
    await program.ask("/api/groupb/members", again),
    await program.ask("/api/groupa/members", { method: "HEAD" }),
    await program.ask("/api/groupa/members", { method: "OPTIONS" }),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [429, 403, 429, 204]);
});

Deno.test("which keys and tokens the addresses of a key bind is as the page says", async () => {
  assertSays(
    "credentials",
    "A key without any addresses works for bare groups, `/v1` and `/mcp` from everywhere.",
  );
  assertSays("credentials", "the key's addresses; a key without addresses is refused");
  assertSays("credentials", "| calendars with `?feed=F-osb_…` | none |");
  const kv = createMemoryKv();
  const stores = createCredentialStores(kv);
  const free = await issueKey(stores, { ips: [] });
  const bound = await issueKey(stores, { ips: ["192.0.2.1"] });
  const feed = await issueFeedToken(stores, bound.record);
  await using program = await createProgram({ content: "content", kv, now: NOW });
  const ask = async (path: string, key: string | null) =>
    (await program.ask(path, { key, from: "203.0.113.9" })).status;
  assert.deepEqual(
    await Promise.all([
      ask("/api/groupa/members", free.secret),
      ask("/v1/birthdays/today", free.secret),
      ask("/api/groupb/members", free.secret),
      ask(`/api/groupb/theater.ics?feed=${feed.secret}`, null),
    ]),
    [200, 200, 403, 200],
  );
});

Deno.test("a refusal that is about group= costs what the page says", async () => {
  assertSays("limits", "| 403 for a group in `group=` that your key may not read | 1 request |");
  const kv = createMemoryKv();
  const { secret: key } = await issueKey(createCredentialStores(kv), { groups: ["groupa"] });
  await using program = await createProgram({ content: "content", plans: "content", kv, now: NOW });
  const refused = await program.ask("/v1/search?q=nagi&group=groupb", { key });
  await refused.body?.cancel();
  assert.equal(refused.status, 403);
  assert.equal((await program.json("/v1/key", { key })).used, 1);
});

Deno.test("shows that do not take place are where the page of lists says", async () => {
  assertSays("lists", "Cancelled and postponed shows are in these lists too");
  const shows = groups.find(({ slug }) => slug === "groupa")!.shows;
  const { slug, file } = shows.find(({ file }) => file.state === "cancelled")!;
  const now = `${file.date}T03:00:00Z`;
  await using program = await createProgram({ content: "content", now });
  for (const status of ["upcoming", "today"]) {
    const listed = await program.json(`/api/groupa/theater?status=${status}`);
    const found = listed.find(({ id }: { id: string }) => id === (file.id ?? slug));
    assert.equal(found?.state, "cancelled", status);
  }
});

Deno.test("the reference names the zone of each group, and its day in place of 29 February", () => {
  assertSays("time-zones", "which its page in [the reference](/docs/reference) names");
  for (const { slug, group } of groups) {
    assertSays(`reference/${slug}`, `The group's time zone is \`${group.timezone}\`.`);
    const leapDay = group.leap_day === "mar1" ? "1 March" : "28 February";
    assertSays(`reference/${slug}`, `a birthday on 29 February is on ${leapDay}.`);
  }
});

Deno.test("the licence is where its page says", () => {
  assertSays("licence", "In `info.license` of [openapi.json](/openapi.json): `name`, `url`");
  assertSays("licence", "How to name the source is in `info.x-attribution`.");
  const infoOf = (licence?: string, attribution?: string) => {
    const service = { ...source, site: { ...source.site, licence, attribution } };
    return JSON.parse(renderOpenApi(service)).info;
  };
  assert.deepEqual(infoOf("CC-BY-4.0", "Bunga").license, {
    name: "Creative Commons Attribution 4.0 International",
    url: "https://creativecommons.org/licenses/by/4.0/",
    "x-spdx-id": "CC-BY-4.0",
  });
  assert.equal(infoOf("CC-BY-4.0", "Bunga")["x-attribution"], "Bunga");
  assert.equal(infoOf("our own").license.name, "our own");
  assert.equal(infoOf().license.name, "Ask the contact");
  const pageOf = (site: object) => {
    const [page] = documents({ ...source, site: { ...source.site, ...site } })
      .filter(({ path }) => path === "/docs/licence.md");
    return String(page!.body);
  };
  assert.match(
    pageOf({ licence: "CC-BY-4.0", attribution: "Bunga" }),
    /the operators name: \[Creative Commons Attribution 4\.0 International \(CC-BY-4\.0\)\]\(https:[^]*name its source like this: \*\*Bunga\*\*/,
  );
  assert.match(pageOf({ licence: "our own" }), /that the operators name: \*\*our own\*\*/);
});

Deno.test("the answer about a code is the one that the page shows", async () => {
  const shown = /```json\n(\{\s*"status"[^]*?\})\n```/.exec(
    PAGES.get("/docs/credentials.md")!,
  )![1]!;
  const kv = createMemoryKv();
  const { codes } = createCredentialStores(kv);
  const { secret } = await codes.issue({ limit: 5, createdAt: 0, email: "sari@fans.example" });
  await using program = await createProgram({ content: "content", kv, now: NOW });
  const verify = `/api/codes/verify?code=${secret}`;
  assertSays("credentials", "or is bound to another e-mail address, is a 404");
  assert.equal((await program.ask(verify, { key: null })).status, 404);
  const ask = () => program.json(`${verify}&email=sari@fans.example`, { key: null });
  const { status, data } = await ask();
  const { status: shownStatus, data: shownData } = JSON.parse(shown);
  assert.deepEqual([status, Object.keys(data)], [shownStatus, Object.keys(shownData)]);
  assertSays("credentials", "Checking a code does not use it.");
  assert.deepEqual([data.usage_count, (await ask()).data.usage_count], [0, 0]);
});
