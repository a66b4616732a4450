import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type Ask, type World, world } from "../support/world.ts";

const FAMILIES = {
  bare: "/api/kembang/members",
  wrapped: "/api/melati/members",
  v1: "/v1/birthdays?month=3",
  admin: "/api/admin/status",
};
type Family = keyof typeof FAMILIES;
const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

/** Every place of a credential: its method, where it stands, and the names of its parts. */
const CARRIERS = {
  key: [
    ...["GET header x-api-key", "GET header api-key", "GET bearer authorization"],
    ...["GET query apikey", "POST body apikey", "PUT body apikey"],
  ],
  token: [
    ...["GET header x-priority-token", "GET bearer authorization", "GET query priority_token"],
    ...["POST body priority_token", "PUT body priority_token"],
  ],
  admin: [
    ...["GET header username password", "GET header x-admin-username x-admin-password"],
    ...["GET query username password", "POST body username password"],
  ],
};
type Kind = keyof typeof CARRIERS;

function refusal(message: string, type: string, hint?: string): string {
  return JSON.stringify({ status: false, message, type, hint });
}

const BARE_INVALID = '{"status":false,"message":"Invalid API Key"}';
const INVALID = refusal("Invalid API Key", "INVALID_CREDENTIALS");
const MISSING = refusal(
  "Invalid API Key",
  "INVALID_CREDENTIALS",
  "Send a key as x-api-key (or apikey in the query), or a token as x-priority-token",
);
const MISSING_PAIR = refusal(
  "Invalid API Key",
  "INVALID_CREDENTIALS",
  "Send x-admin-username and x-admin-password",
);
const TWO_VALUES = refusal("One credential has two different values", "MALFORMED_REQUEST");
const NO_METHOD = refusal("Method not allowed", "METHOD_NOT_ALLOWED");
const USED_UP = refusal("Usage limit exceeded", "USAGE_LIMIT_EXCEEDED");

/** What a carrier of this kind, filled in this way, is refused with; undefined: it opens the family. */
function refusedWith(
  kind: Kind,
  carrier: string,
  state: string,
  family: Family,
): [number, string] | undefined {
  const method = carrier.split(" ")[0];
  const missing = family === "bare" ? BARE_INVALID : family === "admin" ? MISSING_PAIR : MISSING;
  if (family === "bare" && method !== "GET") return [405, NO_METHOD];
  if (family === "admin" && kind !== "admin") return [403, missing];
  if (family === "bare" && kind === "admin") return [403, BARE_INVALID];
  if (state === "beside another") return [400, TWO_VALUES];
  if (state === "empty" || state === "as an array") return [403, missing];
  if (state === "valid" || state === "twice") return undefined;
  if (state === "elsewhere" && family === "v1") return undefined;
  return [403, family === "bare" ? BARE_INVALID : INVALID];
}

/** A request with a credential that is valid, or has become something else, or is written in another way. */
function carry(carrier: string, state: string, secret: readonly string[]): [string, Ask] {
  const [method = "GET", place, ...names] = carrier.split(" ");
  const scheme = place === "bearer" ? "Bearer " : "";
  const ending = state === "as an array" ? "[]" : "";
  const pairs = names.map((name, n): [string, string] => [
    name + ending,
    scheme + (state === "empty" ? "" : secret[n]!),
  ]);
  const [first] = pairs;
  if (state === "twice") pairs.push(first!);
  if (state === "beside another") pairs.push([first![0], `${first![1]}x`]);
  if (place === "query") return [`${new URLSearchParams(pairs)}`, {}];
  if (place === "body") return ["", { method, body: JSON.stringify(Object.fromEntries(pairs)) }];
  return ["", { headers: pairs }];
}

function dayPlan(requests: number) {
  return { rate: "unlimited", quota: { requests, per: "day", timezone: "Asia/Jakarta" } } as const;
}

const PLANS = { standard: dayPlan(1_000_000), tiny: dayPlan(2) };
const RIGHT = { username: "root", password: "good password" };
const WRONG = { username: "root", password: "wrong password" };

/** Secrets of each kind by what has become of them. */
async function issueAll(app: World): Promise<Record<Kind, Record<string, string[]>>> {
  const key = async (...more: string[]) => await app.issue("standard", ...more);
  const [revoked, replaced] = [await key(), await key()];
  const expired = await key("--expires", "2026-07-03");
  const elsewhere = await key("--group", "hikari");
  await app.run(["key", "revoke", revoked.id]);
  await app.run(["key", "rotate", replaced.id, "--now"]);
  const [token, ended, renewed] = [
    await app.issueToken("Satu"),
    await app.issueToken("Dua"),
    await app.issueToken("Tiga"),
  ];
  await app.run(["token", "revoke", ended.id]);
  await app.run(["token", "regenerate", renewed.id]);
  for (const name of ["root", "gone", "moved"]) await app.addAdmin(name, RIGHT.password);
  await app.run(["user", "remove", "gone"]);
  await app.run(["user", "passwd", "moved"]);
  const pairOf = (name: string) => [name, RIGHT.password];
  return {
    key: {
      valid: [app.key],
      wrong: [`J-osb_${"x".repeat(38)}`],
      revoked: [revoked.secret],
      replaced: [replaced.secret],
      expired: [expired.secret],
      elsewhere: [elsewhere.secret],
    },
    token: {
      valid: [token.secret],
      wrong: [`P-osb_${"x".repeat(38)}`],
      revoked: [ended.secret],
      replaced: [renewed.secret],
    },
    admin: {
      valid: pairOf("root"),
      wrong: ["root", "wrong password"],
      revoked: pairOf("gone"),
      replaced: pairOf("moved"),
    },
  };
}

Deno.test("each way to bring a credential opens what it may, and is refused alike otherwise", async () => {
  await using app = await world({ ...TRIO, plans: PLANS, env: { ADMIN_API: "on" } });
  const secrets = await issueAll(app);
  let cases = 0;
  for (const kind of ["key", "token", "admin"] as const) {
    const states = [
      ...Object.keys(secrets[kind]),
      "empty",
      "twice",
      "beside another",
      "as an array",
    ];
    for (const [n, carrier] of CARRIERS[kind].entries()) {
      for (const [m, state] of states.entries()) {
        const isBody = carrier.includes(" body ");
        if (isBody && (state === "twice" || state === "beside another")) continue;
        if (state === "as an array" && !isBody && !carrier.includes("query")) continue;
        // Each carrier in each state meets two families; what is valid meets them all.
        const families = (Object.keys(FAMILIES) as Family[])
          .filter((_, place) => state === "valid" || (place + n + m) % 2 === 0)
          .filter((family) => !isBody || family !== "admin");
        for (const family of families) {
          const [query, ask] = carry(
            carrier,
            state,
            secrets[kind][state] ?? secrets[kind]["valid"]!,
          );
          const base = FAMILIES[family];
          // Wrong passwords are counted by network.
          const from = `127.${++cases >> 8}.${cases & 255}.1`;
          const path = base + (query && (base.includes("?") ? "&" : "?") + query);
          const reply = await app.ask(path, { ...ask, key: null, from });
          const text = await reply.text();
          const [status, body] = refusedWith(kind, carrier, state, family) ?? [200, text];
          const what = `${state} in ${carrier}, ${family}`;
          assert.deepEqual([reply.status, text], [status, body], what);
          assert.equal(reply.headers.has("ratelimit"), status === 200 && kind === "key", what);
        }
      }
    }
  }
  assert.ok(cases > 130, `${cases} cases`);
});

function by(key: string): Record<string, string> {
  return { "x-api-key": key };
}

/** A key that is not for this machine. */
async function keyAbroad(app: World, ...ips: string[]): Promise<string> {
  const { id, secret } = await app.issue("standard");
  if (ips.length > 0) await app.run(["key", "allow-ip", id, ...ips]);
  await app.run(["key", "deny-ip", id, "127.0.0.0/8"]);
  return secret;
}

Deno.test("an address off the whitelist is named, with whom to ask; an empty list admits nobody to wrapped groups", async () => {
  await using app = await world(TRIO);
  const abroad = await keyAbroad(app, "203.0.113.0/24");
  const from = "127.6.0.1";
  const refused = await app.ask(WRAPPED, { key: abroad, from });
  assert.equal(refused.status, 403);
  assert.deepEqual(Object.entries(await refused.json()), [
    ["status", false],
    ["message", "Your IP address is not whitelisted for this API key"],
    ["clientIP", from],
    ["type", "IP_NOT_WHITELISTED"],
    ["hint", "Ask help@oshibase.example to add your address to this key"],
  ]);
  assert.equal(refused.headers.has("ratelimit"), false);
  assert.equal((await app.ask(V1, { key: abroad, from })).status, 403);
  assert.equal((await app.ask(BARE, { key: abroad, from })).status, 200);
  const listless = await keyAbroad(app);
  assert.match(await (await app.ask(WRAPPED, { key: listless })).text(), /IP_NOT_WHITELISTED/);
  for (const path of [V1, BARE]) assert.equal((await app.ask(path, { key: listless })).status, 200);
});

Deno.test("header beats query beats body, and what is empty is as if absent", async () => {
  await using app = await world(TRIO);
  await app.addAdmin(RIGHT.username, RIGHT.password);
  const good = app.key;
  const bad = "J-osb_nobody";
  for (
    const [header, query, body, status] of [
      [good, bad, bad, 200],
      [bad, good, good, 403],
      ["", good, bad, 200],
      ["", bad, good, 403],
      ["", "", good, 200],
      ["", "", "", 403],
    ] as const
  ) {
    const ask = { method: "POST", body: JSON.stringify({ apikey: body }), key: null };
    const path = `${WRAPPED}?apikey=${query}`;
    const reply = await app.ask(path, { ...ask, headers: { "api-key": header } });
    assert.equal(reply.status, status, [header, query, body].join());
  }
  for (
    const [headers, query, body, status] of [
      [RIGHT, "username=root&password=wrong", WRONG, 200],
      [WRONG, "username=root&password=good%20password", RIGHT, 403],
      [{ username: "root" }, "username=root&password=wrong", RIGHT, 403],
      [{ username: "root" }, "username=root&password=", RIGHT, 200],
      [{}, "", { username: "root", password: 7 }, 403],
    ] as [HeadersInit, string, unknown, number][]
  ) {
    const ask = { method: "POST", body: JSON.stringify(body), key: null, headers };
    assert.equal((await app.ask(`${WRAPPED}?${query}`, ask)).status, status, JSON.stringify(ask));
  }
});

Deno.test("two names of a header, or two lines, are one credential: 400 where they differ", async () => {
  await using app = await world(TRIO);
  const { key } = app;
  const token = (await app.issueToken()).secret;
  const ask = (...headers: [string, string][]) => app.ask(WRAPPED, { key: null, headers });
  for (const value of [`${key}, ${key}`, `${key} \t,\t ${key}`, `, ${key} ,`]) {
    assert.equal((await ask(["x-api-key", value])).status, 200, value);
  }
  assert.equal((await ask(["x-api-key", key], ["api-key", key])).status, 200);
  assert.equal((await ask(["x-api-key", ""], ["api-key", key])).status, 200);
  for (
    const headers of [
      [["x-api-key", key], ["api-key", "J-osb_nobody"]],
      [["x-priority-token", token], ["x-priority-token", "P-osb_nobody"]],
      [["username", "root"], ["x-admin-username", "toor"], ["password", "x"]],
      [["username", "root"], ["password", "x"], ["x-admin-password", "y"]],
    ] as [string, string][][]
  ) assert.equal(await (await ask(...headers)).text(), TWO_VALUES);
  assert.equal((await ask(["x-priority-token", `a${" ".repeat(300_000)}b,c`])).status, 400);
});

Deno.test("a password may hold commas, and letters of any alphabet, composed or not, in UTF-8 or Latin-1", async () => {
  await using app = await world(TRIO);
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
    const reply = await app.ask(WRAPPED, { key: null, headers: { username, password } });
    assert.equal(reply.status, status, `${username} ${password}`);
  }
  const query = `username=budi&password=${encodeURIComponent("pässword 😀")}`;
  assert.equal((await app.ask(`${WRAPPED}?${query}`, { key: null })).status, 200);
});

Deno.test("a used-up key is refused for every method but OPTIONS, and /v1/key stays open to it", async () => {
  await using app = await world({ ...TRIO, plans: PLANS });
  const { secret: key } = await app.issue("tiny");
  for (const _ of "12") await app.json(BARE, { key });
  for (
    const [path, methods, status] of [
      [BARE, ["GET", "HEAD"], 429],
      [V1, ["GET", "HEAD"], 429],
      [WRAPPED, ["GET", "HEAD", "POST", "PUT"], 403],
    ] as const
  ) {
    for (const method of methods) {
      const reply = await app.ask(path, { key, method, headers: { "if-none-match": "*" } });
      assert.equal(reply.status, status);
      assert.equal(await reply.text(), method === "HEAD" ? "" : USED_UP);
      const ratelimit = reply.headers.get("ratelimit")!;
      assert.match(ratelimit, /^"quota";r=0;t=\d+$/);
      if (status === 429) assert.equal(reply.headers.get("retry-after"), ratelimit.split("t=")[1]);
    }
    assert.equal((await app.ask(path, { key, method: "OPTIONS" })).status, 204);
  }
  const { used, limit, remaining } = await app.json("/v1/key", { key });
  assert.deepEqual({ used, limit, remaining }, { used: 2, limit: 2, remaining: 0 });
});

Deno.test("what is wrong beside a good credential is as if absent, and a token or pair goes before any key", async () => {
  await using app = await world({ ...TRIO, plans: PLANS, env: { ADMIN_API: "on" } });
  await app.addAdmin(RIGHT.username, RIGHT.password);
  const { secret: token } = await app.issueToken();
  const { id, secret: ended } = await app.issueToken("Dua");
  await app.run(["token", "revoke", id]);
  const { secret: usedUp } = await app.issue("tiny");
  for (const _ of "12") await app.json(BARE, { key: usedUp });
  const abroad = await keyAbroad(app, "203.0.113.0/24");
  const cases: [
    headers: Record<string, string>,
    paths: string[],
    status: number,
    metered: boolean,
  ][] = [
    [{ ...by(app.key), "x-priority-token": "P-osb_nobody" }, [BARE, WRAPPED, V1], 200, true],
    [{ ...by(app.key), ...WRONG }, [WRAPPED, V1], 200, true],
    [{ ...by(app.key), authorization: `Bearer ${ended}` }, [BARE, WRAPPED, V1], 200, true],
    [{ authorization: `Bearer ${ended}` }, [`${BARE}?apikey=${app.key}`], 200, true],
    [{ authorization: `Bearer ${ended}`, ...RIGHT }, [WRAPPED, V1], 200, false],
    [{ ...by(usedUp), ...RIGHT }, [BARE], 429, true],
  ];
  for (const bad of [usedUp, abroad, "J-osb_nobody"]) {
    cases.push([{ ...by(bad), "x-priority-token": token }, [BARE, WRAPPED, V1], 200, false]);
    cases.push([{ ...by(bad), ...RIGHT }, [WRAPPED, V1], 200, false]);
  }
  for (const [headers, paths, status, isMetered] of cases) {
    for (const path of paths) {
      const reply = await app.ask(path, { key: null, headers });
      assert.equal(reply.status, status, `${path} ${JSON.stringify(headers)}`);
      assert.equal(reply.headers.has("ratelimit"), isMetered);
    }
  }
  for (const bad of [abroad, usedUp]) {
    const alone = await app.ask(WRAPPED, { key: bad });
    const both = await app.ask(WRAPPED, { key: null, headers: { ...by(bad), ...WRONG } });
    assert.equal(await both.text(), await alone.text());
  }
});

Deno.test("an address counts with the next request when it leaves the whitelist of a key in use, or comes back", async () => {
  await using app = await world(TRIO);
  const { id, secret: key } = await app.issue("standard");
  const statuses = [(await app.ask(WRAPPED, { key })).status];
  for (const verb of ["deny-ip", "allow-ip"]) {
    await app.run(["key", verb, id, "127.0.0.0/8"]);
    statuses.push((await app.ask(WRAPPED, { key })).status);
  }
  assert.deepEqual(statuses, [200, 403, 200]);
});
