import assert from "node:assert/strict";
import { ENGINES } from "../../src/core/addons.ts";
import { readAllSettings } from "../../src/core/all_settings.ts";
import { StartError } from "../../src/platform/start_error.ts";
import { type Kv, StoreError } from "../../src/platform/kv.ts";
import { PEPPER_MARK } from "../../src/platform/credential_keys.ts";
import { openStore } from "../../src/store/store.ts";
import { statOf } from "../../src/store/store_files.ts";
import { temporaryFolder } from "../support/temporary.ts";
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

Deno.test("openStore() refuses an address that holds a password, and does not repeat it", async () => {
  const env: Record<string, string> = {
    KV_PATH: "http://reader:CANARY@127.0.0.1:1/kv",
    KEY_PEPPER: "a pepper for tests only",
  };
  const settings = readAllSettings((name) => env[name]);
  const outside = { engines: ENGINES, random: systemRandom, isPublic: false, onDeploy: false };
  await assert.rejects(openStore(settings, outside), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /^Cannot use KV_PATH: .*DENO_KV_ACCESS_TOKEN$/);
    assert.doesNotMatch(error.message, /CANARY|reader/);
    return true;
  });
});

Deno.test("a new pepper stays if the store does not answer, and goes if the store has another", async () => {
  await using folder = await temporaryFolder();
  const KV_PATH = `${folder.path}/store.kv`;
  const settings = readAllSettings((name) => name === "KV_PATH" ? KV_PATH : undefined);
  const open = (kv: Kv) =>
    openStore(settings, {
      ...{ engines: ENGINES, random: systemRandom, isPublic: false, onDeploy: false },
      connect: () => Promise.resolve(kv),
    });
  const isThere = () => statOf(`${KV_PATH}.pepper`) !== undefined;
  const kv = createMemoryKv();
  await kv.commit([], [{ set: PEPPER_MARK, value: "that of another pepper" }]);
  await assert.rejects(open(kv), /made with another pepper/);
  assert.equal(isThere(), false);
  const getMany = () => Promise.reject(new StoreError("database is locked"));
  await assert.rejects(open({ ...createMemoryKv(), getMany }), StartError);
  assert.equal(isThere(), true, "another process may have made its store with it");
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
