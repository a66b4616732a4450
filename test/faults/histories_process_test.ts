import assert from "node:assert/strict";
import { explain, type Operation } from "../quota/history.ts";
import { addAdmin } from "../support/issue.ts";
import { createPrng } from "../support/prng.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { dayPlan } from "../support/small_content.ts";
import { until } from "../support/until.ts";
import { pause } from "./fleet.ts";

const SECONDS = Math.max(10, sizeOf({ default: 15, full: 600 }));
const LIMITS = [12, 30, 60];
/** Keys whose histories are made at once. */
const LANES = 4;
const BURST = 6;
/** What a server may hold of so small a quota: two blocks. */
const HELD = 2 * 8;
/** Every this many seconds a server is killed, and another one started. */
const KILL_S = 12;
/** Servers learn of a credit within 3 s; with room for a busy machine. */
const CREDIT_KNOWN_MS = 8_000;
const ADMIN = { "x-admin-username": "root", "x-admin-password": "correct horse" };

/** What the histories of all keys have in common. */
interface World {
  readonly fixture: ServerFixture;
  readonly servers: RunningServer[];
  readonly prng: ReturnType<typeof createPrng>;
  /** Servers that were killed so far: each took with it what it held. */
  killed: number;
}

Deno.test(`${SECONDS} s of histories at two servers that are killed by turns are explained by a counter`, async () => {
  const plans = LIMITS.map((limit) => [`of_${limit}`, dayPlan(limit)]);
  await using fixture = await createServerFixture(Object.fromEntries(plans), { ADMIN_API: "on" });
  await addAdmin(fixture.store, "root", "correct horse");
  const servers = [await fixture.start(), await fixture.start()];
  const world: World = { fixture, servers, prng: createPrng(testSeed()), killed: 0 };
  const endAt = Date.now() + SECONDS * 1_000;
  const total = { take: 0, refused: 0, refund: 0, read: 0, credit: 0 };

  async function makeHistories(): Promise<void> {
    while (Date.now() < endAt) {
      const { operations, limit } = await recordHistory(world);
      assert.ok(
        explain(operations, limit) !== undefined,
        `no order explains, with a limit of ${limit},\n${
          operations.map((one) => JSON.stringify(one)).join("\n")
        }`,
      );
      for (const { kind } of operations) total[kind]++;
    }
  }

  async function killByTurns(): Promise<void> {
    for (let turn = 0; Date.now() + KILL_S * 1_000 < endAt; turn++) {
      await pause(KILL_S * 1_000);
      const victim = servers[turn % 2]!;
      servers[turn % 2] = servers[1 - turn % 2]!;
      world.killed++;
      await victim.stop("SIGKILL");
      servers[turn % 2] = await fixture.start();
    }
  }

  await Promise.all([...Array.from({ length: LANES }, makeHistories), killByTurns()]);
  assert.ok(total.take > 0 && total.refused > 0 && total.read > 0 && total.credit > 0);
});

/** Takes, reads and credits by turns and at once, of a key of its own. */
async function recordHistory(world: World): Promise<{ operations: Operation[]; limit: number }> {
  const { prng, fixture, servers } = world;
  const limit = prng.pick(LIMITS);
  const { id, headers } = await fixture.key({ plan: `of_${limit}` });
  for (const index of [0, 1]) {
    await until(async () => (await ask(servers[index]!, "v1/key", headers))?.status === 200);
  }
  const operations: Operation[] = [];
  const killedBefore = world.killed;
  let instant = 0;
  const credits: { readonly units: number; knownAt: number }[] = [];

  /** What the other server may hold, and those that were killed since the key was issued. */
  const slack = () => HELD * (1 + world.killed - killedBefore);

  /** Units of credits that a server need not know of yet. */
  const newlyCredited = () =>
    credits.reduce((sum, { units, knownAt }) => Date.now() > knownAt ? sum : sum + units, 0);

  async function take(): Promise<void> {
    const from = instant++;
    const place = operations.push({
      kind: "take",
      outcome: "unknown",
      units: 1,
      from,
      to: Infinity,
    });
    const answer = await ask(prng.pick(servers), "api/bunga/members", headers);
    if (answer === undefined) return;
    const to = instant++;
    assert.ok([200, 429, 503].includes(answer.status), `${answer.status}`);
    operations[place - 1] = answer.status === 200
      ? { kind: "take", outcome: "admitted", units: 1, from, to }
      : answer.status === 429
      ? { kind: "refused", units: 1, slack: slack() + newlyCredited(), from, to }
      : { kind: "refund", units: 0, from, to };
  }

  async function read(): Promise<void> {
    const from = instant++;
    const answer = await ask(prng.pick(servers), "v1/key", headers);
    if (answer?.status !== 200) return;
    const { used, limit } = answer.body as { used: number; limit: number };
    // A credit that is made meanwhile may be in one of the two figures alone.
    const seen = { kind: "read", slack: slack(), from, to: instant++ } as const;
    operations.push({ ...seen, used, limit: undefined }, { ...seen, used: undefined, limit });
  }

  async function credit(units: number): Promise<void> {
    const from = instant++;
    const mine = { units, knownAt: Infinity };
    credits.push(mine);
    const place = operations.push({ kind: "credit", units, isSure: false, from, to: Infinity });
    const body = JSON.stringify({ units });
    const init = {
      method: "POST",
      headers: { ...ADMIN, "content-type": "application/json" },
      body,
    };
    const answer = await ask(prng.pick(servers), `api/admin/keys/${id}/credit`, init.headers, init);
    if (answer?.status !== 200) return;
    operations[place - 1] = { kind: "credit", units, isSure: true, from, to: instant++ };
    mine.knownAt = Date.now() + CREDIT_KNOWN_MS;
  }

  const under: Promise<void>[] = [];
  for (let steps = prng.between(10, 30); steps > 0; steps--) {
    const drawn = prng.between(0, 99);
    if (drawn < 45) { for (let n = prng.pick([1, 1, BURST]); n > 0; n--) under.push(take()); }
    else if (drawn < 60) under.push(read());
    else if (drawn < 64) under.push(credit(prng.between(1, 10)));
    else await pause(prng.pick([1, 30, 300]));
  }
  await Promise.all(under);
  await read();
  return { operations, limit };
}

/** Undefined: no answer came. */
async function ask(
  { base }: RunningServer,
  path: string,
  headers: Record<string, string>,
  init: RequestInit = {},
): Promise<{ status: number; body: unknown } | undefined> {
  try {
    const response = await fetch(base + path, { ...init, headers });
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}
