import assert from "node:assert/strict";
import type { KeyRecord } from "../../src/access/records/key_store.ts";
import { DAY_MS } from "../../src/toolbox/durations.ts";
import { openDesk } from "./trail_harness.ts";

const ISSUE = ["key", "issue", "--owner", "Sari", "--email", "sari@fans.example"];
const PLAN = ["--plan", "standard"];

Deno.test("key rotate leaves the former secret a day, and --now none", async () => {
  const desk = openDesk();
  const { id } = await desk.run([...ISSUE, ...PLAN]);
  const former = async () =>
    (await desk.kv.list<KeyRecord>(["key"])).find(({ value }) => value!.id === id)!.value!.former;
  await desk.run(["key", "rotate", id]);
  assert.equal((await former())!.endsAt, desk.clock.now() + DAY_MS);
  await assert.rejects(desk.run(["key", "rotate", id]), /--now/);
  await desk.run(["key", "rotate", id, "--now"]);
  assert.equal(await former(), undefined);
  const acts = (await desk.acts()).filter(({ command }) => command === "key rotate");
  assert.deepEqual(
    acts.map(({ before, after }) => [before, after].map((side) => Object.keys(side!))),
    [
      [["hint"], ["hint"]],
      [["hint"], ["hint"]],
    ],
  );
});

Deno.test("sign-up is closed and opened", async () => {
  const desk = openDesk();
  assert.equal((await desk.run(["signup", "close"])).state, "closed");
  assert.equal((await desk.run(["signup", "open"])).state, "open");
});
