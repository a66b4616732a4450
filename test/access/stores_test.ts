import assert from "node:assert/strict";
import { revisionKey } from "../../src/platform/credential_keys.ts";
import { isSecret } from "../support/is_secret.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { APPLICATION, createCredentialStores, KEY_REQUEST } from "../support/credential_stores.ts";
import { replaceSecret } from "../support/issue.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { closing } from "../support/closing.ts";

Deno.test("a rotated key keeps its id and all else, and is found by its new secret alone", async () => {
  const stores = createCredentialStores(createMemoryKv());
  const { keys, secretHash } = stores;
  const first = await keys.issue({ ...KEY_REQUEST, ips: ["192.0.2.1"] });
  const second = (await replaceSecret(stores, first.record.id))!;
  assert.ok(isSecret(second.secret));
  assert.notEqual(second.secret, first.secret);
  const { digest: _one, hint: _hint, ...before } = first.record;
  const { digest: _two, hint, ...after } = second.record;
  assert.deepEqual(after, before);
  assert.equal(hint, `J-…${second.secret.slice(-4)}`);
  assert.equal(await keys.findByName(secretHash(first.secret)), undefined);
  assert.deepEqual(await keys.findByName(secretHash(second.secret)), second.record);
  assert.deepEqual(await keys.find(first.record.id), second.record);
  assert.equal((await keys.list()).length, 1);
});

Deno.test("a change that is forbidden leaves everything as it was", async () => {
  const stores = createCredentialStores(createMemoryKv());
  const { keys, kv } = stores;
  const { record } = await keys.issue(KEY_REQUEST);
  const { version } = await kv.get(revisionKey("key"));
  await assert.rejects(
    replaceSecret(stores, record.id, {
      allow() {
        throw new RangeError("no");
      },
    }),
    RangeError,
  );
  assert.deepEqual(await keys.find(record.id), record);
  assert.equal((await kv.get(revisionKey("key"))).version, version);
  assert.equal(await keys.update("k_nobody", (key) => key), undefined);
});

Deno.test("changes of one key at once are all kept", async () => {
  await using folder = await temporaryFolder();
  using one = closing(await openDenoKv(`${folder.path}/store.kv`));
  using two = closing(await openDenoKv(`${folder.path}/store.kv`));
  const [first, second] = [createCredentialStores(one), createCredentialStores(two)];
  const { record } = await first.keys.issue(KEY_REQUEST);
  const add = (ip: string) => (key: typeof record) => ({ ...key, ips: [...key.ips, ip] });
  await Promise.all(
    Array.from(
      { length: 10 },
      (_, n) => (n % 2 === 0 ? first : second).keys.update(record.id, add(`192.0.2.${n}`)),
    ),
  );
  const { ips } = (await first.keys.find(record.id))!;
  assert.equal(new Set(ips).size, 10);
});

Deno.test("every change of a credential sets the revision of its kind", async () => {
  const stores = createCredentialStores(createMemoryKv());
  const { keys, tokens, users, codes, kv } = stores;
  const versions = async () => {
    const kinds = ["key", "token", "user", "code"] as const;
    return (await kv.getMany(kinds.map(revisionKey))).map(({ version }) => version);
  };
  const password = { salt: new Uint8Array(1), rounds: 1, hash: new Uint8Array(1) };
  const user = { username: "root", password, createdAt: 0, changedAt: 0 };
  const { record: key } = await keys.issue(KEY_REQUEST);
  const { record: token } = await tokens.apply(APPLICATION);
  const { record: code } = await codes.issue({ limit: 1, createdAt: 0 });
  await users.add(user);
  const steps: [kind: number, change: () => Promise<unknown>][] = [
    [0, () => keys.issue(KEY_REQUEST)],
    [0, () => keys.update(key.id, (key) => ({ ...key, revokedAt: 1 }))],
    [0, () => replaceSecret(stores, key.id)],
    [1, () => tokens.issue(token.id, (token) => ({ ...token, state: "approved" }))],
    [1, () => tokens.update(token.id, (token) => ({ ...token, state: "revoked" }))],
    [1, () => tokens.apply(APPLICATION)],
    [2, () => users.setPassword("root", password, 2)],
    [2, () => users.remove("root")],
    [2, () => users.add(user)],
    [3, () => codes.update(code.id, (code) => ({ ...code, used: 1 }))],
    [3, () => codes.issue({ limit: 1, createdAt: 0 })],
  ];
  for (const [kind, change] of steps) {
    const before = await versions();
    await change();
    const changed = (await versions()).map((version, place) => version !== before[place]);
    assert.deepEqual(changed, [0, 1, 2, 3].map((place) => place === kind), `${change}`);
  }
});

Deno.test("an organization has one application or token at a time, however its name is written", async () => {
  const { tokens } = createCredentialStores(createMemoryKv());
  const first = await tokens.apply(APPLICATION);
  assert.equal(first.made, true);
  assert.equal(first.record.state, "applied");
  for (const organization of ["FANBASE SATU", " Fánbase  satu "]) {
    const again = await tokens.apply({ ...APPLICATION, organization });
    assert.deepEqual(again, { record: first.record, made: false });
  }
  assert.equal((await tokens.apply({ ...APPLICATION, organization: "Fanbase Dua" })).made, true);

  const { id } = first.record;
  await tokens.issue(id, (token) => ({ ...token, state: "approved" }));
  assert.equal((await tokens.apply(APPLICATION)).record.state, "approved");
  await tokens.update(id, (token) => ({ ...token, state: "revoked" }));
  const next = await tokens.apply(APPLICATION);
  assert.equal(next.made, true);
  assert.notEqual(next.record.id, id);
  await tokens.update(next.record.id, (token) => ({ ...token, state: "rejected" }));
  assert.equal((await tokens.apply(APPLICATION)).made, true);
  assert.deepEqual((await tokens.list()).map(({ state }) => state).sort(), [
    "applied",
    "applied",
    "rejected",
    "revoked",
  ]);
});

Deno.test("of applications that come at once, one is taken", async () => {
  const { tokens } = createCredentialStores(createMemoryKv());
  const all = await Promise.all(Array.from({ length: 8 }, () => tokens.apply(APPLICATION)));
  assert.equal(all.filter(({ made }) => made).length, 1);
  assert.equal(new Set(all.map(({ record }) => record.id)).size, 1);
  assert.equal((await tokens.list()).length, 1);
});

Deno.test("a regenerated token replaces the old one in one step", async () => {
  const { tokens, secretHash } = createCredentialStores(createMemoryKv());
  const { record } = await tokens.apply(APPLICATION);
  const first = (await tokens.issue(record.id, (t) => ({ ...t, state: "approved" })))!;
  const second = (await tokens.issue(record.id, (t) => ({ ...t, regeneratedAt: 9 })))!;
  assert.equal(await tokens.findByName(secretHash(first.secret)), undefined);
  assert.deepEqual(await tokens.findByName(secretHash(second.secret)), second.record);
  assert.equal(second.record.id, record.id);
  assert.equal(second.record.state, "approved");
});
