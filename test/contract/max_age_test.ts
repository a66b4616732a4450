import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";
import { TRIO } from "../support/contents.ts";
import { maxAge } from "../support/turns.ts";

const CURTAIN = "2026-07-04T12:00:00Z";

Deno.test("max-age counts down to the next change, from 60 seconds at most", async () => {
  await using app = await createProgram(TRIO);
  const path = "/api/kembang/theater/2026-07-04-hujan";
  const left = [3_600_000, 60_000, 59_999, 59_000, 30_500, 1999, 1000, 999, 1];
  for (const ms of left) {
    app.at(Date.parse(CURTAIN) - ms);
    assert.equal(maxAge(await app.ask(path)), Math.min(60, Math.floor(ms / 1000)), `${ms} ms`);
  }
  app.at(CURTAIN);
  assert.equal(maxAge(await app.ask(path)), 60);
});

Deno.test("a client that asks again within max-age misses no change, at any instant", async () => {
  await using app = await createProgram(TRIO);
  const paths = [
    "/api/kembang/theater",
    "/api/kembang/birthday",
    "/api/melati/schedule?status=today",
    "/api/kembang/member/ayu",
    "/v1/birthdays/today",
    "/api/kembang/videocall",
  ];
  const changes = ["2026-07-04T12:00:00Z", "2026-07-04T16:00:00Z", "2026-07-04T17:00:00Z"];
  for (const path of paths) {
    for (const change of changes) {
      for (const before of [90_000, 60_001, 59_500, 12_345, 1_001, 999, 1, 0]) {
        const now = Date.parse(change) - before;
        app.at(now);
        const first = await app.ask(path);
        app.at(now + maxAge(first) * 1000 - (maxAge(first) > 0 ? 1 : 0));
        const last = await app.ask(path);
        assert.equal(last.headers.get("etag"), first.headers.get("etag"), `${path} at ${now}`);
      }
    }
  }
});
