import assert from "node:assert/strict";
import { LATER, REPOSITORY, TRIO } from "../support/contents.ts";
import { createProgram } from "../support/program.ts";
import { testTurns } from "../support/turns.ts";

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
  await using app = await createProgram({ ...REPOSITORY });
  const { data: [member] } = await app.json(path("なぎ"));
  assert.deepEqual(member, {
    kind: "member",
    group: "groupb",
    id: "nagi-tsuchida",
    title: "Nagi Tsuchida",
    matched: "Nagi",
    url: "/api/groupb/member/Nagi%20Tsuchida",
  });
});

Deno.test("every result's address leads to what it names", async () => {
  await using app = await createProgram({ ...REPOSITORY });
  for (const q of ["nurin", "lintang", "jendela pagi", "second light", "kaamatan", "シグナル"]) {
    const { data } = await app.json(path(q, "&limit=50"));
    for (const { kind, id, title, url } of data as Hit[]) {
      assert.notEqual(url, "", title);
      const text = JSON.stringify(await app.json(url));
      const named = kind === "song" || kind === "setlist" ? title : id;
      assert.ok(text.includes(JSON.stringify(named).slice(1, -1)), `${q}: ${url} has no ${named}`);
    }
  }
});

Deno.test("kind, group and limit narrow what is found; the total is of all", async () => {
  await using app = await createProgram({ ...REPOSITORY });
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
  await using app = await createProgram({ ...REPOSITORY });
  const { data } = await app.json(path("merdeka di serambi", "&kind=show&limit=50"));
  const days = (data as Hit[]).map(({ id }) => id).filter((id) => id.startsWith("20"));
  const now = REPOSITORY.now.slice(0, 10);
  const coming = days.filter((day) => day > now);
  assert.deepEqual(days.slice(0, coming.length), coming.toSorted());
  assert.ok(coming.length > 0 && coming.length < days.length);
});

Deno.test.each([
  "",
  "?q=",
  "?q=%20%20",
  "?q=!!!",
  `?q=${"x".repeat(101)}`,
  "?q=nagi&kind=person",
  "?q=nagi&limit=0",
  "?q=nagi&limit=51",
  "?q=nagi&group=nobody",
  "?q=nagi&q=koto",
])("/v1/search%s is refused with the parameter's name", async (query) => {
  await using app = await createProgram({ ...REPOSITORY });
  const response = await app.ask(`/v1/search${query}`);
  const { type, hint } = await response.json();
  assert.deepEqual([response.status, type], [400, "INVALID_PARAMETER"]);
  assert.match(hint, /^(q|kind|limit|group)\b/);
});

Deno.test("a search holds nothing of groups that the key may not read", async () => {
  await using app = await createProgram({ ...TRIO });
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

const found = ({ data }: { data: Hit[] }) => data.map(({ kind, id }) => `${kind}/${id}`).sort();

testTurns(LATER, [
  {
    what: "items are published",
    path: path("later", "&limit=50"),
    at: "2026-07-10T05:00:00.500Z",
    pick: ({ data }) => found({ data }).length,
    before: 0,
    after: 9,
  },
]);

Deno.test("a draft is found at no time", async () => {
  await using app = await createProgram({ ...LATER });
  for (const now of [LATER.now, "2026-07-10T06:00:00Z", "2030-01-01T00:00:00Z"]) {
    app.at(now);
    const { total, data } = await app.json(path("draft", "&limit=50"));
    assert.deepEqual([total, data], [0, []], now);
  }
});

Deno.test("an answer is kept until the clock changes it, and not sent again", async () => {
  await using app = await createProgram({ ...LATER, now: "2026-07-10T04:59:30Z" });
  const response = await app.ask(path("later"));
  assert.equal(response.headers.get("cache-control"), "private, max-age=30");
  const etag = response.headers.get("etag")!;
  const again = await app.ask(path("later"), { headers: { "if-none-match": etag } });
  assert.equal(again.status, 304);
});
