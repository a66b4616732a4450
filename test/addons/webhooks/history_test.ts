import assert from "node:assert/strict";
import { sleep } from "../../../src/platform/clock.ts";
import { createFaultyKv, type Fault, type FaultyKv } from "../../support/faulty_kv.ts";
import { createPrng, type Prng } from "../../support/prng.ts";
import { sizeOf, testSeed } from "../../support/size.ts";
import { answerWell, createWebhookHarness, KEY, REQUEST, type WebhookHarness } from "./harness.ts";

const HISTORIES = sizeOf({ default: 3, full: 200 });
const HOSTS = ["one.example", "two.example", "three.example", "four.example"];
const SUBJECTS = 5;
const EVENTS = 60;
const HOUR_MS = 3_600_000;

for (const isBad of [false, true]) {
  const words = isBad
    ? "over kills, lost replies and a store that fails every event comes, in order for each subject"
    : "over slow and failing answers every event comes once, in order for each subject";
  Deno.test(words, async () => {
    const seed = testSeed();
    for (let number = 0; number < HISTORIES; number++) {
      await play(createPrng(seed + number), `seed ${seed + number}`, isBad);
    }
  });
}

async function play(prng: Prng, name: string, isBad: boolean): Promise<void> {
  await using harness = createWebhookHarness({ pollMs: 60_000 });
  const { clock, kv } = harness;
  let isOver = false;
  await register(harness);
  const delivered = new Map(HOSTS.map((host) => [host, [] as number[]]));
  for (const host of HOSTS) {
    harness.answer(host, async (request) => {
      if (prng.happens(0.3)) await sleep(clock, prng.between(1, 4_000));
      if (!isOver && prng.happens(0.15)) return new Response(null, { status: 503 });
      const headers = { "retry-after": String(prng.between(1, 20)) };
      if (!isOver && prng.happens(0.05)) return new Response(null, { status: 429, headers });
      delivered.get(host)!.push(Number(JSON.parse(request.body).id));
      return answerWell(request);
    });
  }
  const stores: FaultyKv[] = [];
  const start = () => {
    const store = createFaultyKv(kv, {
      clock,
      fraction: prng.fraction,
      latencyMs: 30,
      fault: () => isBad && !isOver ? faultOf(prng) : "none",
    });
    stores.push(store);
    harness.start(prng, store);
  };
  start();
  start();
  const subjectOf = new Map<number, string>();
  for (let number = 0; number < EVENTS; number++) {
    const subject = `s${prng.between(1, SUBJECTS)}`;
    subjectOf.set(await harness.write({ subject, data: { number } }), subject);
    await clock.advance(prng.between(1, 10_000));
    if (isBad && prng.happens(0.15)) prng.pick(stores).crash();
    while (stores.filter(({ crashed }) => !crashed).length < 2) start();
  }
  isOver = true;
  await clock.advance(8 * HOUR_MS);
  for (const [host, ids] of delivered) {
    const about = `${name}, ${host}: ${ids}`;
    const firsts = [...new Set(ids)];
    assert.equal(firsts.length, EVENTS, about);
    if (!isBad) assert.equal(ids.length, EVENTS, about);
    for (const own of Map.groupBy(firsts, (id) => subjectOf.get(id)).values()) {
      assert.deepEqual(own, own.toSorted((a, b) => a - b), about);
    }
  }
}

/** Registers all hosts by a process that then ends: it would be quicker than all that have a bad line. */
async function register(harness: WebhookHarness): Promise<void> {
  const first = harness.start();
  for (const host of HOSTS) await first.register(KEY, { ...REQUEST, url: `https://${host}/` });
  await first.close();
}

function faultOf(prng: Prng): Fault {
  const chance = prng.fraction();
  if (chance < 0.003) return "crash_before";
  if (chance < 0.006) return "crash_after";
  if (chance < 0.03) return "reply_lost";
  return chance < 0.06 ? "refused" : "none";
}
