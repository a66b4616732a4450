import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

Deno.test("an answer that is being made when a build is swapped in is whole, and of the build that it began with", async () => {
  await using app = await world(REPOSITORY);
  const path = "/v1/dataset/groupa.ndjson";
  const before = await (await app.ask(path)).text();
  const answer = app.ask(path, { headers: { "accept-encoding": "identity" } });
  let isMade = false;
  answer.then(() => isMade = true);
  await app.swap(TRIO.content);
  assert.equal(isMade, false, "it takes longer than a swap");
  assert.equal(await (await answer).text(), before);
  assert.equal((await app.ask(path)).status, 404);
});
