import assert from "node:assert/strict";
import { NGINX, startNginx } from "../addons/site/recipes/proxies.ts";
import { proxyFile } from "../addons/site/recipes/recipe_files.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { issueKey, issueToken } from "../support/issue.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { dayPlan } from "../support/small_content.ts";
import { sizeOf } from "../support/size.ts";
import { startMixedLoad } from "./mixed_load.ts";

const ROUNDS = sizeOf({ default: 2, full: 10 });
const PER_SECOND = sizeOf({ default: 100, full: 300 });

Deno.test({
  name: `${ROUNDS} rolling upgrades of two servers on one store behind nginx lose no request`,
  ignore: ignoredWithout("nginx", NGINX !== undefined),
  fn: async () => {
    const env = { TRUSTED_PROXIES: "127.0.0.1", DRAIN_MS: "500" };
    await using fixture = await createServerFixture({ standard: dayPlan(1_000_000) }, env);
    const { secret } = await issueKey(fixture.store);
    const key = { "x-api-key": secret };
    const token = { "x-priority-token": (await issueToken(fixture.store)).secret };
    const servers = [await fixture.start(), await fixture.start()];
    const [one = "", other = ""] = servers.map(({ base }) => new URL(base).port);
    try {
      const recipe = proxyFile("nginx.conf", one)
        // The whole load comes from one address.
        .replace("limit_conn oshibase 100;", "limit_conn oshibase 10000;")
        .replace(/^ *server 127.*\n/m, (line) => line + line.replace(one, other));
      await using proxy = await startNginx(recipe);
      await using load = startMixedLoad(PER_SECOND, [
        { path: "api/bunga/members", headers: key },
        { path: "api/bunga/members", headers: token },
        // The key is in the body, as many programs send it.
        { path: "api/kebun/schedule", method: "POST", headers: {}, body: { apikey: secret } },
        { path: "v1/birthdays/today", method: "POST", headers: key },
      ]);
      load.aim(proxy.base);
      for (let n = 0; n < 2 * ROUNDS; n++) {
        await new Promise((resolve) => setTimeout(resolve, 500));
        const { process } = servers[n % 2]!;
        process.kill("SIGTERM");
        assert.equal((await process.status).code, 0);
        servers[n % 2] = await fixture.start({ PORT: [one, other][n % 2]! });
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
      const asked = await load.stop();
      const statuses: Record<string, number> = {};
      for (const { status } of load.answers) statuses[status] = (statuses[status] ?? 0) + 1;
      const slowest = load.answers.reduce((most, { from, to }) => Math.max(most, to - from), 0);
      console.log(
        `${ROUNDS} rolling upgrades behind nginx at ${PER_SECOND} a second`,
        `${asked} asked, ${JSON.stringify(statuses)}, slowest ${slowest} ms`,
      );
      // On a busy machine the store may keep a request longer than it may wait: it is told to try again.
      const { 200: answered = 0, 503: later = 0 } = statuses;
      assert.equal(answered + later, asked);
      assert.ok(later <= asked / 100, `${later} told to try again`);
    } finally {
      await Promise.all(servers.map((server) => server.stop("SIGKILL")));
    }
  },
});
