import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type Ask, type World, world } from "../support/world.ts";

const BARE = "/api/kembang/members";
const WRAPPED = "/api/melati/members";
const V1 = "/v1/birthdays?month=3";
const INVALID = '{"status":false,"message":"Invalid API Key","type":"INVALID_CREDENTIALS"}';
const TWO_VALUES =
  '{"status":false,"message":"One credential has two different values","type":"MALFORMED_REQUEST"}';
const USED_UP = '{"status":false,"message":"Usage limit exceeded","type":"USAGE_LIMIT_EXCEEDED"}';

type Headers = Record<string, string>;

const RIGHT = { username: "root", password: "good password" };
const WRONG = { username: "root", password: "wrong password" };

function dayPlan(requests: number) {
  return { rate: "unlimited", quota: { requests, per: "day", timezone: "Asia/Jakarta" } } as const;
}

/** Credentials of each kind, and keys that one thing or another is wrong with. */
async function open(): Promise<{
  app: World;
  send: (path: string, headers?: Headers, ask?: Ask) => Promise<Response>;
  key: string;
  abroad: string;
  expired: string;
  usedUp: string;
  token: string;
}> {
  const plans = { standard: dayPlan(1_000_000), tiny: dayPlan(2) };
  const app = await world({ ...TRIO, plans, env: { ADMIN_API: "on" } });
  await app.addAdmin("root", "good password");
  const { id, secret: abroad } = await app.issue("standard");
  await app.run(["key", "allow-ip", id, "203.0.113.0/24"]);
  await app.run(["key", "deny-ip", id, "127.0.0.0/8"]);
  const { secret: expired } = await app.issue("standard", "--expires", "2026-07-03");
  const { secret: usedUp } = await app.issue("tiny");
  for (const _ of "12") await app.json(BARE, { key: usedUp });
  const { secret: token } = await app.issueToken();
  const send = (path: string, headers: Headers = {}, ask: Ask = {}) =>
    app.ask(path, { key: null, ...ask, headers });
  return { app, send, key: app.key, abroad, expired, usedUp, token };
}

function by(key: string): Headers {
  return { "x-api-key": key };
}

Deno.test("an invalid token beside a good key is as if absent", async () => {
  const { app, send, key } = await open();
  await using _ = app;
  for (const path of [BARE, WRAPPED, V1]) {
    const reply = await send(path, { ...by(key), "x-priority-token": "P-osb_nobody" });
    assert.equal(reply.status, 200, path);
    assert.ok(reply.headers.has("ratelimit"), "charged to the key");
  }
});

Deno.test("two values of one credential in the query are refused beside a good header too", async () => {
  const { app, send, key } = await open();
  await using _ = app;
  for (const path of [`${BARE}?apikey=a&apikey=b`, `${V1}&apikey=a&apikey=b`]) {
    const reply = await send(path, by(key));
    assert.deepEqual([reply.status, await reply.text()], [400, TWO_VALUES], path);
  }
  assert.equal((await send(`${BARE}?apikey=a`, by(key))).status, 200);
});

Deno.test("a valid token beside any key comes first, and the key is not charged", async () => {
  const { app, send, usedUp, abroad, token } = await open();
  await using _ = app;
  for (const key of [usedUp, abroad, "J-osb_nobody"]) {
    for (const path of [BARE, WRAPPED, V1]) {
      const reply = await send(path, { ...by(key), "x-priority-token": token });
      assert.equal(reply.status, 200, path);
      assert.equal(reply.headers.has("ratelimit"), false);
    }
  }
});

Deno.test("a wrong admin pair beside a good key is as if absent, and is no failure of anybody", async () => {
  const { app, send, key } = await open();
  await using _ = app;
  for (let n = 0; n < 15; n++) {
    assert.equal((await send(WRAPPED, { ...by(key), ...WRONG })).status, 200);
  }
  assert.equal((await send("/api/admin/tokens", RIGHT)).status, 200);
});

Deno.test("a good admin pair opens what its key's whitelist, age or quota does not", async () => {
  const { app, send, abroad, usedUp, expired } = await open();
  await using _ = app;
  for (const key of [abroad, usedUp, expired]) {
    assert.notEqual((await send(WRAPPED, by(key))).status, 200);
    for (const path of [WRAPPED, V1]) {
      assert.equal((await send(path, { ...by(key), ...RIGHT })).status, 200, path);
    }
  }
  assert.equal((await send(BARE, { ...by(usedUp), ...RIGHT })).status, 429, "bare reads no pair");
});

Deno.test("a wrong admin pair leaves the key's own refusal as it is", async () => {
  const { app, send, abroad, usedUp } = await open();
  await using _ = app;
  for (const key of [abroad, usedUp]) {
    const alone = await send(WRAPPED, by(key));
    const both = await send(WRAPPED, { ...by(key), ...WRONG });
    assert.equal(both.status, 403);
    assert.equal(await both.text(), await alone.text());
  }
  assert.equal(await (await send(WRAPPED, WRONG)).text(), INVALID);
});

Deno.test("an address off the whitelist is named, with whom to ask; an empty list admits nobody to wrapped groups", async () => {
  const { app, send, abroad } = await open();
  await using _ = app;
  const refused = await send(WRAPPED, by(abroad), { from: "127.6.0.1" });
  assert.equal(refused.status, 403);
  assert.equal(
    await refused.text(),
    '{"status":false,"message":"Your IP address is not whitelisted for this API key",' +
      '"clientIP":"127.6.0.1","type":"IP_NOT_WHITELISTED",' +
      '"hint":"Ask help@oshibase.example to add your address to this key"}',
  );
  assert.equal(refused.headers.has("ratelimit"), false);
  assert.equal((await send(V1, by(abroad), { from: "127.6.0.1" })).status, 403);
  assert.equal((await send(BARE, by(abroad), { from: "127.6.0.1" })).status, 200);

  const { id, secret: listless } = await app.issue("standard");
  await app.run(["key", "deny-ip", id, "127.0.0.0/8"]);
  assert.match(await (await send(WRAPPED, by(listless))).text(), /IP_NOT_WHITELISTED/);
  for (const path of [V1, BARE]) assert.equal((await send(path, by(listless))).status, 200);
});

Deno.test("header beats query beats body, and what is empty is as if absent", async () => {
  const { app, send, key } = await open();
  await using _ = app;
  const bad = "J-osb_nobody";
  const status = async (header: string, query: string, body: string) => {
    const ask = { method: "POST", body: JSON.stringify({ apikey: body }) };
    return (await send(`${WRAPPED}?apikey=${query}`, { "api-key": header }, ask)).status;
  };
  assert.equal(await status(key, bad, bad), 200);
  assert.equal(await status(bad, key, key), 403);
  assert.equal(await status("", key, bad), 200);
  assert.equal(await status("", bad, key), 403);
  assert.equal(await status("", "", key), 200);
  assert.equal(await status("", "", ""), 403);

  const pair = async (header: Headers, query: string, body: unknown) => {
    const ask = { method: "POST", body: JSON.stringify(body) };
    return (await send(`${WRAPPED}${query}`, header, ask)).status;
  };
  const wrong = "?username=root&password=wrong";
  assert.equal(await pair(RIGHT, wrong, WRONG), 200);
  assert.equal(await pair(WRONG, "?username=root&password=good%20password", RIGHT), 403);
  assert.equal(await pair({ username: "root" }, wrong, RIGHT), 403);
  assert.equal(await pair({ username: "root" }, "?username=root&password=", RIGHT), 200);
  assert.equal(await pair({}, "", { username: "root", password: 7 }), 403);
});

Deno.test("two names of a header, or two lines, are one credential: 400 where they differ", async () => {
  const { app, key, token } = await open();
  await using _ = app;
  const two = (...headers: [string, string][]) => app.ask(WRAPPED, { key: null, headers });
  for (
    const value of ["J, J", "J,J", "J \t,\t J", ", J ,"].map((one) => one.replaceAll("J", key))
  ) {
    assert.equal((await two(["x-api-key", value])).status, 200, value);
  }
  assert.equal((await two(["x-api-key", key], ["api-key", key])).status, 200);
  assert.equal((await two(["x-api-key", ""], ["api-key", key])).status, 200);
  const bad = "J-osb_nobody";
  for (
    const headers of [
      [["x-api-key", key], ["api-key", bad]],
      [["api-key", bad], ["api-key", key]],
      [["x-priority-token", token], ["x-priority-token", "P-osb_nobody"]],
      [["username", "root"], ["x-admin-username", "toor"], ["password", "x"]],
      [["username", "root"], ["username", "toor"], ["password", "x"]],
      [["username", "root"], ["password", "x"], ["x-admin-password", "y"]],
    ] as [string, string][][]
  ) assert.equal(await (await two(...headers)).text(), TWO_VALUES);
  const began = performance.now();
  const spaces = await two(["x-priority-token", `a${" ".repeat(300_000)}b,c`]);
  assert.equal(spaces.status, 400);
  // Looking at the run from each of its spaces took 40 s.
  assert.ok(performance.now() - began < 5_000);
});

Deno.test("a password may hold commas, and letters of any alphabet, composed or not, in UTF-8 or Latin-1", async () => {
  const { app, send } = await open();
  await using _ = app;
  await app.addAdmin("sri", "one, two");
  await app.addAdmin("budi", "pässword 😀");
  await app.addAdmin("rina", "pässword");
  const bytes = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));
  for (
    const [username, password, status] of [
      ["sri", "one, two", 200],
      ["budi", bytes("pässword 😀"), 200],
      ["budi", bytes("pa\u0308ssword 😀"), 200],
      ["rina", "p\xe4ssword", 200],
      ["rina", "password", 403],
    ] as const
  ) {
    const { status: was } = await send("/api/admin/tokens", { username, password });
    assert.equal(was, status, `${username} ${password}`);
  }
  const query = `username=budi&password=${encodeURIComponent("pässword 😀")}`;
  assert.equal((await send(`/api/admin/tokens?${query}`)).status, 200);
});

Deno.test("a used-up key is refused for every method but OPTIONS, and /v1/key stays open to it", async () => {
  const { app, send, usedUp, key } = await open();
  await using _ = app;
  for (
    const [path, methods, status] of [
      [BARE, ["GET", "HEAD"], 429],
      [V1, ["GET", "HEAD"], 429],
      [WRAPPED, ["GET", "HEAD", "POST", "PUT"], 403],
    ] as const
  ) {
    for (const method of methods) {
      const reply = await send(path, by(usedUp), { method });
      assert.equal(reply.status, status);
      assert.equal(await reply.text(), method === "HEAD" ? "" : USED_UP);
      const ratelimit = reply.headers.get("ratelimit")!;
      assert.match(ratelimit, /^"quota";r=0;t=\d+$/);
      if (status === 429) assert.equal(reply.headers.get("retry-after"), ratelimit.split("t=")[1]);
    }
    assert.equal((await send(path, by(usedUp), { method: "OPTIONS" })).status, 204);
  }
  const tag = (await send(BARE, by(key))).headers.get("etag")!;
  assert.equal((await send(BARE, { ...by(usedUp), "if-none-match": tag })).status, 429);
  const { used, limit, remaining } = await app.json("/v1/key", { key: usedUp });
  assert.deepEqual({ used, limit, remaining }, { used: 2, limit: 2, remaining: 0 });
});

Deno.test("HEAD is answered by the same headers as GET, and no body", async () => {
  const { app, send, key, abroad } = await open();
  await using _ = app;
  const calls: [string, Headers][] = [
    ...[BARE, WRAPPED, V1, "/v1/key", "/v1/nothing"].map((path): [string, Headers] => [
      path,
      by(key),
    ]),
    [BARE, {}],
    [WRAPPED, by(abroad)],
    ["/api/admin/tokens", RIGHT],
    ["/api/admin/tokens", {}],
  ];
  // Without what the request before was charged; a GET gets its length from the server.
  const settled = ({ headers }: Response) =>
    [...headers].filter(([name]) => !/^(ratelimit|x-request-id|content-length)$/.test(name));
  for (const [path, headers] of calls) {
    const get = await send(path, headers);
    const head = await send(path, headers, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [get.status, ""], path);
    assert.deepEqual(settled(head), settled(get), path);
  }
});

Deno.test("OPTIONS is never authenticated", async () => {
  const { app, send } = await open();
  await using _ = app;
  const bad = { "x-api-key": "J-osb_nobody", "api-key": "J-osb_other", ...WRONG };
  for (const path of [BARE, WRAPPED, V1, "/v1/key", "/api/admin/tokens", "/api/codes/verify"]) {
    const reply = await send(path, bad, { method: "OPTIONS" });
    assert.equal(reply.status, 204, path);
    assert.match(reply.headers.get("access-control-allow-headers")!, /x-priority-token/);
  }
});

Deno.test("a key for one group sees its group alone in /v1, and gets into no other", async () => {
  const { app, send } = await open();
  await using _ = app;
  const key = app.narrowKey;
  const groups = async (key: string) => {
    const { data } = await app.json("/v1/birthdays", { key });
    return [...new Set(data.map(({ group }: { group: string }) => group))];
  };
  assert.deepEqual(await groups(key), ["melati"]);
  assert.ok((await groups(app.key)).length > 1);
  assert.equal((await send(WRAPPED, by(key))).status, 200);
  const refused = await send(BARE, by(key));
  assert.equal(await refused.text(), '{"status":false,"message":"Invalid API Key"}');
});
