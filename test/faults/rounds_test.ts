import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { dayPlan } from "../support/small_content.ts";
import { sizeOf } from "../support/size.ts";
import { until } from "../support/until.ts";
import { noteFigure } from "./figures.ts";
import { type MixedLoad, startMixedLoad } from "./mixed_load.ts";

const ROUNDS = sizeOf({ default: 2, full: 20 });
const PER_SECOND = 400;
const QUOTA = 1_000_000;
/** What a process leases at once at most. */
const BLOCK = 1_000;
const ENV = { DRAIN_MS: "500" };

Deno.test(`${ROUNDS} rounds of SIGTERM under load: no request is lost, and no unit`, async () => {
  await inRounds("SIGTERM", async (load, old, other) => {
    old.process.kill("SIGTERM");
    await until(async () => !(await isReady(old)));
    load.aim(other.base);
    assert.equal((await old.process.status).code, 0);
  }, ({ statuses, used }) => {
    assert.equal(used, admittedOf(statuses));
  });
});

Deno.test(`${ROUNDS} rounds of SIGKILL under load: what was answered is counted, and two blocks are lost at most`, async () => {
  await inRounds("SIGKILL", async (load, old, other) => {
    old.process.kill("SIGKILL");
    load.aim(other.base);
    await old.process.status;
  }, ({ statuses, used }) => {
    const { 0: unanswered = 0, ...answered } = statuses;
    const admitted = admittedOf(answered);
    assert.ok(unanswered < ROUNDS * PER_SECOND / 4, `${unanswered} were not answered`);
    const lost = used - admitted;
    assert.ok(lost >= 0 && lost <= unanswered + ROUNDS * 2 * BLOCK, `${lost} units were lost`);
  });
});

/**
 * How many were admitted. On a busy machine the store may keep a request longer than it may wait: it is
 * told to try again.
 */
function admittedOf(statuses: Record<string, number>): number {
  const { 200: admitted = 0, 503: later = 0, ...others } = statuses;
  assert.deepEqual(others, {});
  assert.ok(later <= admitted / 100, `${later} told to try again`);
  return admitted;
}

interface Outcome {
  readonly statuses: Record<string, number>;
  /** What the key has used, as a server tells that starts afterwards. */
  readonly used: number;
}

/** Ends one of two servers by turns, and starts another one in its place. */
async function inRounds(
  signal: string,
  end: (load: MixedLoad, old: RunningServer, other: RunningServer) => Promise<void>,
  check: (outcome: Outcome) => void,
): Promise<void> {
  await using fixture = await createServerFixture({ standard: dayPlan(QUOTA) }, ENV);
  const headers = { "x-api-key": (await issueKey(fixture.store)).secret };
  let [one, other] = [await fixture.start(), await fixture.start()];
  try {
    await using load = startMixedLoad(PER_SECOND, [{ path: "api/bunga/members", headers }]);
    load.aim(one.base, other.base);
    for (let round = 0; round < ROUNDS; round++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await end(load, one, other);
      [one, other] = [other, await fixture.start()];
      load.aim(one.base, other.base);
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    await load.stop();
    await Promise.all([one.stop(), other.stop()]);
    const statuses: Record<string, number> = {};
    for (const { status } of load.answers) statuses[status] = (statuses[status] ?? 0) + 1;
    const used = await usedOf(fixture, headers);
    const slowest = load.answers.reduce((most, { from, to }) => Math.max(most, to - from), 0);
    noteFigure(
      `${ROUNDS} rounds of ${signal} at ${PER_SECOND} a second`,
      `${JSON.stringify(statuses)}, used ${used}, slowest ${slowest} ms`,
    );
    check({ statuses, used });
  } finally {
    await Promise.all([one.stop("SIGKILL"), other.stop("SIGKILL")]);
  }
}

async function isReady({ base }: RunningServer): Promise<boolean> {
  try {
    const answer = await fetch(`${base}readyz`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

async function usedOf(fixture: ServerFixture, headers: Record<string, string>): Promise<number> {
  await using server = await fixture.start();
  return (await (await fetch(`${server.base}v1/key`, { headers })).json()).used;
}
