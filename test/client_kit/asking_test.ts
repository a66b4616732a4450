import assert from "node:assert/strict";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { loseConnections } from "./lossy_service.ts";
import { loadClient } from "./package.ts";
import { refuse, type Reply, scriptService, tagged } from "./scripted_service.ts";

await using folder = await temporaryFolder();
const { createClient, OshibaseError } = await loadClient(folder.path);

const LIST = tagged('"a"', [{ name: "Ani" }]);

Deno.test("the client comes back when it is told to, and no later than it may wait in all", async () => {
  for (const status of [429, 503]) {
    await using service = scriptService(refuse(status, "RATE_LIMITED", 1), LIST);
    const began = performance.now();
    assert.equal((await createClient(service).bare("a").members()).length, 1);
    assert.ok(performance.now() - began >= 950);
    assert.equal(service.requests.length, 2);
  }
  await using service = scriptService(refuse(429, "RATE_LIMITED", 1));
  const client = createClient({ ...service, maxWaitSeconds: 2 });
  const signal = AbortSignal.timeout(10_000);
  await assert.rejects(client.bare("a").members({}, { signal }), OshibaseError);
  assert.equal(service.requests.length, 3);
});

Deno.test("the client does not wait longer than it may, or where it is told not to, or nobody says how long", async () => {
  await using late = scriptService(refuse(429, "USAGE_LIMIT_EXCEEDED", 61));
  const signal = AbortSignal.timeout(5000);
  await assert.rejects(createClient(late).key({ signal }), { status: 429, retryAfter: 61 });
  await using soon = scriptService(refuse(429, "RATE_LIMITED", 1));
  await assert.rejects(createClient({ ...soon, maxWaitSeconds: 0 }).key(), { retryAfter: 1 });
  await using mute = scriptService(refuse(503, "TRY_AGAIN"));
  await assert.rejects(createClient(mute).key(), { type: "TRY_AGAIN", retryAfter: undefined });
  for (const { requests } of [late, soon, mute]) assert.equal(requests.length, 1);
});

Deno.test("a call that waits is ended by its signal", async () => {
  await using service = scriptService(refuse(429, "RATE_LIMITED", 30));
  const signal = AbortSignal.timeout(100);
  await assert.rejects(createClient(service).key({ signal }), { name: "TimeoutError" });
});

Deno.test("what is no refusal of the service's own is one of type OTHER, with its text", async () => {
  await using proxy = scriptService(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
  await assert.rejects(createClient(proxy).key(), {
    name: "OshibaseError",
    status: 502,
    type: "OTHER",
    message: "HTTP status 502",
    body: "<h1>Bad gateway</h1>",
  });
  await using later = scriptService(refuse(418, "TEAPOT"));
  await assert.rejects(createClient(later).key(), { type: "OTHER", message: "No" });
});

Deno.test("a credential goes into its header, and to no other address", async () => {
  await using elsewhere = scriptService(LIST);
  await using service = scriptService(LIST, () => Response.redirect(elsewhere.baseUrl));
  const client = createClient({ ...service, key: "J-osb_key", token: "P-osb_token" });
  await client.bare("a").members();
  const { headers, url } = service.requests[0]!;
  assert.equal(headers.get("x-api-key"), "J-osb_key");
  assert.equal(headers.get("x-priority-token"), "P-osb_token");
  assert.ok(!url.includes("osb_"));
  await assert.rejects(client.bare("a").members(), TypeError);
  assert.equal(elsewhere.requests.length, 0);
});

Deno.test("an answer that has not changed is the one that was kept, whatever became of it", async () => {
  await using service = scriptService(LIST);
  const { members } = createClient(service).bare("a");
  (await members())[0].name = "changed by its reader";
  assert.deepEqual(await members(), [{ name: "Ani" }]);
  assert.equal(service.requests[1]!.headers.get("if-none-match"), '"a"');
});

Deno.test("answers are kept up to a bound, and what was asked for longest ago goes first", async () => {
  await using service = scriptService(tagged('"a"', ["x".repeat(300)]));
  const { memberByName } = createClient({ ...service, maxKeptCharacters: 900 }).bare("a");
  for (const name of ["one", "two", "one", "three", "one", "two"]) await memberByName({ name });
  assert.deepEqual(
    service.requests.map(({ headers }) => headers.get("if-none-match")),
    [null, null, '"a"', null, '"a"', null],
  );
  await using large = scriptService(tagged('"a"', ["x".repeat(2000)]));
  const { members } = createClient({ ...large, maxKeptCharacters: 1000 }).bare("a");
  await members();
  await members();
  assert.equal(large.requests[1]!.headers.get("if-none-match"), null);
});

Deno.test("names go into paths and queries whole, lists as repeated parameters", async () => {
  await using service = scriptService(LIST);
  const { bare } = createClient({ baseUrl: `${service.baseUrl}/below/` });
  await bare("grup é").memberByName({ name: "a/b?c#d" });
  await bare("a").live({ member: ["ani", "b&c", undefined] });
  const paths = service.requests.map(({ url }) => url.slice(service.baseUrl.length));
  assert.deepEqual(paths, [
    "/below/api/grup%20%C3%A9/member/a%2Fb%3Fc%23d",
    "/below/api/a/live?member=ani&member=b%26c",
  ]);
});

Deno.test("what writes is sent by its method, once where nobody knows whether it was done", async () => {
  const made = { id: "f_1", secret: "F-osb_a", url: "https://api.example.org/" };
  await using service = scriptService(refuse(429, "RATE_LIMITED", 1), () => Response.json(made));
  const client = createClient({ ...service, key: "J-osb_key" });
  assert.deepEqual(await client.v1().newFeedToken(), made);
  await client.v1().revokeFeedToken({ id: "f_1" });
  const asked = service.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
  assert.deepEqual(asked, [
    ...["POST /v1/key/feeds", "POST /v1/key/feeds", "DELETE /v1/key/feeds/f_1"],
  ]);
  assert.equal(service.requests.at(-1)!.headers.get("x-api-key"), "J-osb_key");

  await using away = scriptService(refuse(503, "TRY_AGAIN", 1));
  await assert.rejects(createClient(away).v1().newFeedToken(), { type: "TRY_AGAIN" });
  assert.equal(away.requests.length, 1);
});

const WRAPPED_LIST = () => Response.json({ success: true, total: 1, data: [{}], message: "OK" });
const WRONG_FAMILY = {
  name: "TypeError",
  message: 'Cannot ask by bare("b"): this group answers with the wrapper object; ' +
    'use wrapped("b") or await group("b")',
};

Deno.test("a group that is asked as the wrong family throws, and says how it is asked", async () => {
  await using service = scriptService(WRAPPED_LIST, LIST);
  const { bare, wrapped } = createClient(service);
  await assert.rejects(bare("b").members(), WRONG_FAMILY);
  await assert.rejects(wrapped("a").members(), {
    name: "TypeError",
    message: 'Cannot ask by wrapped("a"): this group answers with plain arrays and objects; ' +
      'use bare("a") or await group("a")',
  });
});

Deno.test("an endpoint that the group's own family does not have leads to the same", async () => {
  await using service = scriptService(refuse(404, "NOT_FOUND"), WRAPPED_LIST);
  await assert.rejects(createClient(service).bare("b").birthday(), WRONG_FAMILY);
  assert.equal(service.requests.length, 2);
});

Deno.test("a group is looked at once at most before a refusal is believed", async () => {
  await using service = scriptService(refuse(404, "NOT_FOUND"), LIST, refuse(404, "NOT_FOUND"));
  const { bare } = createClient(service);
  for (let round = 0; round < 3; round++) {
    await assert.rejects(bare("a").show({ id: "unknown" }), { type: "NOT_FOUND" });
  }
  assert.equal(service.requests.length, 4);
  await using nowhere = scriptService(refuse(404, "NOT_FOUND"));
  await assert.rejects(createClient(nowhere).bare("x").members(), { type: "NOT_FOUND" });
  await assert.rejects(createClient(nowhere).group("x"), { type: "NOT_FOUND" });
});

Deno.test("group() finds out how a group answers", async () => {
  await using service = scriptService(WRAPPED_LIST, LIST, LIST);
  const { group } = createClient(service);
  assert.equal((await group("b")).family, "wrapped");
  const found = await group("a");
  assert.equal(found.family, "bare");
  assert.deepEqual(await found.members(), [{ name: "Ani" }]);
  const { pathname } = new URL(service.requests[0]!.url);
  assert.equal(pathname, "/api/b/members");
});

Deno.test("what is alike in both families is of neither, and a bare answer may have a success", async () => {
  const feed = { version: "https://jsonfeed.org/version/1.1", items: [] };
  const videocall = { success: true, timezone: "Asia/Jakarta", data: [] };
  await using service = scriptService(() => Response.json(feed), () => Response.json(videocall));
  const { bare, wrapped } = createClient(service);
  assert.deepEqual(await wrapped("b").newsJsonFeed(), feed);
  assert.deepEqual(await bare("a").videocallToday(), videocall);
});

const TOLD = {
  "x-request-id": "r-1",
  "ratelimit-policy": '"burst";q=30, "quota";q=5000;w=86400',
  "ratelimit": '"quota";r=4990;t=3600',
};
const RATE_LIMIT = { limit: 5000, remaining: 4990, resetSeconds: 3600 };

/** The same with headers of its own. */
function withHeaders(reply: Reply, told: Readonly<Record<string, string>>): Reply {
  return async (request) => {
    const response = await reply(request);
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(told)) headers.set(name, value);
    const { status } = response;
    return new Response(status === 304 ? null : await response.text(), { status, headers });
  };
}

Deno.test("callers read what is left of their quota and the request's id, of answers and refusals", async () => {
  await using service = scriptService(
    withHeaders(LIST, TOLD),
    withHeaders(LIST, TOLD),
    withHeaders(refuse(404, "NOT_FOUND"), TOLD),
    withHeaders(refuse(429, "USAGE_LIMIT_EXCEEDED", 61), { "ratelimit-policy": '"quota";q=7' }),
    refuse(403, "INVALID_CREDENTIALS"),
  );
  const all: unknown[] = [];
  const own: unknown[] = [];
  const onResponse = (info: unknown) => void own.push(info);
  const { bare, key } = createClient({ ...service, onResponse: (info: unknown) => all.push(info) });
  await bare("a").members({}, { onResponse });
  await bare("a").members();
  const told = { requestId: "r-1", rateLimit: RATE_LIMIT };
  assert.deepEqual(own, [{ status: 200, ...told }]);
  assert.deepEqual(all, [{ status: 200, ...told }, { status: 304, ...told }]);
  await assert.rejects(bare("a").show({ id: "unknown" }), { type: "NOT_FOUND", ...told });
  await assert.rejects(key({ onResponse }), {
    type: "USAGE_LIMIT_EXCEEDED",
    requestId: undefined,
    rateLimit: { limit: 7, remaining: undefined, resetSeconds: undefined },
  });
  await assert.rejects(key(), { requestId: undefined, rateLimit: undefined });
  assert.equal(own.length, 2);
  assert.equal(all.length, 5);
});

Deno.test("a read whose connection is lost is asked once more, and a connection lost twice is thrown", async () => {
  for (const fate of ["cut", "half"] as const) {
    // The second request goes over the connection that was kept, as while a server drains.
    await using draining = loseConnections("answer", fate, "answer");
    const { members } = createClient(draining).bare("a");
    for (let round = 0; round < 2; round++) assert.deepEqual(await members(), [{ name: "Ani" }]);
    assert.deepEqual(draining.requests, ["1 GET", "1 GET", "2 GET"]);

    await using weak = loseConnections(fate, "answer");
    assert.deepEqual(await createClient(weak).bare("a").members(), [{ name: "Ani" }]);
    assert.equal(weak.requests.length, 2);

    await using lost = loseConnections(fate);
    await assert.rejects(createClient(lost).bare("a").members(), TypeError);
    assert.equal(lost.requests.length, 2);
  }
});

Deno.test("what writes is never asked again where its connection is lost", async () => {
  await using service = loseConnections("cut");
  const v1 = createClient(service).v1();
  await assert.rejects(v1.newFeedToken(), TypeError);
  await assert.rejects(v1.revokeFeedToken({ id: "f_1" }), TypeError);
  assert.deepEqual(service.requests.map((one) => one.slice(2)), ["POST", "DELETE"]);
});

Deno.test("a call that was ended is not asked again", async () => {
  await using service = scriptService(() => new Promise(() => {}));
  const signal = AbortSignal.timeout(100);
  await assert.rejects(createClient(service).key({ signal }), { name: "TimeoutError" });
  assert.equal(service.requests.length, 1);
});

Deno.test("a key gets a new secret that is saved first, and is used once every server knows it", async () => {
  const rotated = { id: "k_1", secret: "J-osb_new" };
  await using service = scriptService(
    () => Response.json(rotated),
    LIST,
  );
  const client = createClient({ ...service, key: "J-osb_old" });
  const keys = () => service.requests.map(({ headers }) => headers.get("x-api-key"));
  // Without a place to keep it nothing is asked for.
  await assert.rejects(client.rotateKey(undefined as never), TypeError);
  assert.deepEqual(keys(), []);
  const saved: unknown[] = [];
  const began = performance.now();
  assert.deepEqual(await client.rotateKey((one: unknown) => saved.push(one)), rotated);
  assert.deepEqual(saved, [rotated]);
  const { method, url } = service.requests[0]!;
  assert.deepEqual([method, new URL(url).pathname], ["POST", "/v1/key/rotate"]);
  await client.bare("a").members();
  if (performance.now() - began < 2_900) assert.deepEqual(keys(), ["J-osb_old", "J-osb_old"]);
  await until(() => performance.now() - began > 3_100);
  await client.bare("a").members();
  assert.equal(keys().at(-1), "J-osb_new");
});

Deno.test("a client whose new secret could not be saved goes on with the former one", async () => {
  await using service = scriptService(
    () => Response.json({ id: "k_1", secret: "J-osb_new" }),
    LIST,
  );
  const client = createClient({ ...service, key: "J-osb_old" });
  const began = performance.now();
  const failing = () => Promise.reject(new Error("The disk is full"));
  await assert.rejects(client.rotateKey(failing), /The disk is full/);
  await until(() => performance.now() - began > 3_100);
  await client.bare("a").members();
  assert.equal(service.requests.at(-1)!.headers.get("x-api-key"), "J-osb_old");
});

Deno.test("what a key used is asked for by days", async () => {
  await using service = scriptService(() => Response.json({ total: 0, data: [] }));
  const client = createClient(service);
  assert.deepEqual(await client.usage(7), { total: 0, data: [] });
  await client.usage();
  assert.deepEqual(
    service.requests.map(({ url }) => url.slice(service.baseUrl.length)),
    ["/v1/key/usage?days=7", "/v1/key/usage"],
  );
});
