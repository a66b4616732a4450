import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { verifyRecord } from "../../src/audit/record/verify.ts";
import { createTokenFixture, FIXTURE_PEPPER, type TokenFixture } from "../support/token_fixture.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { sideBySide } from "./side_by_side.ts";

/** What a loaded machine may add to any answer; without a bound a locked store takes 5,000 ms. */
const SLACK_MS = 1_500;

/** Asks once; the status, and how long it took in milliseconds. */
async function use({ base }: RunningServer, { token }: TokenFixture, name: string) {
  const began = performance.now();
  const headers = { "x-priority-token": token.secret };
  const response = await fetch(`${base}api/kembang/member/${name}`, { headers });
  await response.arrayBuffer();
  return { status: response.status, tookMs: performance.now() - began };
}

async function backlog({ base }: RunningServer): Promise<number> {
  return (await (await fetch(`${base}status`)).json()).audit.backlog;
}

async function assertRecorded(fixture: TokenFixture, names: readonly string[]): Promise<void> {
  const recorded = (await fixture.uses()).map(({ endpoint }) => endpoint.split("/").at(-1)!);
  assert.deepEqual(recorded.sort(), [...names].sort());
  const { ok, message } = await fixture.withKv((kv) => verifyRecord(kv, FIXTURE_PEPPER));
  assert.ok(ok, message);
}

/** Another program holds the store's lock: nothing can be written, as on a disk that hangs. */
async function lockedStore(): Promise<void> {
  await using fixture = await createTokenFixture();
  await using server = await startServer(fixture.env);
  const names = ["before"];
  await use(server, fixture, "before");
  const lock = new DatabaseSync(fixture.env["KV_PATH"]!);
  try {
    lock.exec("BEGIN IMMEDIATE");
    const burst = Array.from({ length: 50 }, (_, number) => `burst-${number}`);
    for (const { status, tookMs } of await Promise.all(burst.map((n) => use(server, fixture, n)))) {
      assert.equal(status, 404);
      assert.ok(tookMs < 250 + SLACK_MS, `an answer took ${tookMs} ms`);
    }
    const later = Array.from({ length: 20 }, (_, number) => `later-${number}`);
    let together = 0;
    for (const name of later) together += (await use(server, fixture, name)).tookMs;
    assert.ok(together < SLACK_MS, `20 answers took ${together} ms`);
    names.push(...burst, ...later);
    assert.equal(await backlog(server), names.length - 1);
    await until(() => server.printed.err.includes("The store is out of reach"));
  } finally {
    lock.exec("ROLLBACK");
    lock.close();
  }
  await until(async () => await backlog(server) === 0);
  assert.match(server.printed.err, /info The store is back/);
  await server.stop("SIGKILL");
  await assertRecorded(fixture, names);
}

/** A stop waits 3 s for the store; `heldMs` is how long its lock is held. */
async function stoppedWhileLocked(heldMs: number) {
  await using fixture = await createTokenFixture();
  await using server = await startServer(fixture.env);
  const lock = new DatabaseSync(fixture.env["KV_PATH"]!);
  lock.exec("BEGIN IMMEDIATE");
  await Promise.all([1, 2, 3].map((number) => use(server, fixture, `guest-${number}`)));
  const release = setTimeout(() => lock.exec("ROLLBACK"), heldMs);
  try {
    await server.stop("SIGTERM");
  } finally {
    clearTimeout(release);
    lock.close();
  }
  return { log: server.printed.err, recorded: (await fixture.uses()).length };
}

async function stopWaits(): Promise<void> {
  // Longer than the driver itself goes on trying.
  assert.equal((await stoppedWhileLocked(2_500)).recorded, 3);
}

async function stopSaysWhatIsLost(): Promise<void> {
  const { log, recorded } = await stoppedWhileLocked(60_000);
  assert.equal(recorded, 0);
  assert.match(log, /error Uses of priority tokens are lost: the program ends .* lost=3/);
}

sideBySide({
  "a locked store holds answers for 250 ms, then not at all; what was used is on record once it is back":
    lockedStore,
  "SIGTERM waits for a store that comes back within 3 s": stopWaits,
  "SIGTERM says what it lost to a store that does not come back": stopSaysWhatIsLost,
});
