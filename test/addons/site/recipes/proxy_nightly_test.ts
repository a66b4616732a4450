import assert from "node:assert/strict";
import { ignoredWithout } from "../../../support/ignored_without.ts";
import { issueKey } from "../../../support/issue.ts";
import type { RunningServer } from "../../../support/server.ts";
import { createServerFixture } from "../../../support/server_fixture.ts";
import { connectStream } from "../../../support/stream_client.ts";
import { CADDY, NGINX, type RunningProxy, startCaddy, startNginx } from "./proxies.ts";
import { proxyFile } from "./recipe_files.ts";

/** A proxy, and what it answers to what it does not let through. */
interface Case {
  readonly isThere: boolean;
  readonly start: (server: RunningServer) => Promise<RunningProxy>;
  /** A header of 40 KB; a target of 40 KB. */
  readonly tooLong: readonly [header: number, target: number];
}

const CASES: Readonly<Record<string, Case>> = {
  nginx: {
    isThere: NGINX !== undefined,
    start: ({ base }) => startNginx(proxyFile("nginx.conf", new URL(base).port)),
    tooLong: [400, 414],
  },
  caddy: {
    isThere: CADDY !== undefined,
    start: ({ base }) => startCaddy(proxyFile("Caddyfile", new URL(base).port), "api.example.org"),
    tooLong: [431, 431],
  },
};

for (const [name, { isThere, start, tooLong }] of Object.entries(CASES)) {
  Deno.test({
    name: `behind ${name}, as its recipe has it, streams come through at once and bounds hold`,
    ignore: ignoredWithout(name, isThere),
    fn: async () => {
      await using fixture = await createServerFixture(undefined, { TRUSTED_PROXIES: "127.0.0.1" });
      const { secret } = await issueKey(fixture.store, { ips: ["127.0.0.3"] });
      await using server = await fixture.start();
      await using proxy = await start(server);
      const headers = { "x-api-key": secret };
      const ask = async (path: string, init: RequestInit = {}) => {
        const answer = await fetch(proxy.base + path, { headers, ...init });
        await answer.body?.cancel();
        return answer;
      };

      const answer = await ask("api/bunga/members");
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("strict-transport-security"), null);
      // The whitelist of the wrapped family sees the caller's address, not one that the caller made up.
      const forged = { ...headers, "x-forwarded-for": "127.0.0.3" };
      assert.equal((await ask("api/kebun/members", { headers: forged })).status, 403);
      const [header, target] = tooLong;
      const long = "a".repeat(40_000);
      assert.equal((await ask("healthz", { headers: { "x-long": long } })).status, header);
      assert.equal((await ask(`healthz?${long}`)).status, target);
      const body = JSON.stringify({ text: "a".repeat(9_000) });
      assert.equal((await ask("v1/birthdays/today", { method: "POST", body })).status, 413);

      const began = performance.now();
      const stream = await connectStream(proxy.base, "/api/bunga/live/stream", headers);
      await stream.until("event: snapshot");
      assert.ok(performance.now() - began < 5_000, "the stream's first event came late");
      stream.close();
    },
  });
}
