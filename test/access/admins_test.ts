import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { createFakeNet } from "../../build/demo/net.ts";
import { sizeOf } from "../support/size.ts";
import { type World, world, type WorldOptions } from "../support/world.ts";

const HERE = "192.0.2.1";
const THERE = "2001:db8::1";
const PASSWORD = "correct horse";
/** So many wrong pairs of one network are checked in a minute. */
const CHECKED = 30;

async function open(options: Partial<WorldOptions> = {}) {
  const app = await world({ ...TRIO, ...options });
  await app.run(["user", "add", "root"], PASSWORD);
  const send = (password: string, from: string, username = "root") =>
    app.send("/api/melati/members", { key: null, from, headers: { username, password } });
  const ask = async (...pair: Parameters<typeof send>) => {
    const response = await send(...pair);
    await response.body?.cancel();
    return response.status;
  };
  return { app, send, ask };
}

/** Guesses until no more are checked. */
async function guessAll(ask: (password: string, from: string) => Promise<number>, from: string) {
  for (let n = 0; n < CHECKED; n++) await ask(`guess ${n}`, from);
  assert.equal(await ask("one more", from), 429);
}

async function counts(app: World) {
  const headers = { username: "root", password: PASSWORD };
  const { wrong_passwords: wrong, refused_passwords: refused } = await app.json(
    ...["/api/admin/status", { key: null, from: "198.51.100.1", headers }] as const,
  );
  return { wrong, refused };
}

Deno.test("a right pair is remembered for 5 minutes, for its network alone: then it is known at once", async () => {
  const { app, send, ask } = await open();
  await using _ = app;
  const isKnown = (from: string) => send(PASSWORD, from) instanceof Response;
  assert.equal(isKnown(HERE), false);
  assert.equal(await ask(PASSWORD, THERE), 200);
  assert.equal(await ask(PASSWORD, HERE), 200);
  for (const from of [HERE, THERE, "2001:db8:0:ff::7"]) assert.equal(isKnown(from), true, from);
  for (const from of ["192.0.2.2", "2001:db8:0:100::1"]) assert.equal(isKnown(from), false, from);
  const now = app.clock.now();
  app.at(now + 299_999);
  assert.equal(isKnown(HERE), true);
  app.at(now + 300_000);
  assert.equal(isKnown(HERE), false);
});

Deno.test("a remembered pair ends with a new password or the user; one that another process made is right at once, and no failure", async () => {
  const { app, ask } = await open();
  await using _ = app;
  await using other = await app.beside();
  assert.equal(await ask(PASSWORD, HERE), 200);
  for (let n = 0; n <= CHECKED; n++) {
    await other.run(["user", "passwd", "root"], `horse ${n} of many`);
    assert.equal(await ask(`horse ${n} of many`, HERE), 200);
  }
  assert.equal(await ask(PASSWORD, HERE), 403);
  await other.run(["user", "remove", "root"]);
  await app.pass(3_000);
  assert.equal(await ask(`horse ${CHECKED} of many`, HERE), 403);
});

Deno.test("30 wrong pairs a minute slow their own network down, known name or not, and a right one is no failure", async () => {
  const { app, send, ask } = await open();
  await using _ = app;
  for (let n = 0; n < CHECKED; n++) {
    assert.equal(await ask(`guess ${n}`, HERE, n === 7 ? "nobody" : "root"), 403);
    if (n % 10 === 0) assert.equal(await ask(PASSWORD, "192.0.2.9"), 200);
    await app.pass(1_000);
  }
  const refused = await send("guess", HERE);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "30"]);
  assert.deepEqual(await refused.json(), {
    ...{ status: false, message: "Too many requests", type: "RATE_LIMITED" },
  });
  assert.equal(await ask("guess", THERE), 403);
  await app.pass(29_999);
  assert.equal(await ask("guess", HERE), 429);
  await app.pass(1);
  assert.equal(await ask("guess", HERE), 403);
  assert.equal(await ask("guess", HERE), 429);
});

Deno.test("no more than 30 pairs of a network are wrong in any minute, however they are spread; a /56 is one network", async () => {
  const { app, ask } = await open();
  await using _ = app;
  const failed: number[] = [];
  for (let n = 0; n < 400; n++) {
    const from = `2001:db8:0:${(0x100 + n % 256).toString(16)}::1`;
    if (await ask("x", from) === 403) failed.push(app.clock.now());
    app.at(app.clock.now() + n % 7 * 137);
  }
  assert.ok(failed.length > CHECKED);
  for (const [n, at] of failed.entries()) {
    const next = failed[n + CHECKED];
    assert.ok(next === undefined || next - at >= 60_000);
  }
  for (const from of ["2001:db8:0:200::2", "203.0.113.8"]) assert.equal(await ask("x", from), 403);
});

Deno.test("of 10,000 networks and more the longest silent is forgotten first", async () => {
  const { app } = await open();
  await using _ = app;
  const guess = async (from: string) => {
    const { status } = await app.ask("/api/codes/verify?code=x", {
      key: null,
      from,
      method: "HEAD",
    });
    return status;
  };
  for (let n = 0; n < CHECKED; n++) await guess(HERE);
  assert.equal(await guess(HERE), 429);
  for (let n = 0; n < 10_000; n++) await guess(`10.1.${n >> 8}.${n & 255}`);
  assert.equal(await guess(HERE), 404);
});

Deno.test("from a network that guessed too often the right pair is refused too, while it is remembered for another", async () => {
  const { app, send, ask } = await open();
  await using _ = app;
  assert.equal(await ask(PASSWORD, HERE), 200);
  const began = app.clock.now();
  for (const minutes of [0, 6, 59]) {
    app.at(began + minutes * 60_000);
    await guessAll(ask, THERE);
    const opened = send(PASSWORD, HERE);
    // A derivation that is under way for one network says nothing to another.
    assert.equal(await ask(PASSWORD, THERE), 429);
    assert.equal((await opened).status, 200);
  }
});

Deno.test("whose pair was right within the hour is let in while others guess behind one address", async () => {
  const { app, ask } = await open();
  await using _ = app;
  assert.equal(await ask(PASSWORD, HERE), 200);
  await guessAll(ask, HERE);
  assert.equal(await ask(PASSWORD, HERE), 200);
  app.at(app.clock.now() + 3_599_999);
  await guessAll(ask, HERE);
  assert.equal(await ask(PASSWORD, HERE), 200);
  app.at(app.clock.now() + 3_600_000);
  await guessAll(ask, HERE);
  assert.equal(await ask(PASSWORD, HERE), 429);
});

Deno.test("guesses that come at once count all, and those of many networks wait in a line that is cut off", async () => {
  const { app, ask } = await open();
  await using _ = app;
  const guess = (n: number, from: string) => ask(`guess ${n}`, from);
  const ofOne = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(n, HERE)));
  assert.ok(ofOne.filter((status) => status === 429).length >= 70);
  const ofMany = await Promise.all(
    Array.from({ length: 100 }, (_, n) => guess(n, `198.51.100.${n}`)),
  );
  // Two at once, and a line of 32 networks.
  assert.equal(ofMany.filter((status) => status === 429).length, 66);
  assert.equal(await ask(PASSWORD, THERE), 200);
});

Deno.test("however many networks guess, one more waits for no more than a turn of each", async () => {
  const { app, ask } = await open();
  await using _ = app;
  let guessed = 0;
  const guesses = Array.from({ length: 50 }, async (_, n) => {
    if (await ask(`guess ${n}`, `192.0.2.${n % 5}`) === 403) guessed++;
  });
  assert.equal(await ask(PASSWORD, THERE), 200);
  assert.ok(guessed <= 12, `${guessed} guesses came first`);
  await Promise.all(guesses);
  assert.ok(guessed > 20);
});

Deno.test("while the password of an unknown name is checked, the machine does other things", async () => {
  const { app, ask } = await open();
  await using _ = app;
  let turns = 0;
  let isOver = false;
  // 600,000 rounds, as of a password that is stored: names cannot be found out by time.
  const began = performance.now();
  ask("guess", HERE, "nobody").then(() => isOver = true);
  while (!isOver) {
    turns++;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.ok(performance.now() - began > 20);
  assert.ok(turns > 5, `${turns}`);
});

Deno.test("an over-long name or password is wrong without work, and no log has what was typed", async () => {
  const { app, send, ask } = await open();
  await using _ = app;
  for (const [password, name] of [["x".repeat(2000), "root"], [PASSWORD, "x".repeat(2000)]]) {
    assert.ok(send(password!, HERE, name) instanceof Response);
    assert.equal(await ask(password!, HERE, name), 403);
  }
  await ask("typed into the wrong field", THERE, PASSWORD);
  assert.doesNotMatch(app.log.lines.join(), new RegExp(PASSWORD));
});

Deno.test("wrong and refused passwords are counted, and the log has each network's 1st, 2nd, 4th and 8th", async () => {
  const { app, ask } = await open();
  await using _ = app;
  for (let n = 0; n < CHECKED + 9; n++) await ask(`guess ${n}`, HERE);
  for (const _ of "12") await ask("guess", "2001:db8:7:1::5");
  assert.deepEqual(await counts(app), { wrong: CHECKED + 2, refused: 9 });
  const told = (what: string) =>
    app.log.lines.filter((line) => line.includes(what)).map((line) => {
      const { network, times } = JSON.parse(line.slice(line.indexOf("{")));
      return `${network} ${times}`;
    });
  assert.deepEqual(told("were refused"), [1, 2, 4, 8].map((times) => `${HERE} ${times}`));
  assert.deepEqual(told("wrong"), [
    ...[1, 2, 4, 8, 16].map((times) => `${HERE} ${times}`),
    ...[1, 2].map((times) => `2001:db8:7:0::/56 ${times}`),
  ]);
});

Deno.test("guesses beside an active administrator find nothing out, lock nobody out, and raise one alert", async () => {
  const posts: string[] = [];
  const platforms = createFakeNet();
  const { app, ask } = await open({
    env: { ALERT_WEBHOOK_URL: "https://ops.example/alerts" },
    platforms: Object.assign(platforms, {
      fetch(url: string, init: RequestInit = {}) {
        assert.equal(url, "https://ops.example/alerts");
        const { type, data } = JSON.parse(String(init.body));
        posts.push(`${type} ${data.alert}`);
        return Promise.resolve(new Response(null, { status: 204 }));
      },
    }),
  });
  await using _ = app;
  const guesses = sizeOf({ default: 1_000, full: 100_000 });
  const seen: Record<number, number> = {};
  for (let n = 0; n < guesses; n++) {
    const status = await ask(n % 100 === 99 ? PASSWORD : `guess ${n}`, "127.0.0.77");
    seen[status] = (seen[status] ?? 0) + 1;
    if (n % 250 === 0) assert.equal(await ask(PASSWORD, "127.0.0.1"), 200);
  }
  assert.deepEqual(seen, { 403: CHECKED, 429: guesses - CHECKED });
  await app.pass(9 * 60_000);
  assert.deepEqual(posts, ["alert.began password_guessing"]);
  await app.pass(4 * 60_000);
  assert.deepEqual(posts, ["alert.began password_guessing", "alert.over password_guessing"]);
});
