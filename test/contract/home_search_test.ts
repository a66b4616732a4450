import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createProgram, type Program } from "../support/program.ts";

async function pageOf(app: Program, query: string, from = "127.0.0.1"): Promise<string> {
  const answer = await app.ask(`/${query}`, { key: null, from });
  assert.equal(answer.status, 200, query);
  return await answer.text();
}

const asked = (text: string) => `?q=${encodeURIComponent(text)}`;

Deno.test("the front page has a form, and a search finds what the public groups have", async () => {
  await using app = await createProgram(REPOSITORY);
  const form = /<form method="get" action="\/">[\s\S]*<input type="search" name="q" required/;
  assert.match(await pageOf(app, ""), form);
  const page = await pageOf(app, asked("lintnag"));
  assert.match(page, form);
  assert.match(page, /value="lintnag"/);
  assert.match(page, /<strong>Lintang Sekarjati<\/strong>/);
  assert.match(page, /member/);
  const show = await pageOf(app, asked("seitansai sasi"));
  assert.match(show, /href="https:\/\/tiket\.groupa\.example\/teater\/2026-11-22-seitansai-sasi"/);
});

Deno.test("a search on the front page finds nothing of groups that are for callers alone", async () => {
  await using app = await createProgram(REPOSITORY);
  for (const text of ["nurin", "midnight mamak", "なぎ"]) {
    const page = await pageOf(app, asked(text));
    assert.match(page, /Nothing is called/);
    assert.ok(!page.includes("Kelip Kelip"), text);
  }
});

Deno.test("without a public group there is no form, and nothing is found", async () => {
  await using app = await createProgram(TRIO);
  assert.ok(!(await pageOf(app, "")).includes("<form"));
  assert.match(await pageOf(app, asked("ratna")), /Nothing is called/);
});

Deno.test("what was searched for comes back as text, never as HTML", async () => {
  await using app = await createProgram(REPOSITORY);
  const text = `"><script>alert(1)</script>`;
  const page = await pageOf(app, asked(text));
  assert.ok(!page.includes("<script>alert"));
  assert.match(page, /&lt;script&gt;alert\(1\)/);
});

Deno.test("a found page may be kept as long as the front page, and has a tag of its own", async () => {
  await using app = await createProgram(REPOSITORY);
  const [front, found] = [await app.ask("/"), await app.ask(`/${asked("benih")}`)];
  assert.equal(found.headers.get("cache-control"), "public, max-age=30");
  assert.notEqual(found.headers.get("etag"), front.headers.get("etag"));
  const again = await app.ask(`/${asked("benih")}`, {
    headers: { "if-none-match": found.headers.get("etag")! },
  });
  assert.equal(again.status, 304);
});

Deno.test("an address may search 60 times a minute, and look at the front page all the same", async () => {
  const clock = createManualClock(Date.parse(REPOSITORY.now));
  await using app = await createProgram({ ...REPOSITORY, clock });
  const status = async (from: string, query = asked("benih")) =>
    (await app.ask(`/${query}`, { key: null, from })).status;
  for (let time = 0; time < 60; time++) assert.equal(await status("203.0.113.7"), 200);
  const refused = await app.ask(`/${asked("benih")}`, { key: null, from: "203.0.113.7" });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal(await status("203.0.113.7", ""), 200);
  assert.equal(await status("203.0.113.8"), 200);
  await clock.advance(60_000);
  assert.equal(await status("203.0.113.7"), 200);
});

Deno.test.each([["?q="], [`?q=${"x".repeat(101)}`], ["?q=%20"]])("%s is refused", async (query) => {
  await using app = await createProgram(REPOSITORY);
  assert.equal((await app.ask(`/${query}`, { key: null })).status, 400);
});

Deno.test("a browser is told in a page why a search is refused, and a program in JSON", async () => {
  await using app = await createProgram({
    ...REPOSITORY,
    clock: createManualClock(Date.parse(REPOSITORY.now)),
  });
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
  const from = "203.0.113.7";
  const refuse = async (query: string, headers = browser, method = "GET") => {
    const answer = await app.ask(`/${query}`, { key: null, from, headers, method });
    assert.equal(answer.headers.get("cache-control"), "no-store");
    return { answer, text: await answer.text() };
  };
  for (const query of ["?q=", `?q=${"x".repeat(101)}`, "?q=%20"]) {
    const { answer, text } = await refuse(query);
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
    assert.match(answer.headers.get("content-security-policy")!, /default-src 'none'/);
    assert.match(text, /Write a word of a name or title, with up to 100 characters\./);
    assert.match(text, /<form method="get" action="\/">/);
    const head = await refuse(query, browser, "HEAD");
    assert.deepEqual([head.answer.status, head.text], [400, ""]);
    assert.equal(
      head.answer.headers.get("content-length"),
      String(new TextEncoder().encode(text).length),
    );
    const program = await refuse(query, { accept: "application/json" });
    assert.equal(JSON.parse(program.text).type, "INVALID_PARAMETER");
  }
  for (let time = 0; time < 60; time++) {
    await (await app.ask(`/${asked("benih")}`, { key: null, from })).body?.cancel();
  }
  const { answer, text } = await refuse(asked("benih"));
  assert.equal(answer.status, 429);
  assert.ok(Number(answer.headers.get("retry-after")) > 0);
  assert.match(text, /Too many searches have come from your network/);
  assert.ok(!text.includes("benih"));
});
