import assert from "node:assert/strict";
import { ignoredWithout } from "../support/ignored_without.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { dayPlan } from "../support/small_content.ts";
import { until } from "../support/until.ts";
import { HAS_NGINX, startNginx } from "./nginx.ts";
import { isReady, type Load, pause, quotaOf, startLoad } from "./fleet.ts";

const ROUNDS = sizeOf({ default: 2, full: 20 });
const PER_SECOND = 300;
/** Used up while the servers take each other's place. */
const QUOTA = 700 * ROUNDS;
/** Long enough for a load on a busy machine to learn whom to ask. */
const DRAIN = { DRAIN_MS: "2000" };

/** On a busy machine the store may keep a request longer than it may wait: it is told to try again. */
function assertFewAgain(load: Load): void {
  const later = load.count(503);
  assert.ok(later <= load.answers.length / 4, `${later} told to try again`);
}

Deno.test(`two servers, ended by SIGTERM in ${ROUNDS} rounds under load, lose no request and admit exactly the quota`, async () => {
  await using fixture = await createServerFixture({ standard: dayPlan(QUOTA) }, DRAIN);
  const { headers } = await fixture.key();
  let [one, other] = [await fixture.start(), await fixture.start()];
  await using load = startLoad(PER_SECOND, [{ path: "api/bunga/members", headers }]);
  load.aim(one, other);
  for (let round = 0; round < ROUNDS; round++) {
    await until(() => load.count(200) >= QUOTA * (round + 0.5) / ROUNDS);
    one.process.kill("SIGTERM");
    await until(async () => !(await isReady(one)));
    load.aim(other);
    assert.equal((await one.process.status).code, 0);
    [one, other] = [other, await fixture.start()];
    load.aim(one, other);
  }
  await until(() => load.count(200) === QUOTA && load.count(429) > PER_SECOND);
  const asked = await load.stop();
  assert.deepEqual(load.others(200, 429, 503), []);
  assert.deepEqual([load.count(200), load.answers.length], [QUOTA, asked]);
  assertFewAgain(load);
  const { used, limit } = await quotaOf(await fixture.start(), headers);
  assert.deepEqual([used, limit], [QUOTA, QUOTA]);
});

Deno.test({
  name: `${ROUNDS} rolling upgrades of two servers on one store behind nginx lose no request`,
  ignore: ignoredWithout("nginx", HAS_NGINX),
  fn: async () => {
    const env = { TRUSTED_PROXIES: "127.0.0.1", ...DRAIN };
    await using fixture = await createServerFixture({ standard: dayPlan(1_000_000) }, env);
    const { headers, secret } = await fixture.key();
    const { headers: token } = await fixture.token();
    const servers = [await fixture.start(), await fixture.start()];
    const [one = "", other = ""] = servers.map(({ base }) => new URL(base).port);
    await using proxy = await startNginx([one, other]);
    await using load = startLoad(PER_SECOND / 3, [
      { path: "api/bunga/members", headers },
      { path: "api/bunga/members", headers: token },
      // The key is in the body, as many programs send it.
      { path: "api/kebun/schedule", method: "POST", headers: {}, body: { apikey: secret } },
      { path: "v1/birthdays/today", method: "POST", headers },
    ]);
    load.aim(proxy);
    for (let n = 0; n < 2 * ROUNDS; n++) {
      await pause(500);
      const { process } = servers[n % 2]!;
      process.kill("SIGTERM");
      assert.equal((await process.status).code, 0);
      servers[n % 2] = await fixture.start({ PORT: [one, other][n % 2]! });
    }
    await pause(500);
    const asked = await load.stop();
    assert.deepEqual(load.others(200, 503), []);
    assert.equal(load.answers.length, asked);
    assertFewAgain(load);
  },
});
