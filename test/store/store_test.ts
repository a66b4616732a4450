import assert from "node:assert/strict";
import { createMemoryKv } from "../support/memory_kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { openPepper } from "../../src/store/pepper.ts";
import { storeOf } from "../support/issue.ts";
import { issueKey } from "../support/issue.ts";
import { createMovedKv } from "./moved_kv.ts";
import { createProgram } from "../support/program.ts";

Deno.test("a store in memory leaves no pepper behind, and has another each time", async () => {
  const before = [...Deno.readDirSync(".")].length;
  const needs = { given: undefined, kvFile: ":memory:", isPublic: false };
  const one = await openPepper(needs, systemRandom);
  const other = await openPepper(needs, systemRandom);
  assert.equal(one.file, undefined);
  assert.equal(one.pepper.length, 32);
  assert.notDeepEqual(one.pepper, other.pepper);
  assert.equal([...Deno.readDirSync(".")].length, before);
});

const PATH = "/api/kembang/events";
const QUOTA = { requests: 5, per: "day", timezone: "UTC" } as const;

Deno.test("a program goes on in another database with what that one has: its keys, and their whole quota", async () => {
  const [one, other] = [createMemoryKv(), createMemoryKv()];
  const moved = createMovedKv(one);
  await using program = await createProgram({
    content: "test/fixtures/trio",
    now: "2026-07-04T03:00:00Z",
    kv: moved.kv,
    plans: { standard: { rate: "unlimited", quota: QUOTA } },
  });
  for (const _ of "123") assert.equal((await program.ask(PATH)).status, 200);
  const stores = storeOf(other);
  const { secret: key } = await issueKey(stores, { plan: "standard" });
  // As many commits as there were in the first: the revisions of both have one version.
  await issueKey(stores, { plan: "standard" });
  moved.moveTo(other);
  await program.clock.advance(10);
  assert.equal((await program.ask(PATH)).status, 403, "a key that it lacks");
  const statuses = [];
  for (const _ of "123456") statuses.push((await program.ask(PATH, { key })).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  assert.match(program.log.lines.join("\n"), /are dropped/);
});
