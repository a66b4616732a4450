import "../../src/alerts/alerts.ts";
import "../../src/alerts/condition.ts";
import "../../src/alerts/channels.ts";
import "../../src/alerts/channels.ts";
import "../../src/admin/http/answer_command.ts";
import "../../src/admin/commands/commands.ts";
import assert from "node:assert/strict";
import { createPasswords } from "../../src/access/records/password.ts";
import { createMac } from "../../src/toolbox/mac.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createCredentialStores, PEPPER } from "../support/credential_stores.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createProgram } from "../support/program.ts";
import { sizeOf } from "../support/size.ts";

const GUESSES = sizeOf({ default: 2_000, full: 200_000 });
/** So many wrong pairs of one network are checked in a minute. */
const CHECKED = 30;
const PASSWORD = "correct horse";

Deno.test("guesses beside an active administrator find nothing out, lock nobody out, and raise one alert", async () => {
  const posts: string[] = [];
  const net = {
    fetch(url: string, init: RequestInit = {}) {
      assert.equal(url, "https://ops.example/alerts");
      posts.push(
        `${JSON.parse(String(init.body)).type} ${JSON.parse(String(init.body)).data.alert}`,
      );
      return Promise.resolve(new Response(null, { status: 204 }));
    },
  };
  const clock = createManualClock(Date.parse("2026-07-04T12:00:00Z"));
  const kv = createMemoryKv();
  const secretHash = createMac(PEPPER);
  // Few rounds: what is counted is how often they are gone through.
  const passwords = createPasswords({ secretHash, random: systemRandom, rounds: 10 });
  const password = await passwords.make("root", PASSWORD);
  await createCredentialStores(kv).users.add({
    username: "root",
    password,
    createdAt: 0,
    changedAt: 0,
  });
  await using program = await createProgram({
    ...{ content: "test/fixtures/trio", clock, kv, net, elapsed: clock.now },
    // A machine that takes its time over a password must not move the clock, by which guesses are counted.
    stepMs: 0,
    env: { ALERT_WEBHOOK_URL: "https://ops.example/alerts", METRICS_TOKEN: "m".repeat(16) },
  });
  const ask = async (password: string, from: string) => {
    const headers = { "x-admin-username": "root", "x-admin-password": password };
    const response = await program.ask("/api/admin/status", { key: null, from, headers });
    const { refused_passwords: refused, wrong_passwords: wrong } = await response.json();
    return { status: response.status, refused, wrong };
  };
  const administrator = () => ask(PASSWORD, "127.0.0.1");
  assert.equal((await administrator()).status, 200);

  const counts: Record<number, number> = {};
  for (let n = 0; n < GUESSES; n++) {
    const { status } = await ask(n % 100 === 99 ? PASSWORD : `guess ${n}`, "127.0.0.77");
    counts[status] = (counts[status] ?? 0) + 1;
    if (n % 500 === 0) assert.equal((await administrator()).status, 200);
  }
  assert.deepEqual(counts, { 403: CHECKED, 429: GUESSES - CHECKED });
  const seen = await administrator();
  assert.deepEqual(seen, { status: 200, wrong: CHECKED, refused: GUESSES - CHECKED });
  await clock.advance(9 * 60_000);
  assert.deepEqual(posts, ["alert.began password_guessing"]);
  await clock.advance(3 * 60_000);
  assert.deepEqual(posts, ["alert.began password_guessing", "alert.over password_guessing"]);
  const lines = program.log.lines.filter((line) => line.includes("were refused"));
  assert.equal(lines.length, Math.floor(Math.log2(GUESSES - CHECKED)) + 1);
});
