import assert from "node:assert/strict";
import { exportUses } from "../support/export_uses.ts";
import { verifyRecord } from "../../src/audit/record/verify.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { noteFigure } from "./figures.ts";
import { type Life, surelyRecorded } from "./recorded_uses.ts";
import { type Load, startLoad, tookAtMost } from "./token_load.ts";
import { numberOf } from "./load_paths.ts";
import { createTokenFixture, FIXTURE_PEPPER, type TokenFixture } from "../support/token_fixture.ts";
import { startServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const PER_SECOND = 1_000;
const SECONDS = Math.max(6, sizeOf({ default: 6, full: 60 }));
/** The share of the rate that is asked at least: a busy machine falls behind. */
const LEAST_ASKED = 0.8;
/** Most answers are to be judged by where the machine is not busy; some are wherever it is. */
const LEAST_JUDGED = 0.1;
const KILLS = Math.max(2, Math.ceil(SECONDS / 6));

Deno.test(
  `1,000 uses a second for ${SECONDS} s, ${KILLS} SIGKILLs: what was answered is on record, and nothing else`,
  async () => {
    await using fixture = await createTokenFixture();
    await using load = startLoad(PER_SECOND, [{ "x-priority-token": fixture.token.secret }]);
    const lives = await serveAndKill(load, fixture.env);
    const asked = await load.stop();
    const recorded = await readRecord(fixture, asked);

    const answered = load.answers.filter(({ status }) => status !== 0);
    const sure = surelyRecorded(answered, lives);
    assert.deepEqual(sure.filter(({ number }) => !recorded.has(number)), []);
    for (const { number, status } of answered) {
      assert.equal(recorded.get(number) ?? status, status);
    }
    assert.ok(asked > PER_SECOND * SECONDS * LEAST_ASKED, `only ${asked} requests were made`);
    assert.ok(sure.length > asked * LEAST_JUDGED, `only ${sure.length} answers to judge by`);
    const [median, p99] = [0.5, 0.99].map((share) => tookAtMost(answered, share).toFixed(1));
    noteFigure(
      `${PER_SECOND} uses a second for ${SECONDS} s, ${KILLS} kills`,
      `${asked} asked, ${answered.length} answered (${answered.length - sure.length} while the ` +
        `store was away), ${recorded.size} on record; median ${median} ms, p99 ${p99} ms`,
    );
  },
);

/** The status on record for each request's number. Fails where the record has what nobody asked. */
async function readRecord({ withKv, token }: TokenFixture, asked: number) {
  const recorded = new Map<number, number>();
  await withKv(async (kv) => {
    for await (const { endpoint, token_id, method, ip, status } of exportUses(kv)) {
      const number = numberOf(endpoint);
      assert.ok(number >= 0 && number < asked, `nobody asked for ${endpoint}`);
      assert.ok(!recorded.has(number), `${endpoint} is on record twice`);
      assert.deepEqual([token_id, method, ip], [token.id, "GET", "127.0.0.1"]);
      recorded.set(number, status);
    }
    const { ok, message } = await verifyRecord(kv, FIXTURE_PEPPER);
    assert.ok(ok, message);
  });
  return recorded;
}

/** Serves a load, killing the server again and again at any moment. */
async function serveAndKill(load: Load, env: Record<string, string>): Promise<Life[]> {
  const { fraction } = createPrng(testSeed());
  const began = performance.now();
  const lives: Life[] = [];
  for (let life = 1; life <= KILLS + 1; life++) {
    await using server = await startServer(env);
    load.aim(server.base);
    const share = life > KILLS ? 1 : (life - 0.8 * fraction()) / (KILLS + 1);
    await until(() => performance.now() > began + share * SECONDS * 1_000, 60_000);
    if (life > KILLS) await load.stop();
    await server.stop(life > KILLS ? "SIGTERM" : "SIGKILL");
    lives.push({ log: server.printed.err, endedAt: Date.now() });
  }
  return lives;
}
