import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { world } from "../support/world.ts";

Deno.test("the stream of a revoked token ends, also where two different keys came with it", async () => {
  await using app = await world(TRIO);
  const token = await app.issueToken();
  const paths = ["/api/melati/live/stream", "/v1/events/stream"];
  const readers = [];
  for (const path of paths) {
    const response = await app.ask(`${path}?apikey=one&apikey=other`, {
      key: null,
      token: token.secret,
    });
    assert.equal(response.status, 200, path);
    readers.push(response.body!.getReader());
  }
  await app.run(["token", "revoke", token.id]);
  await app.pass(5_000);
  for (const reader of readers) {
    for (let n = 0; n < 10; n++) if ((await reader.read()).done) break;
    assert.equal((await reader.read()).done, true);
  }
});
