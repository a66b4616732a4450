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
  assert.equal((await two(["x-priority-token", `a${" ".repeat(300_000)}b,c`])).status, 400);
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

type Case = [headers: Headers, paths: string[], status: number, isMetered: boolean];

Deno.test("what is wrong beside a good credential is as if absent, and a token or pair goes before any key", async () => {
  const { app, send, key, abroad, usedUp, expired, token } = await open();
  await using _ = app;
  const wrongToken = { "x-priority-token": "P-osb_nobody" };
  const cases: Case[] = [
    [{ ...by(key), ...wrongToken }, [BARE, WRAPPED, V1], 200, true],
    [{ ...by(key), ...WRONG }, [WRAPPED, V1], 200, true],
    ...[usedUp, abroad, "J-osb_nobody"].map((bad): Case => {
      return [{ ...by(bad), "x-priority-token": token }, [BARE, WRAPPED, V1], 200, false];
    }),
    // Without it the whitelist, the age or the quota of the key refuses.
    ...[abroad, usedUp, expired].map((bad): Case => {
      return [{ ...by(bad), ...RIGHT }, [WRAPPED, V1], 200, false];
    }),
    [{ ...by(usedUp), ...RIGHT }, [BARE], 429, true],
  ];
  for (const [headers, paths, status, isMetered] of cases) {
    for (const path of paths) {
      const reply = await send(path, headers);
      assert.equal(reply.status, status, `${path} ${JSON.stringify(headers)}`);
      assert.equal(reply.headers.has("ratelimit"), isMetered);
    }
  }
  for (const bad of [abroad, usedUp]) {
    const alone = await send(WRAPPED, by(bad));
    const both = await send(WRAPPED, { ...by(bad), ...WRONG });
    assert.deepEqual([both.status, await both.text()], [403, await alone.text()]);
  }
  assert.equal(await (await send(WRAPPED, WRONG)).text(), INVALID);
  for (let n = 0; n < 15; n++) await send(WRAPPED, { ...by(key), ...WRONG });
  assert.equal((await send("/api/admin/tokens", RIGHT)).status, 200, "it is nobody's failure");
});
