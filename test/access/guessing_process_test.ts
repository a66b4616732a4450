import assert from "node:assert/strict";
import { createFixture } from "../support/server_fixture.ts";
import { startServer } from "../support/server.ts";
import { isWhole } from "../support/size.ts";

const PASSWORD = "canary-first-of-some-length";
const CONNECTIONS = 48;
const NETWORKS = 256;
/** Guesses a second, over all connections. */
const RATE = 2_400;
const RIGHT_PAIRS = 50;

/** The processor time that a process has had, in seconds. */
function processorSeconds(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

Deno.test({
  name:
    "256 networks that guess over 48 connections keep no administrator out, and take part of a core",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using at = await createFixture({
      ...{ ADMIN_USERNAME: "root", ADMIN_PASSWORD: PASSWORD, TRUSTED_PROXIES: "127.0.0.0/8" },
    });
    await using server = await startServer(at.env);
    const ask = async (password: string, from: string) => {
      const headers = {
        ...{ "x-admin-username": "root", "x-admin-password": password, "x-forwarded-for": from },
      };
      const response = await fetch(`${server.base}api/admin/tokens`, { headers });
      await response.body?.cancel();
      return response.status;
    };
    const seen = new Map<number, number>();
    let isOver = false;
    const guessers = Array.from({ length: CONNECTIONS }, async (_, lane) => {
      for (let n = lane; !isOver; n += CONNECTIONS) {
        const next = new Promise((resolve) => setTimeout(resolve, 1000 * CONNECTIONS / RATE));
        const status = await ask(`guess ${n}`, `2001:db8:${(n % NETWORKS).toString(16)}::1`);
        seen.set(status, (seen.get(status) ?? 0) + 1);
        await next;
      }
    });
    const [began, used] = [performance.now(), processorSeconds(server.process.pid)];
    const statuses: number[] = [];
    let slowest = 0;
    for (let n = 0; n < RIGHT_PAIRS; n++) {
      const asked = performance.now();
      // From new networks, and from ones that guess.
      const network = n % 2 === 0 ? NETWORKS + n : n;
      statuses.push(await ask(PASSWORD, `2001:db8:${network.toString(16)}::2`));
      slowest = Math.max(slowest, performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const share = (processorSeconds(server.process.pid) - used) * 1000 /
      (performance.now() - began);
    isOver = true;
    await Promise.all(guessers);
    assert.deepEqual(statuses, Array(RIGHT_PAIRS).fill(200));
    assert.deepEqual([...seen.keys()].filter((status) => status !== 403 && status !== 429), []);
    // Beside other tests a core is shared, and both figures say more of them than of the server.
    assert.ok(share <= (isWhole() ? 0.6 : 0.9), `${share} of a core`);
    assert.ok(slowest < (isWhole() ? 2_000 : 10_000), `${slowest} ms`);
  },
});
