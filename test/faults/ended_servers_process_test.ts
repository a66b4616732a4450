import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { dayPlan } from "../support/small_content.ts";
import { sizeOf } from "../support/size.ts";
import { until } from "../support/until.ts";
import { startMixedLoad } from "./mixed_load.ts";

const ROUNDS = sizeOf({ default: 2, full: 20 });
const PER_SECOND = 400;
/** Used up while the servers take each other's place. */
const QUOTA = 700 * ROUNDS;

Deno.test(`two servers, ended by SIGTERM in ${ROUNDS} rounds under load, lose no request and admit exactly the quota`, async () => {
  await using fixture = await createServerFixture({ standard: dayPlan(QUOTA) }, {
    DRAIN_MS: "500",
  });
  const headers = { "x-api-key": (await issueKey(fixture.store)).secret };
  let [one, other] = [await fixture.start(), await fixture.start()];
  try {
    await using load = startMixedLoad(PER_SECOND, [{ path: "api/bunga/members", headers }]);
    const count = (status: number) =>
      load.answers.filter((answer) => answer.status === status).length;
    load.aim(one.base, other.base);
    for (let round = 0; round < ROUNDS; round++) {
      await until(() => count(200) >= QUOTA * (round + 0.5) / ROUNDS, 60_000);
      one.process.kill("SIGTERM");
      await until(async () => !(await isReady(one)));
      load.aim(other.base);
      assert.equal((await one.process.status).code, 0);
      [one, other] = [other, await fixture.start()];
      load.aim(one.base, other.base);
    }
    await until(() => count(200) === QUOTA && count(429) > PER_SECOND, 60_000);
    const asked = await load.stop();
    // On a busy machine the store may keep a request longer than it may wait: it is told to try again.
    const later = count(503);
    assert.deepEqual([count(200), count(429)], [QUOTA, asked - QUOTA - later]);
    assert.ok(later <= asked / 100, `${later} told to try again`);
    await using last = await fixture.start();
    const { used, limit } = await (await fetch(`${last.base}v1/key`, { headers })).json();
    assert.deepEqual([used, limit], [QUOTA, QUOTA]);
    console.log(`${ROUNDS} rounds of SIGTERM at ${PER_SECOND} a second`, `${asked} asked`);
  } finally {
    await Promise.all([one.stop("SIGKILL"), other.stop("SIGKILL")]);
  }
});

async function isReady({ base }: RunningServer): Promise<boolean> {
  try {
    const answer = await fetch(`${base}readyz`);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}
