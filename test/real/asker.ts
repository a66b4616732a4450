import assert from "node:assert/strict";
import type { RunningServer } from "../support/server.ts";
import { until } from "../support/until.ts";

// deno-lint-ignore no-explicit-any
export type Ask = (path: string) => Promise<any>;

/** Asks a server with the demo key that it printed; where that is too fast, as long later as it says. */
export async function createAsker(server: RunningServer): Promise<Ask> {
  await until(() => server.demoKey !== undefined);
  const headers = { "x-api-key": server.demoKey! };
  return async function ask(path) {
    const response = await fetch(server.base + path, { headers });
    const text = await response.text();
    if (response.status === 429) {
      const waitMs = Number(response.headers.get("retry-after")) * 1000;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      return await ask(path);
    }
    assert.equal(response.status, 200, `${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}
