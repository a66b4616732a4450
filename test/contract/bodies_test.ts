import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type Ask, type World, world } from "../support/world.ts";

function post(body: BodyInit, more: Ask = {}): Ask {
  return { method: "POST", body, ...more };
}

const READS = [
  "/api/melati/members",
  "/api/melati/member/ann",
  "/api/melati/schedule",
  "/api/melati/news",
  "/api/melati/news/m1",
  "/api/melati/releases",
  "/api/melati/birthdays",
  "/api/melati-kl/birthdays/3",
  "/v1/birthdays",
  "/v1/birthdays/today",
  "/v1/birthdays/upcoming",
  "/v1/birthdays/ayu-lestari",
];

Deno.test.each(READS)("POST and PUT %s are the same read as GET", async (path) => {
  await using app = await world(TRIO);
  const get = await app.ask(path);
  const text = await get.text();
  for (const method of ["POST", "PUT"]) {
    for (const body of ["{}", "", "  ", '{"x":{"y":[1]}}']) {
      const response = await app.ask(path, { method, body });
      assert.equal(response.status, 200, `${method} ${body}`);
      assert.equal(await response.text(), text);
      assert.equal(response.headers.get("etag"), get.headers.get("etag"));
    }
    assert.equal((await app.ask(path, { method })).status, 200, `${method} without a body`);
  }
});

Deno.test.each(READS)("%s takes the key in a JSON body, of any content type", async (path) => {
  await using app = await world(TRIO);
  const body = JSON.stringify({ apikey: app.key });
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
    const response = await app.ask(
      path,
      post(body, { key: null, headers: { "content-type": type } }),
    );
    assert.equal(response.status, 200, type);
  }
  const wrong = await app.ask(path, post('{"apikey":"J-wrong"}', { key: null }));
  assert.equal(wrong.status, 403);
});

async function same(app: World, path: string, body: unknown, as: string): Promise<void> {
  assert.deepEqual(await app.json(path, post(JSON.stringify(body))), await app.json(as));
}

Deno.test("parameters stand in the body, as text or as numbers", async () => {
  await using app = await world(TRIO);
  await same(app, "/api/melati/news", { page: 2, perpage: 1 }, "/api/melati/news?page=2&perpage=1");
  await same(app, "/api/melati/news", { page: "2" }, "/api/melati/news?page=2");
  await same(app, "/api/melati/schedule", { status: "past" }, "/api/melati/schedule?status=past");
  await same(app, "/api/melati/members", { q: "ann" }, "/api/melati/members?q=ann");
  await same(
    app,
    "/api/melati/members",
    { graduated_only: true },
    "/api/melati/members?graduated_only=true",
  );
  await same(
    app,
    "/v1/birthdays/upcoming",
    { days: 30, timezone: "Etc/GMT+12" },
    "/v1/birthdays/upcoming?days=30&timezone=Etc/GMT%2B12",
  );
  await same(app, "/v1/birthdays", { month: 3 }, "/v1/birthdays?month=3");
});

Deno.test("the query beats the body, and the path beats both", async () => {
  await using app = await world(TRIO);
  await same(app, "/api/melati/news?page=1", { page: 2 }, "/api/melati/news?page=1");
  await same(app, "/api/melati/news?page=1", { page: "wrong" }, "/api/melati/news?page=1");
  await same(
    app,
    "/api/melati/birthdays/3",
    { month: 7, day: 1 },
    "/api/melati/birthdays/3",
  );
  await same(app, "/api/melati/birthdays/3?month=7", {}, "/api/melati/birthdays/3");
});

Deno.test.each([
  [{ page: 0 }, "page"],
  [{ page: 1.5 }, "page"],
  [{ page: true }, "page"],
  [{ page: "" }, "page"],
  [{ page: [1] }, "page"],
  [{ perpage: { a: 1 } }, "perpage"],
  [{ page: 1, perpage: "ten" }, "perpage"],
])("a wrong parameter in the body, %j, is 400", async (body, name) => {
  await using app = await world(TRIO);
  const response = await app.ask("/api/melati/news", post(JSON.stringify(body)));
  assert.equal(response.status, 400);
  const { type, hint } = await response.json();
  assert.equal(type, "INVALID_PARAMETER");
  assert.match(hint, new RegExp(`^${name} takes `));
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

Deno.test.each(MALFORMED.map((body) => [body]))(
  "the body %j is no JSON object: 400",
  async (body) => {
    await using app = await world(TRIO);
    for (const path of ["/api/melati/members", "/v1/birthdays/today"]) {
      const response = await app.ask(path, post(body));
      assert.equal(response.status, 400);
      const { status, type } = await response.json();
      assert.deepEqual([status, type], [false, "MALFORMED_REQUEST"]);
    }
  },
);

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

Deno.test("a bare group takes no body: POST and PUT are 405", async () => {
  await using app = await world(TRIO);
  for (const method of ["POST", "PUT"]) {
    assert.equal((await app.ask("/api/kembang/members", { method, body: "{}" })).status, 405);
  }
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

Deno.test.each(PLACES)("OPTIONS %s is a preflight that asks for no key", async (path, methods) => {
  await using app = await world(TRIO);
  const response = await app.ask(path, { method: "OPTIONS", key: null });
  assert.equal(response.status, 204);
  assert.equal(response.body, null);
  const { headers } = response;
  assert.equal(headers.get("allow"), methods);
  assert.equal(headers.get("access-control-allow-methods"), methods);
  assert.equal(headers.get("access-control-allow-origin"), "*");
  assert.equal(headers.get("access-control-max-age"), "7200");
  const allowed = headers.get("access-control-allow-headers")!.toLowerCase().split(/,\s*/);
  const carriers = "x-priority-token x-api-key api-key username password x-admin-username " +
    "x-admin-password authorization content-type if-none-match last-event-id";
  assert.deepEqual(allowed.toSorted(), carriers.split(" ").toSorted());
});

Deno.test.each(PLACES)("%s refuses other methods with 405 and Allow: %s", async (path, methods) => {
  await using app = await world(TRIO);
  const known = ["POST", "PUT", "PATCH", "DELETE", "PROPFIND", "X"];
  for (const method of known.filter((name) => !methods.split(", ").includes(name))) {
    const response = await app.ask(path, { method });
    assert.equal(response.status, 405, method);
    assert.equal(response.headers.get("allow"), methods);
    assert.equal((await response.json()).type, "METHOD_NOT_ALLOWED");
  }
});
