import assert from "node:assert/strict";
import { temporaryFolder } from "../support/temporary.ts";
import { loadClient } from "./package.ts";
import { refuse, scriptService, tagged } from "./scripted_service.ts";

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
