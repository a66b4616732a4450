import assert from "node:assert/strict";
import { createCredentialTable } from "../../src/access/records/credential_table.ts";
import { MAX_CHANGE_ROWS } from "../../src/access/records/change_rows.ts";
import { HttpError } from "../../src/http/http_error.ts";
import type { Clock } from "../../src/platform/clock.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import type { Kv } from "../../src/platform/kv.ts";
import {
  credentialChangesPrefix,
  credentialIdKey,
  credentialKey,
  revisionKey,
} from "../../src/platform/credential_keys.ts";
import { APPLICATION, createCredentialStores, KEY_REQUEST } from "../support/credential_stores.ts";
import { replaceSecret } from "../support/issue.ts";
import type { KeyStore } from "../../src/access/records/key_store.ts";
import type { TokenRecord } from "../../src/access/records/token_store.ts";
import { createFaultyKv, type FaultyKvOptions } from "../support/faulty_kv.ts";
import { createManualClock, settle } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { addManyKeys, idOf, secretOf } from "../support/many_keys.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { closing } from "../support/closing.ts";

const POLL_MS = 2000;

/** A store, a clock, and how another process sees the same store. */
function world(faults: Partial<FaultyKvOptions> = {}) {
  const clock = createManualClock();
  const shared = createMemoryKv();
  const log = createQuietLog();
  const operator = createCredentialStores(shared);
  const kv = createFaultyKv(shared, { clock, fraction: () => 0.5, ...faults });
  const open = (seen: Kv = kv) =>
    createCredentialTable({ ...createCredentialStores(seen), clock, log, pollMs: POLL_MS });
  return { clock, operator, kv, open, log };
}

/** What a KV file is to another process: its watch sees nothing. */
function unwatched(kv: Kv): Kv {
  return { ...kv, watch: () => () => {} };
}

const USER = {
  username: "root",
  password: { salt: new Uint8Array(1), rounds: 1, hash: new Uint8Array(1) },
  createdAt: 0,
  changedAt: 0,
};

Deno.test("a loaded table finds keys, tokens and users at once", async () => {
  const { operator, open } = world();
  const key = await operator.keys.issue(KEY_REQUEST);
  const { record } = await operator.tokens.apply(APPLICATION);
  const token = (await operator.tokens.issue(record.id, (t) => ({ ...t, state: "approved" })))!;
  await operator.users.add(USER);
  const table = open();
  await table.loaded;
  assert.deepEqual(table.findKey(key.secret), key.record);
  assert.deepEqual(table.findToken(token.secret), token.record);
  assert.deepEqual(table.findUser("root"), USER);
  assert.deepEqual(table.counts(), { keys: 1, tokens: 1, users: 1, feeds: 0 });
  assert.equal(table.findKey(token.secret), undefined);
  assert.equal(table.findToken(key.secret), undefined);
  assert.equal(table.findToken(`none for ${record.id}`), undefined);
  table.close();
});

const UNKNOWN = sizeOf({ default: 10_000, full: 10_000_000 });

Deno.test(`${UNKNOWN} unknown credentials cost no store call`, async () => {
  const { open, kv } = world();
  const table = open();
  await table.loaded;
  const { reads } = kv.sent;
  for (let n = 0; n < UNKNOWN; n++) assert.equal(table.findKey(`J-unknown-${n}`), undefined);
  assert.equal(table.findToken("P-unknown"), undefined);
  assert.equal(table.findUser("nobody"), undefined);
  assert.deepEqual(kv.sent, { reads, commits: 0, writes: 0 });
  table.close();
});

Deno.test("while the table is loading, 50 look-ups go to the store and the others wait", async () => {
  const { clock, operator, open, kv } = world({ latencyMs: 100 });
  const { secret, record } = await operator.keys.issue(KEY_REQUEST);
  const table = open();
  const { reads } = kv.sent;
  const found = Array.from({ length: 200 }, () => table.findKey(secret));
  assert.ok(found.every((one) => one instanceof Promise));
  assert.equal(kv.sent.reads - reads, 50);
  await clock.advance(1000);
  for (const one of found) assert.deepEqual(await one, record);
  table.close();
});

Deno.test("what another process changes is seen within one poll, where no watch tells of it", async () => {
  const { clock, operator, open, kv } = world();
  const { secret, record } = await operator.keys.issue(KEY_REQUEST);
  const { record: applied } = await operator.tokens.apply(APPLICATION);
  const table = open(unwatched(kv));
  await table.loaded;

  await operator.keys.update(record.id, (key) => ({ ...key, revokedAt: 5 }));
  const token = await operator.tokens.issue(applied.id, (t) => ({ ...t, state: "approved" }));
  await operator.users.add(USER);
  // Whoever was unknown a moment ago is known after.
  assert.equal(table.findToken(token!.secret), undefined);
  assert.equal(table.findUser("root"), undefined);
  await clock.advance(POLL_MS);
  assert.equal((await table.findKey(secret))?.revokedAt, 5);
  assert.equal((await table.findToken(token!.secret))?.id, applied.id);
  assert.deepEqual(table.findUser("root"), USER);

  await operator.tokens.update(applied.id, (t) => ({ ...t, state: "revoked" }));
  await operator.users.remove("root");
  await clock.advance(POLL_MS);
  assert.equal(table.findToken(token!.secret), undefined);
  assert.equal(table.findUser("root"), undefined);
  table.close();
});

Deno.test("a poll without a change is one read, and a change reloads its own kind only", async () => {
  const { clock, operator, open, kv } = world();
  for (let n = 0; n < 20; n++) await operator.keys.issue(KEY_REQUEST);
  const table = open(unwatched(kv));
  await table.loaded;
  let { reads } = kv.sent;
  await clock.advance(POLL_MS);
  assert.equal(kv.sent.reads - reads, 1);
  ({ reads } = kv.sent);
  await operator.users.add(USER);
  await clock.advance(POLL_MS);
  assert.equal(kv.sent.reads - reads, 2);
  table.close();
});

/** More than are read at a time. */
const MANY = 600;

Deno.test("of many keys those that changed are read again, and no others", async () => {
  const { clock, operator, open, kv } = world();
  await addManyKeys(operator, MANY);
  const table = open(unwatched(kv));
  await clock.advance(100);
  await table.loaded;
  const other = await table.findKey(secretOf(1));
  let { reads } = kv.sent;
  await operator.keys.update(idOf(0), (key) => ({ ...key, revokedAt: 5 }));
  await clock.advance(POLL_MS + 100);
  assert.equal((await table.findKey(secretOf(0)))?.revokedAt, 5);
  assert.ok(kv.sent.reads - reads <= 4, `${kv.sent.reads - reads} reads`);
  assert.equal(await table.findKey(secretOf(1)), other);

  ({ reads } = kv.sent);
  const { secret } = await operator.keys.issue(KEY_REQUEST);
  const rotated = (await replaceSecret(operator, idOf(2)))!;
  await operator.keys.issueInPlace(KEY_REQUEST, (keys) => keys.filter(({ id }) => id === idOf(3)));
  assert.equal(table.findKey(secret), undefined);
  assert.equal(table.findKey(rotated.secret), undefined);
  await clock.advance(POLL_MS + 100);
  assert.ok(kv.sent.reads - reads <= 12, `${kv.sent.reads - reads} reads`);
  assert.equal((await table.findKey(secret))?.owner, KEY_REQUEST.owner);
  assert.equal((await table.findKey(rotated.secret))?.id, idOf(2));
  assert.equal(table.findKey(secretOf(2)), undefined);
  assert.equal(table.findKey(secretOf(3)), undefined);
  assert.equal(table.keyOf(idOf(3)), undefined);
  assert.equal(table.counts().keys, MANY + 1);
  table.close();
});

Deno.test("of tokens and users, too, those that changed are read again, and no others", async () => {
  const { clock, operator, open, kv } = world();
  const approve = (t: TokenRecord): TokenRecord => ({ ...t, state: "approved" });
  const tokens = [];
  for (const organization of ["One", "Two", "Three"]) {
    const { record } = await operator.tokens.apply({ ...APPLICATION, organization });
    tokens.push((await operator.tokens.issue(record.id, approve))!);
  }
  await operator.users.add(USER);
  await operator.users.add({ ...USER, username: "second" });
  const table = open(unwatched(kv));
  await table.loaded;
  const [one, two, three] = tokens.map(({ secret }) => secret) as [string, string, string];
  const [other, user] = [table.findToken(two), table.findUser("root")];
  assert.ok(other && user && table.findToken(one));

  const { reads } = kv.sent;
  await operator.tokens.update(tokens[0]!.record.id, (t) => ({ ...t, state: "revoked" }));
  const again = (await operator.tokens.issue(tokens[2]!.record.id, approve))!;
  await operator.users.setPassword("second", USER.password, 7);
  await operator.users.add({ ...USER, username: "third" });
  await clock.advance(POLL_MS + 100);
  // The revisions, the rows of both kinds, two tokens by their ids, two users.
  assert.ok(kv.sent.reads - reads <= 9, `${kv.sent.reads - reads} reads`);
  assert.equal(table.findToken(one), undefined);
  assert.equal(table.findToken(three), undefined);
  assert.deepEqual(table.findToken(again.secret), again.record);
  assert.equal(table.findToken(two), other, "what has not changed stays as it is");
  assert.equal(table.findUser("root"), user);
  assert.deepEqual(table.counts(), { keys: 0, tokens: 2, users: 3, feeds: 0 });

  await operator.users.remove("second");
  await clock.advance(POLL_MS + 100);
  assert.equal(table.findUser("second"), undefined);
  assert.deepEqual(table.findUser("third"), { ...USER, username: "third" });
  table.close();
});

Deno.test("a key that was proven is refused once a row says that it was deleted", async () => {
  const { clock, operator, open, kv } = world();
  const { secret, record } = await operator.keys.issue(KEY_REQUEST);
  const table = open(unwatched(kv));
  await clock.advance(100);
  await table.loaded;
  assert.equal((await table.findKey(secret))?.id, record.id);
  await operator.keys.remove(record);
  await clock.advance(POLL_MS + 100);
  assert.equal(table.findKey(secret), undefined);
  table.close();
});

/** What a program does that knows no rows: it sets the revision alone. */
async function revokeWithoutRow({ kv, keys }: { kv: Kv; keys: KeyStore }, id: string) {
  const record = (await keys.find(id))!;
  await kv.commit([], [
    { set: credentialKey("key", record.digest), value: { ...record, revokedAt: 5 } },
    { set: credentialIdKey("key", id), value: record.digest },
    { set: revisionKey("key"), value: id },
  ]);
}

Deno.test("changes of a program that knows no rows are seen, also between those of one that does", async () => {
  const { clock, operator, open, kv } = world();
  await addManyKeys(operator, MANY);
  const table = open(unwatched(kv));
  await clock.advance(100);
  await table.loaded;
  const revoke = (id: string) => operator.keys.update(id, (key) => ({ ...key, revokedAt: 5 }));
  await revokeWithoutRow(operator, idOf(0));
  await clock.advance(POLL_MS + 100);
  assert.equal((await table.findKey(secretOf(0)))?.revokedAt, 5);

  await revoke(idOf(1));
  await revokeWithoutRow(operator, idOf(2));
  await revokeWithoutRow(operator, idOf(3));
  await revoke(idOf(4));
  await clock.advance(POLL_MS + 100);
  for (const n of [1, 2, 3, 4]) assert.equal((await table.findKey(secretOf(n)))?.revokedAt, 5);

  const { reads } = kv.sent;
  await revoke(idOf(5));
  await clock.advance(POLL_MS + 100);
  assert.equal((await table.findKey(secretOf(5)))?.revokedAt, 5);
  assert.ok(kv.sent.reads - reads <= 4, "known by its row again");
  table.close();
});

Deno.test("rows are bounded; who missed more changes than they tell reads all", async () => {
  const { clock, operator, open, kv } = world();
  await addManyKeys(operator, MANY);
  const table = open(unwatched(kv));
  await clock.advance(100);
  await table.loaded;
  await operator.keys.update(idOf(0), (key) => ({ ...key, revokedAt: 5 }));
  for (let n = 0; n < MAX_CHANGE_ROWS; n++) {
    await operator.keys.update(idOf(1), (key) => ({ ...key, owner: `Zoë ${n}` }));
  }
  const rows = await operator.kv.list(credentialChangesPrefix("key"), { limit: 1000, after: [] });
  assert.equal(rows.length, MAX_CHANGE_ROWS);
  await clock.advance(POLL_MS + 100);
  assert.equal((await table.findKey(secretOf(0)))?.revokedAt, 5);
  assert.equal((await table.findKey(secretOf(1)))?.owner, `Zoë ${MAX_CHANGE_ROWS - 1}`);
  table.close();
});

/** The machine's own, whose timers keep the test alive. */
const REAL_CLOCK: Clock = {
  now: Date.now,
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs);
    return () => clearTimeout(timer);
  },
};

Deno.test("many changes at once by two programs on one file are all seen", async () => {
  await using folder = await temporaryFolder();
  using kv = closing(await openDenoKv(`${folder.path}/kv`));
  using other = closing(await openDenoKv(`${folder.path}/kv`));
  const [one, two] = [createCredentialStores(kv), createCredentialStores(other)];
  await addManyKeys(one, MANY);
  using table = closing(createCredentialTable({
    ...{ ...one, kv: unwatched(kv), clock: REAL_CLOCK },
    ...{ log: createQuietLog(), pollMs: 100_000 },
  }));
  await table.loaded;
  const revoked = Array.from({ length: 24 }, (_, n) => n);
  await Promise.all(
    revoked.map((n) =>
      (n % 2 === 0 ? one : two).keys.update(idOf(n), (key) => ({ ...key, revokedAt: 5 }))
    ),
  );
  await table.refresh();
  for (const n of revoked) assert.equal((await table.findKey(secretOf(n)))?.revokedAt, 5);
  assert.equal((await table.findKey(secretOf(30)))?.revokedAt, undefined);
});

Deno.test("a change that the watch tells during a reload is looked up once more", async () => {
  const { clock, operator, open } = world({ latencyMs: 100 });
  const { secret, record } = await operator.keys.issue(KEY_REQUEST);
  const table = open();
  await clock.advance(1000);
  await table.loaded;

  await operator.users.add(USER);
  await clock.advance(60);
  // The look has read the revisions by now, and waits for its answer.
  await operator.keys.update(record.id, (key) => ({ ...key, revokedAt: 5 }));
  await clock.advance(600);
  assert.equal((await table.findKey(secret))?.revokedAt, 5);
  table.close();
});

Deno.test("a store out of reach leaves a loaded table as it is, and is told once each time", async () => {
  const { clock, operator, open, kv, log } = world();
  const { secret, record } = await operator.keys.issue(KEY_REQUEST);
  const table = open(unwatched(kv));
  await table.loaded;
  kv.outOfReach = true;
  await clock.advance(5 * POLL_MS);
  assert.equal(table.state(), "down");
  assert.deepEqual(table.findKey(secret), record);
  assert.equal(log.lines.length, 1);
  kv.outOfReach = false;
  await clock.advance(POLL_MS);
  assert.equal(table.state(), "ok");
  table.close();
});

Deno.test("a store that never answered makes callers try again, not unknown", async () => {
  const { clock, operator, open, kv } = world();
  const { secret, record } = await operator.keys.issue(KEY_REQUEST);
  kv.outOfReach = true;
  const table = open(unwatched(kv));
  await table.loaded;
  for (let n = 0; n < 60; n++) {
    await assert.rejects(
      async () => await table.findKey(secret),
      (error) => error instanceof HttpError && error.code === "TRY_AGAIN",
    );
  }
  kv.outOfReach = false;
  await clock.advance(1000);
  assert.deepEqual(table.findKey(secret), record);
  table.close();
});

Deno.test("a closed table looks no more", async () => {
  const { clock, operator, open, kv } = world();
  const table = open();
  await table.loaded;
  table.close();
  const { reads } = kv.sent;
  await operator.keys.issue(KEY_REQUEST);
  await clock.advance(10 * POLL_MS);
  await settle();
  assert.equal(kv.sent.reads, reads);
});
