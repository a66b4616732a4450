import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type Ask, type World, world } from "../support/world.ts";

function post(body: BodyInit, more: Ask = {}): Ask {
  return { method: "POST", body, ...more };
}

const READS = [
  ...["/api/melati/members", "/api/melati/member/ann", "/api/melati/schedule", "/api/melati/news"],
  ...["/api/melati/news/m1", "/api/melati/releases", "/api/melati/birthdays", "/v1/birthdays"],
  ...["/api/melati-kl/birthdays/3", "/v1/birthdays/today", "/v1/birthdays/upcoming"],
  "/v1/birthdays/ayu-lestari",
];

async function same(app: World, path: string, body: unknown, as: string): Promise<void> {
  assert.deepEqual(await app.json(path, post(JSON.stringify(body))), await app.json(as));
}

Deno.test("parameters stand in the body, as text or as numbers", async () => {
  await using app = await world(TRIO);
  await same(app, "/api/melati/news", { page: 2, perpage: 1 }, "/api/melati/news?page=2&perpage=1");
  await same(app, "/api/melati/news", { page: "2" }, "/api/melati/news?page=2");
  await same(app, "/api/melati/schedule", { status: "past" }, "/api/melati/schedule?status=past");
  await same(app, "/api/melati/members", { q: "ann" }, "/api/melati/members?q=ann");
  const members = "/api/melati/members";
  await same(app, members, { graduated_only: true }, `${members}?graduated_only=true`);
  const upcoming = "/v1/birthdays/upcoming";
  const zoned = `${upcoming}?days=30&timezone=Etc/GMT%2B12`;
  await same(app, upcoming, { days: 30, timezone: "Etc/GMT+12" }, zoned);
  await same(app, "/v1/birthdays", { month: 3 }, "/v1/birthdays?month=3");
});

Deno.test("the query beats the body, and the path beats both", async () => {
  await using app = await world(TRIO);
  await same(app, "/api/melati/news?page=1", { page: 2 }, "/api/melati/news?page=1");
  await same(app, "/api/melati/news?page=1", { page: "wrong" }, "/api/melati/news?page=1");
  const third = "/api/melati/birthdays/3";
  await same(app, third, { month: 7, day: 1 }, third);
  await same(app, "/api/melati/birthdays/3?month=7", {}, "/api/melati/birthdays/3");
});

Deno.test("names that every object has are no parameters", async () => {
  await using app = await world(TRIO);
  const body = '{"__proto__":{"page":"x","apikey":"y"},"constructor":1,"toString":"page"}';
  assert.equal((await app.ask("/api/melati/news", post(body))).status, 200);
  assert.equal((await app.ask("/api/melati/news", post(body, { key: null }))).status, 403);
});

const MALFORMED = [
  ...["{", "nonsense", "a=b", "[]", "[{}]", "null", "true", "1", '"text"', "{}{}", "{'a':1}"],
  ...['{"a":1,}', '{"a":"\u0001"}', "[".repeat(4_000)],
  ...[new Uint8Array([0x7b, 0xff, 0x7d]), new Uint8Array([0x7b, 0x22, 0xe2, 0x82])],
];

/** A JSON object of exactly so many bytes. */
function bodyOf(bytes: number): string {
  return `{"x":"${"x".repeat(bytes - 8)}"}`;
}

Deno.test("a body of 4 KiB is taken, one byte more is 413", async () => {
  await using app = await world(TRIO);
  const ask = async (body: BodyInit) => (await app.ask("/api/melati/members", post(body))).status;
  assert.equal(await ask(bodyOf(4096)), 200);
  assert.equal(await ask(bodyOf(4097)), 413);
  assert.equal(await ask("é".repeat(2049)), 413);
});

Deno.test("a body of unknown length is read no further than 4 KiB", async () => {
  await using app = await world(TRIO);
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1024;
      controller.enqueue(new Uint8Array(1024).fill(0x20));
    },
  });
  const response = await app.ask("/api/melati/members", post(endless));
  assert.equal(response.status, 413);
  assert.ok(sent <= 8 * 1024, `${sent} bytes were read`);
});

Deno.test("a body that breaks off is the sender's fault: 400", async () => {
  await using app = await world(TRIO);
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"apikey":'));
      controller.error(new Error("gone"));
    },
  });
  const response = await app.ask("/api/melati/members", post(broken));
  assert.equal(response.status, 400);
  assert.equal((await response.json()).type, "MALFORMED_REQUEST");
});

const READ = "GET, HEAD, OPTIONS";
const READ_WITH_BODY = "GET, HEAD, POST, PUT, OPTIONS";

const PLACES: [string, string][] = [
  ["/api/kembang/members", READ],
  ["/api/kembang/nope", READ],
  ["/api/hkr/theater", READ],
  ["/api/melati/schedule", READ_WITH_BODY],
  ["/api/melati/nope", READ_WITH_BODY],
  ["/v1/birthdays/today", READ_WITH_BODY],
  ["/healthz", READ],
  ["/readyz", READ],
  ["/status", READ],
];

/** Asks with fields in a JSON body. */
function withBody(fields: string) {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: `{${fields}}` };
}

Deno.test("null in a body is as if the field were absent, and is no value of a list", async () => {
  await using app = await world(TRIO);
  const path = "/api/melati/events";
  assert.deepEqual(await app.json(path, withBody('"member":null')), await app.json(path));
  for (const list of ["[null]", "[null,null]", '["melati-ayu",null]', "[{}]", "[[]]", "{}"]) {
    const response = await app.ask(path, withBody(`"member":${list}`));
    assert.equal(response.status, 400, list);
    assert.match((await response.json()).hint, /^member takes /);
  }
});

Deno.test("a body may ask for any number of items a page, as a query may for as many digits", async () => {
  await using app = await world(TRIO);
  const most = await app.json("/api/melati/news?perpage=100");
  for (const number of ["101", "1e3", "1e21", "1e300", "1e400", "1" + "0".repeat(400)]) {
    assert.deepEqual(await app.json("/api/melati/news", withBody(`"perpage":${number}`)), most);
    const exponent = Number(number.split("e")[1] ?? NaN);
    const digits = exponent > 0 ? "1" + "0".repeat(exponent) : number;
    assert.deepEqual(await app.json(`/api/melati/news?perpage=${digits}`), most);
  }
});

Deno.test("POST and PUT are the same read as GET, and take the key in a JSON body of any type", async () => {
  await using app = await world(TRIO);
  const types = ["application/json", "text/plain", "application/x-www-form-urlencoded"];
  for (const path of READS) {
    const get = await app.ask(path);
    const text = await get.text();
    for (const method of ["POST", "PUT"]) {
      for (const body of [null, "{}", "", "  ", '{"x":{"y":[1]}}']) {
        const response = await app.ask(path, { method, body });
        assert.equal(response.status, 200, `${method} ${path} ${body}`);
        assert.equal(await response.text(), text);
        assert.equal(response.headers.get("etag"), get.headers.get("etag"));
      }
    }
    for (const type of types) {
      const ask = post(JSON.stringify({ apikey: app.key }), { headers: { "content-type": type } });
      assert.equal((await app.ask(path, { ...ask, key: null })).status, 200, type);
    }
    assert.equal((await app.ask(path, post('{"apikey":"J-wrong"}', { key: null }))).status, 403);
  }
});

Deno.test("a wrong parameter in the body is 400 with its name, and no JSON object at all too", async () => {
  await using app = await world(TRIO);
  const empty = await app.ask("/api/melati/theater", post(JSON.stringify({ member: [] })));
  assert.equal(empty.status, 400, "a list without values is no filter that was left out");
  const wrong: [object, string][] = [
    ...[0, 1.5, true, "", [1]].map((page): [object, string] => [{ page }, "page"]),
    [{ perpage: { a: 1 } }, "perpage"],
    [{ page: 1, perpage: "ten" }, "perpage"],
  ];
  for (const [body, name] of wrong) {
    const response = await app.ask("/api/melati/news", post(JSON.stringify(body)));
    const { type, hint } = await response.json();
    assert.deepEqual([response.status, type], [400, "INVALID_PARAMETER"]);
    assert.match(hint, new RegExp(`^${name} takes `));
  }
  for (const body of MALFORMED) {
    for (const path of ["/api/melati/members", "/v1/birthdays/today"]) {
      const response = await app.ask(path, post(body));
      const { status, type } = await response.json();
      assert.deepEqual([response.status, status, type], [400, false, "MALFORMED_REQUEST"]);
    }
  }
});

/** What a browser may send from another origin. */
const CARRIERS = "x-priority-token x-api-key api-key username password x-admin-username " +
  "x-admin-password authorization content-type if-none-match last-event-id";

Deno.test("OPTIONS is a preflight without a key that names the methods; others are 405", async () => {
  await using app = await world(TRIO);
  for (const [path, methods] of PLACES) {
    const { status, body, headers } = await app.ask(path, { method: "OPTIONS", key: null });
    assert.deepEqual([status, body], [204, null]);
    assert.equal(headers.get("allow"), methods);
    assert.equal(headers.get("access-control-allow-methods"), methods);
    assert.equal(headers.get("access-control-allow-origin"), "*");
    assert.equal(headers.get("access-control-max-age"), "7200");
    const allowed = headers.get("access-control-allow-headers")!.toLowerCase().split(/,\s*/);
    assert.deepEqual(allowed.toSorted(), CARRIERS.split(" ").toSorted());
    const known = ["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "X"];
    for (const method of known.filter((name) => !methods.split(", ").includes(name))) {
      const response = await app.ask(path, { method });
      assert.deepEqual([response.status, response.headers.get("allow")], [405, methods], method);
      assert.equal((await response.json()).type, "METHOD_NOT_ALLOWED");
    }
  }
});

/** A request whose body begins and never ends. */
function endless(more: Ask = {}): Ask {
  return post(new ReadableStream({ start: (body) => body.enqueue(encoder.encode('{"a":')) }), more);
}

const encoder = new TextEncoder();

Deno.test("a body that never ends is answered 408 after 5 seconds: nobody was let in, and a token's use is on record", async () => {
  await using app = await world({ ...TRIO, plans: "content", outage: true });
  const token = (await app.issueToken()).secret;
  const asks: [path: string, ask: Ask][] = [
    ["/api/melati/members", endless()],
    ["/api/melati/members", endless({ key: null, token })],
    ["/v1/birthdays", endless({ key: "J-osb_nobody" })],
    ["/api/codes/verify", endless({ key: null })],
  ];
  let answered = 0;
  const replies = asks.map(([path, ask]) => app.ask(path, ask).finally(() => answered++));
  await app.clock.advance(4_999);
  assert.equal(answered, 0);
  await app.clock.advance(1);
  for (const reply of await app.until(Promise.all(replies))) {
    assert.deepEqual([reply.status, (await reply.json()).type], [408, "TIMEOUT"]);
    assert.equal(reply.headers.get("connection"), "close");
    assert.equal(reply.headers.get("cache-control"), "no-store");
  }
  assert.equal((await app.json("/v1/key")).used, 0);
  const uses: { status: number }[] = await app.told(["audit", "tail", "--kind", "use"]);
  assert.deepEqual(uses.map(({ status }) => status), [408]);
});

Deno.test("of 300 bodies that never end the oldest are let go, and whole ones are read all the while", async () => {
  await using app = await world({ ...TRIO, outage: true });
  const replies = Array.from({ length: 300 }, () => app.ask("/v1/birthdays", endless()));
  const early = await Promise.any(replies);
  assert.deepEqual([early.status, early.headers.get("retry-after")], [503, "1"]);
  assert.equal((await app.ask("/v1/birthdays", post('{"month":3}'))).status, 200);
  await app.clock.advance(5_000);
  const statuses = (await app.until(Promise.all(replies))).map(({ status }) => status);
  const late = statuses.filter((status) => status === 408).length;
  assert.ok(late === 255 || late === 256, `${late} had their 5 seconds`);
  assert.equal(statuses.filter((status) => status === 503).length, 300 - late);
});
