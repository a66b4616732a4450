import assert from "node:assert/strict";
import { LATER, REPOSITORY, TRIO } from "../../support/contents.ts";
import { testTurns } from "../../support/turns.ts";
import fc from "fast-check";
import { propertyRun } from "../../support/size.ts";
import { type World, world } from "../../support/world.ts";

interface Hit {
  readonly kind: string;
  readonly group: string;
  readonly id: string;
  readonly title: string;
  readonly matched: string;
  readonly url: string;
}

const path = (q: string, more = "") => `/v1/search?q=${encodeURIComponent(q)}${more}`;

Deno.test("a result says what it is, what answered the search, and where its detail is", async () => {
  await using app = await world({ ...REPOSITORY });
  const { data: [member] } = await app.json(path("なぎ"));
  assert.deepEqual(member, {
    kind: "member",
    group: "groupb",
    id: "nagi-tsuchida",
    title: "Nagi Tsuchida",
    matched: "Nagi",
    url: "/api/groupb/member-detail?url=nagi-tsuchida",
  });
});

Deno.test("every result's address leads to what it names", async () => {
  await using app = await world({ ...REPOSITORY });
  for (const q of ["nurin", "lintang", "jendela pagi", "second light", "kaamatan", "シグナル"]) {
    const { data } = await app.json(path(q, "&limit=50"));
    for (const { kind, id, title, url } of data as Hit[]) {
      assert.notEqual(url, "", title);
      const answer = await app.ask(url);
      const text = await answer.text();
      assert.equal(answer.status, 200, url);
      // The page of an article is named after its file.
      const named = ["song", "setlist", "news"].includes(kind) ? title : id;
      assert.ok(text.includes(JSON.stringify(named).slice(1, -1)), `${q}: ${url} has no ${named}`);
    }
  }
});

Deno.test("kind, group and limit narrow what is found; the total is of all", async () => {
  await using app = await world({ ...REPOSITORY });
  const all = await app.json(path("firefly parade", "&limit=3"));
  assert.equal(all.data.length, 3);
  assert.ok(all.total > 40, String(all.total));
  const songs = await app.json(path("firefly parade", "&kind=song"));
  assert.deepEqual(songs.data.map(({ kind }: Hit) => kind), ["song"]);
  assert.equal(songs.total, 1);
  assert.equal((await app.json(path("firefly parade", "&group=groupa"))).total, 0);
  assert.ok((await app.json(path("firefly parade", "&group=kelip"))).total > 40);
});

Deno.test("shows still to come stand before those that have been, the next one first", async () => {
  await using app = await world({ ...REPOSITORY });
  const { data } = await app.json(path("merdeka di serambi", "&kind=show&limit=50"));
  const days = (data as Hit[]).map(({ id }) => id).filter((id) => id.startsWith("20"));
  const now = REPOSITORY.now.slice(0, 10);
  const coming = days.filter((day) => day > now);
  assert.deepEqual(days.slice(0, coming.length), coming.toSorted());
  assert.ok(coming.length > 0 && coming.length < days.length);
});

Deno.test("a song leads to the setlist that plays next, and holds until that show begins", async () => {
  const files = (name: string, day: string) => ({
    [`groupa/setlists/${name.toLowerCase()}.yaml`]: `name: ${name}\nsongs: [Lagu Uji]\n`,
    [`groupa/shows/${day}-uji.yaml`]: `setlist: ${name}\ndate: ${day}\ntime: "19:00"\n`,
  });
  const content = { ...files("Satu", "2026-07-04"), ...files("Dua", "2026-07-05") };
  await using app = await world({ content, now: "2026-07-04T11:59:50Z" });
  const answer = await app.ask(path("lagu uji", "&kind=song"));
  assert.match((await answer.json()).data[0].url, /setlists\/satu$/);
  assert.match(answer.headers.get("cache-control")!, /max-age=10\b/);
});

Deno.test("a search holds nothing of groups that the key may not read", async () => {
  await using app = await world({ ...TRIO });
  const everything = await app.json(path("a", "&limit=50"));
  const groups = new Set((everything.data as Hit[]).map(({ group }) => group));
  assert.ok(groups.size > 1);
  const narrow = await app.json(path("a", "&limit=50"), { key: app.narrowKey });
  assert.ok(narrow.total > 0 && narrow.total < everything.total);
  for (const { group } of narrow.data as Hit[]) assert.ok(TRIO.narrowTo.includes(group), group);
  const [other] = [...groups].filter((group) => !TRIO.narrowTo.includes(group));
  const refused = await app.ask(path("a", `&group=${other}`), { key: app.narrowKey });
  assert.equal(refused.status, 403);
});

testTurns(LATER, "2026-07-10T05:00:00.500Z", "items are published", [
  [path("later", "&limit=50"), ({ data }) => data.length, 0, 9],
]);

Deno.test("a draft is found at no time", async () => {
  await using app = await world({ ...LATER });
  for (const now of [LATER.now, "2026-07-10T06:00:00Z", "2030-01-01T00:00:00Z"]) {
    app.at(now);
    const { total, data } = await app.json(path("draft", "&limit=50"));
    assert.deepEqual([total, data], [0, []], now);
  }
});

const searched = (text: string) => `/v1/search?q=${encodeURIComponent(text)}`;

/** What is no text of Unicode cannot be written in an address. */
const isText = (text: string) => text.isWellFormed();

const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 120 }).filter(isText),
  fc.string({ unit: fc.constantFrom(..."aeiou nкぁっーゃ々\u3099\u0301\u200d(.*+?)[]{}\\|^$") }),
  fc.constantFrom("\ufdfa", "a ", "ou", "凪", "ー", "っ", "%", "ꦭ", "𠮷", "ﬃ")
    .chain((unit) => fc.integer({ min: 1, max: 100 }).map((times) => unit.repeat(times))),
  // Words that look like romanised kana nearly to their end.
  fc.tuple(
    fc.constantFrom("na", "nya", "n", "mu", "ttsu", "sshi", "kkya", "nan", "ou", "na nu "),
    fc.integer({ min: 1, max: 50 }),
    fc.constantFrom("l", "q", "x", "nn", "mb", "ll", " l"),
  ).map(([unit, times, end]) => unit.repeat(times) + end),
);

Deno.test("any text is answered or refused, in its time", async () => {
  await using app = await world(REPOSITORY);
  await app.json(searched("warm"));
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const response = await app.ask(searched(text));
      const body = await response.json();
      assert.ok([200, 400].includes(response.status), `${response.status} for ${text}`);
      if (response.status === 200) assert.ok(body.total >= body.data.length);
    }),
    propertyRun(300, 20_000),
  );
});

async function pageOf(app: World, query: string, from = "127.0.0.1"): Promise<string> {
  const answer = await app.ask(`/${query}`, { key: null, from });
  assert.equal(answer.status, 200, query);
  return await answer.text();
}

const asked = (text: string) => `?q=${encodeURIComponent(text)}`;

Deno.test("the front page has a form, and a search finds what the public groups have", async () => {
  await using app = await world(REPOSITORY);
  const form = /<form method="get" action="\/">[\s\S]*<input type="search" name="q" required/;
  assert.match(await pageOf(app, ""), form);
  const page = await pageOf(app, asked("lintnag"));
  assert.match(page, form);
  assert.match(page, /value="lintnag"/);
  assert.match(page, /href="\/groups\/groupa\/members\/lintang-sekarjati"[^>]*>Lintang Sekarjati</);
  assert.match(page, /<h2>Members<\/h2>[^]*Lintang Sekarjati/);
  assert.match(page, /Searched: .* of <span lang="id">Serambi Bintang<\/span>/);
  const show = await pageOf(app, asked("seitansai sasi"));
  assert.match(show, /href="\/groups\/groupa\/shows\/2026-11-22-seitansai-sasi"/);
});

Deno.test("a search on the front page finds nothing of groups that are for callers alone", async () => {
  await using app = await world(REPOSITORY);
  for (const text of ["nurin", "midnight mamak", "なぎ"]) {
    const page = await pageOf(app, asked(text));
    assert.match(page, /Nothing is called/);
    assert.ok(!page.includes("Kelip Kelip"), text);
  }
});

Deno.test("an address may search 300 times a minute, and look at the front page all the same", async () => {
  await using app = await world(REPOSITORY);
  const search = (from: string, query = asked("benih"), headers = BROWSER) =>
    app.ask(`/${query}`, { key: null, from, headers });
  const [from, other] = ["203.0.113.7", "203.0.113.8"];
  for (let time = 0; time < 300; time++) assert.equal((await search(from)).status, 200);
  const refused = await search(from);
  const text = await refused.text();
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.match(text, /Too many requests have come from your network/);
  assert.ok(!text.includes("benih"));
  assert.equal((await search(from, "")).status, 200);
  assert.equal((await search(other)).status, 200);
  await app.pass(60_000);
  assert.equal((await search(from)).status, 200);
});

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

Deno.test("a browser is told in a page why a search is refused, and a program in JSON", async () => {
  await using app = await world(REPOSITORY);
  for (const query of ["?q=", `?q=${"x".repeat(101)}`, "?q=%20"]) {
    const answer = await app.ask(`/${query}`, { key: null, headers: BROWSER });
    const text = await answer.text();
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.match(answer.headers.get("content-security-policy")!, /default-src 'none'/);
    assert.match(text, /up to 100 characters/);
    assert.match(text, /<form method="get" action="\/">/);
    const headers = { accept: "application/json" };
    const program = await app.ask(`/${query}`, { key: null, headers });
    assert.equal((await program.json()).type, "INVALID_PARAMETER");
  }
});
