import assert from "node:assert/strict";
import { TRIO } from "./contents.ts";
import { world } from "./world.ts";

Deno.test("an answer with a known secret in it, and one of 500, break the laws", async () => {
  const app = await world({ ...TRIO, faulty: true });
  app.kv.outOfReach = true;
  await app.ask("/v1/webhooks", { method: "POST", body: '{"url":"https://fans.example/hook"}' });
  await assert.rejects(() => app.check());
  app.kv.outOfReach = false;
  app.log.lines.length = 0;
  await app[Symbol.asyncDispose]();
});
