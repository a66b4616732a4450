import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { createPrng } from "../support/prng.ts";
import { testSeed } from "../support/size.ts";
import { type Ask, type World, world } from "../support/world.ts";

const NOT_FOUND = { status: false, message: "Code not found" };
const FRESH = { is_active: true, usage_count: 0, usage_limit: 1, is_used: false };

async function verify(app: World, query: string, ask: Ask = {}) {
  const response = await app.ask(`/api/codes/verify${query}`, { key: null, ...ask });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function issue(app: World, ...words: string[]): Promise<{ id: string; secret: string }> {
  return await app.told(["code", "issue", ...words]);
}

Deno.test("a code is verified by anybody, which changes nothing, and a use counts at once", async () => {
  await using app = await world({ ...TRIO, faulty: true });
  const { id, secret } = await issue(app, "--uses", "2");
  const data = async () => (await verify(app, `?code=${secret}`)).body.data;
  const fresh = { ...FRESH, usage_limit: 2 };
  const { commits } = app.kv.sent;
  for (let n = 0; n < 100; n++) assert.deepEqual(await data(), fresh, "right ones are no failures");
  for (const method of ["POST", "PUT"]) {
    const body = JSON.stringify({ code: secret.toLowerCase().replaceAll("-", " ") });
    assert.deepEqual((await verify(app, "", { method, body })).body.data, fresh);
  }
  assert.equal(app.kv.sent.commits, commits);
  await app.told(["code", "use", secret]);
  assert.deepEqual(await data(), { ...fresh, usage_count: 1 });
  await app.told(["code", "use", id]);
  const usedUp = { ...fresh, usage_count: 2, is_used: true };
  assert.deepEqual(await data(), usedUp);
  const third = await app.run(["code", "use", secret]);
  assert.equal(third.code, 1);
  assert.match(third.err, /2 of 2 uses are spent already/);
  await app.told(["code", "revoke", id]);
  assert.deepEqual(await data(), { ...usedUp, is_active: false });
});

Deno.test("a code is read however it is typed, and a mistyped one is known without a look at the store", async () => {
  await using app = await world({ ...TRIO, faulty: true });
  const random = createPrng(testSeed());
  const codes = [];
  for (let n = 0; n < 40; n++) codes.push((await issue(app)).secret);
  for (const code of codes) {
    assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    const flip = () => random.happens(0.5);
    const typed = [...code].map((letter) => {
      if (letter === "-") return flip() ? " " : "";
      if (letter === "0" && flip()) return "o";
      if (letter === "1" && flip()) return flip() ? "I" : "l";
      return flip() ? letter.toLowerCase() : letter;
    }).join("");
    const { status } = await verify(app, `?code=${encodeURIComponent(typed)}`);
    assert.equal(status, 200, typed);
  }
  const [code] = codes as [string];
  const typos = [...code].flatMap((letter, place) =>
    letter === "-"
      ? []
      : [code.slice(0, place) + (letter === "7" ? "8" : "7") + code.slice(place + 1)]
  );
  const { reads } = app.kv.sent;
  const wrong = [...typos, "x", code.slice(1), `${code}0`, "U".repeat(16), "ÄÖÜ"];
  for (const [n, text] of wrong.entries()) {
    const query = `?code=${encodeURIComponent(text)}`;
    const { status, body } = await verify(app, query, { from: `192.0.2.${n}` });
    assert.deepEqual([status, body], [404, NOT_FOUND], text);
  }
  assert.equal(app.kv.sent.reads, reads);
});

Deno.test("verify asks for no credential, is harmed by none, and knows a bound code with its address alone", async () => {
  await using app = await world(TRIO);
  const { secret } = await issue(app, "--email", "Sari+fan@fans.example");
  const headers = { "x-api-key": "one", "api-key": "two", "x-priority-token": "P", username: "a" };
  const code = `?code=${secret}`;
  const known = await verify(app, `${code}&email=%20sari%2Bfan@FANS.example%20`, { headers });
  assert.deepEqual([known.status, known.body], [200, { status: true, data: FRESH }]);
  assert.equal((await verify(app, `${code}&email=sari+fan@fans.example`)).status, 200);
  for (const query of [code, `${code}&email=budi@fans.example`, "?code=XXXX-XXXX-XXXX-XXXX"]) {
    const { status, body } = await verify(app, query);
    assert.deepEqual([status, body], [404, NOT_FOUND], query);
  }
  const free = await issue(app);
  assert.equal((await verify(app, `?code=${free.secret}&email=budi@fans.example`)).status, 200);
  for (const query of ["", "?code=", "?email=sari%2Bfan@fans.example", "?code=a&code=b"]) {
    const { status, body } = await verify(app, query);
    assert.deepEqual([status, body.type], [400, "INVALID_PARAMETER"], query);
    assert.match(body.hint, /^code takes/);
  }
  const refused = await verify(app, "", { method: "DELETE" });
  assert.deepEqual(
    [refused.status, refused.headers.get("allow")],
    [405, "GET, HEAD, POST, PUT, OPTIONS"],
  );
  const head = await app.ask(`/api/codes/verify?code=${free.secret}`, { method: "HEAD" });
  assert.deepEqual([head.status, head.headers.get("cache-control")], [200, "no-store"]);
  assert.equal((await verify(app, "/../list")).status, 404);
});

Deno.test("a network guesses 30 codes a minute, and is refused right ones too from then on", async () => {
  await using app = await world(TRIO);
  const { secret } = await issue(app);
  const ask = (code: string, from = "192.0.2.1") => verify(app, `?code=${code}`, { from });
  const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(`guess-${n}`)));
  assert.equal(guesses.filter(({ status }) => status === 404).length, 30);
  const refused = await ask(secret);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "60"]);
  assert.deepEqual(refused.body, {
    ...{ status: false, message: "Too many requests", type: "RATE_LIMITED" },
  });
  assert.equal((await ask(secret, "192.0.2.255")).status, 429);
  assert.equal((await ask(secret, "192.0.3.1")).status, 200);
  await app.pass(60_000);
  assert.equal((await ask(secret)).status, 200);
});

Deno.test("verify says so where the store is out of reach", async () => {
  await using app = await world({ ...TRIO, faulty: true, outage: true });
  const { secret } = await issue(app);
  app.kv.outOfReach = true;
  const { status, body } = await app.until(verify(app, `?code=${secret}`));
  assert.deepEqual([status, body.type], [503, "TRY_AGAIN"]);
  app.kv.outOfReach = false;
});
