import assert from "node:assert/strict";
import { atOnce } from "./at_once.ts";
import { TRIO } from "../support/contents.ts";
import { sizeOf } from "../support/size.ts";
import { world, type WorldOptions } from "../support/world.ts";

const HERE = "192.0.2.1";
const THERE = "2001:db8::1";
const PASSWORD = "correct horse";

/** So many wrong pairs of one network are wrong in a minute, and the next are too many. */
const CHECKED = 30;

async function open(options: Partial<WorldOptions> = {}) {
  const app = await world({ ...TRIO, ...options });
  await app.addAdmin("root", PASSWORD);
  const send = (password: string, from: string, username = "root") =>
    app.send("/api/melati/members", { key: null, from, headers: { username, password } });
  const ask = async (...pair: Parameters<typeof send>) => {
    const response = await send(...pair);
    await response.body?.cancel();
    return response.status;
  };
  return { app, send, ask };
}

Deno.test("the program makes passwords, and a right pair is known at once, from wherever it comes", async () => {
  const { app, send } = await open();
  await using _ = app;
  const made = await app.told(["user", "add", "sari"]);
  assert.deepEqual(Object.keys(made), ["username", "password"]);
  assert.match(made.password, /^[0-9A-Za-z]{32}$/);
  for (const from of [HERE, THERE, "2001:db8:0:ff::7", "192.0.2.2"]) {
    const answer = await atOnce(send(made.password, from, "sari"));
    assert.equal(answer.status, 200);
    assert.equal((await send(made.password, from, "root")).status, 403);
    app.at(app.clock.now() + 300_000);
  }
});

Deno.test("a new password that another process made is known within 3 seconds, and ends the one before, as does the end of the user", async () => {
  const { app, ask } = await open();
  await using _ = app;
  await using other = await app.beside();
  let before = PASSWORD;
  for (let n = 0; n < 5; n++) {
    const { password } = await other.told(["user", "passwd", "root"]);
    await app.pass(3_000);
    assert.deepEqual([await ask(password, HERE), await ask(before, HERE)], [200, 403]);
    before = password;
  }
  await other.run(["user", "remove", "root"]);
  await app.pass(3_000);
  assert.equal(await ask(before, HERE), 403);
});

Deno.test("30 wrong pairs a minute slow their own network down, known name or not, and a right one is no failure", async () => {
  const { app, send, ask } = await open();
  await using _ = app;
  for (let n = 0; n < CHECKED; n++) {
    assert.equal(await ask(`guess ${n}`, HERE, n === 7 ? "nobody" : "root"), 403);
    if (n % 10 === 0) assert.equal(await ask(PASSWORD, HERE), 200);
    await app.pass(1_000);
  }
  const refused = await send("guess", HERE);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "30"]);
  assert.deepEqual(await refused.json(), {
    ...{ status: false, message: "Too many requests", type: "RATE_LIMITED" },
  });
  assert.equal(await ask("guess", "192.0.2.255"), 429);
  assert.equal(await ask("guess", "192.0.3.1"), 403);
  assert.equal(await ask("guess", THERE), 403);
  await app.pass(29_999);
  assert.equal(await ask("guess", HERE), 429);
  await app.pass(1);
  assert.equal(await ask("guess", HERE), 403);
  assert.equal(await ask("guess", HERE), 429);
});

Deno.test("guesses beside an active administrator find nothing out and lock nobody out", async () => {
  const { app, ask } = await open();
  await using _ = app;
  const guesses = sizeOf({ default: 500, full: 100_000 });
  const seen: Record<number, number> = {};
  for (let n = 0; n < guesses; n++) {
    const status = await ask(n % 100 === 99 ? PASSWORD : `guess ${n}`, "127.0.0.77");
    seen[status] = (seen[status] ?? 0) + 1;
    if (n % 250 === 0) assert.equal(await ask(PASSWORD, "127.0.0.1"), 200);
  }
  const right = guesses / 100;
  assert.deepEqual(seen, { 200: right, 403: CHECKED, 429: guesses - CHECKED - right });
});
