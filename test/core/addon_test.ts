import assert from "node:assert/strict";
import type { AddOn } from "../../src/core/addon.ts";
import { ADDONS } from "../../src/core/addons.ts";
import type { Kv, KvKey } from "../../src/platform/kv.ts";
import { DAY_MS, MINUTE_MS } from "../../src/toolbox/durations.ts";
import { type World, world } from "../support/world.ts";
import type { Caller } from "../../src/access/gate/caller.ts";
import { openContent } from "../../src/catalog/content.ts";
import { createAsk } from "../../src/core/ask.ts";
import { FAMILIES } from "../../src/core/registry.ts";
import { ServiceTable } from "../../src/core/service_key.ts";
import { packOf } from "../support/compiled.ts";
import { REPOSITORY } from "../support/contents.ts";

/** Keeps a note for each key, until the key ends. */
function createNotes(): AddOn & { readonly ended: string[]; store(): Kv } {
  const ended: string[] = [];
  let store: Kv | undefined;
  return {
    name: "notes",
    ended,
    store: () => store!,
    open({ store: { kv } }) {
      store = kv;
      return Promise.resolve({});
    },
    async onKeyEnd(kv, { id, owner }, how) {
      const note = await kv.get(["notes", id]);
      ended.push(`${how} ${owner}`);
      return {
        checks: [{ key: note.key, version: note.version }],
        writes: [{ delete: note.key }, { set: ["notes", "gone", id], value: how }],
      };
    },
  };
}

type Notes = ReturnType<typeof createNotes>;
const OPTIONS = { content: "test/fixtures/trio", now: "2026-03-02T12:00:00+07:00" };

async function withNotes(work: (service: World, notes: Notes, id: string) => Promise<void>) {
  const notes = createNotes();
  await using service = await world({ ...OPTIONS, options: { addOns: [...ADDONS, notes] } });
  const { id } = await service.issue("standard");
  await notes.store().commit([], [{ set: ["notes", id], value: "likes green" }]);
  await work(service, notes, id);
  assert.equal((await notes.store().get(["notes", id])).value, null);
}

Deno.test("what an add-on has of a key ends in the commit that revokes the key, once", async () => {
  await withNotes(async ({ run, told }, notes, id) => {
    const versions = async () => {
      const keys = [["notes", "gone", id], ["key", id]];
      return (await notes.store().getMany(keys)).map(({ version }) => version);
    };
    await run(["key", "revoke", id]);
    const [written, key] = await versions();
    assert.ok(written !== null && written === key);
    await run(["key", "revoke", id]);
    assert.equal((await versions())[0], written);
    assert.deepEqual(notes.ended, ["revoked Sari"]);
    assert.notEqual((await told(["key", "show", id])).revoked_at, null);
  });
});

Deno.test("what an add-on has of a key ends in the commit that forgets the key", async () => {
  await withNotes(async ({ run }, notes, id) => {
    await run(["key", "forget", id]);
    assert.deepEqual(notes.ended, ["forgotten Sari"]);
    const keys = [["notes", "gone", id], ["key", id], ["forgotten", id]];
    const versions = (await notes.store().getMany(keys)).map(({ version }) => version);
    assert.deepEqual(new Set(versions).size, 1);
    await run(["key", "forget", id]);
    assert.equal(notes.ended.length, 1);
  });
});

Deno.test("what an add-on has of a key is asked for again if the commit has to be made again", async () => {
  await withNotes(async ({ run }, notes, id) => {
    const { onKeyEnd } = notes;
    let isFirst = true;
    Object.assign(notes, {
      async onKeyEnd(...ended: Parameters<NonNullable<typeof onKeyEnd>>) {
        const extra = await onKeyEnd!(...ended);
        if (isFirst) await notes.store().commit([], [{ set: ["notes", id], value: "likes blue" }]);
        isFirst = false;
        return extra;
      },
    });
    await run(["key", "revoke", id]);
    assert.deepEqual(notes.ended, ["revoked Sari", "revoked Sari"]);
  });
});

Deno.test("a key that was revoked long ago is forgotten with what an add-on has of it", async () => {
  await withNotes(async ({ run, pass, clock }, notes, id) => {
    await run(["key", "revoke", id]);
    clock.set(clock.now() + 91 * DAY_MS);
    await pass(2 * MINUTE_MS);
    assert.deepEqual(notes.ended, ["revoked Sari", "forgotten Sari"]);
  });
});

/** The same store; `touched` gets every key that is read, watched or written. */
function noting(kv: Kv, touched: (key: KvKey) => void): Kv {
  return {
    ...kv,
    get(key) {
      touched(key);
      return kv.get(key);
    },
    getMany(keys) {
      keys.forEach(touched);
      return kv.getMany(keys);
    },
    list(prefix, options) {
      touched(prefix);
      return kv.list(prefix, options);
    },
    commit(checks, writes) {
      checks.forEach(({ key }) => touched(key));
      writes.forEach((write) => touched("set" in write ? write.set : write.delete));
      return kv.commit(checks, writes);
    },
    watch(keys, changed) {
      keys.forEach(touched);
      return kv.watch(keys, changed);
    },
  };
}

Deno.test("the first word of an add-on's keys in the store is its name", async () => {
  const touched = new Map<string, KvKey[]>();
  const addOns = ADDONS.map((addOn): AddOn => ({
    ...addOn,
    async open(core) {
      const keys: KvKey[] = [];
      touched.set(addOn.name, keys);
      const kv = noting(core.store.kv, (key) => void keys.push(key));
      return await addOn.open?.({ ...core, store: { ...core.store, kv } }) ?? {};
    },
  }));
  await using service = await world({
    content: {
      "site.yaml":
        "title: Fans\ncontact: a@b.example\nbase_url: https://fans.example\nsunset: {on: 2027-03-01}\n",
    },
    now: "2026-03-02T12:00:00+07:00",
    options: { addOns },
  });
  await service.announce();
  for (const [name, keys] of touched) {
    for (const key of keys) assert.equal(key[0], name, `${name} has the key ${key.join("/")}`);
  }
  assert.ok(touched.get("sunset")!.length > 0);
});

const content = openContent(await packOf("content"));

const ask = createAsk({
  content: () => content,
  now: () => Date.parse("2026-11-21T04:00:00Z"),
  service: new ServiceTable().get,
}, FAMILIES);

function keyOf(...groups: string[]): Caller {
  const key = { id: "k_a", digest: "", hint: "", owner: "Tari", plan: "free", createdAt: 0 };
  return { kind: "key", key: { ...key, groups, whitelist: [] } as never };
}

Deno.test("a path is answered in the process as its caller would be answered", async () => {
  const { status, body, validUntil } = await ask("/api/groupb/releases", keyOf());
  assert.equal(status, 200);
  assert.equal(body.total, body.data.length);
  assert.ok(validUntil > 0);
  assert.equal((await ask("/api/groupb/releases", keyOf("groupb"))).status, 200);
});

Deno.test.each<[string, Caller, number]>([
  ["/api/groupb/releases", keyOf("groupa"), 403],
  ["/api/groupb/releases", { kind: "anyone" }, 403],
  ["/api/groupb/news?page=none", keyOf(), 400],
  ["/api/groupb/nothing", keyOf(), 404],
  ["/api/nobody/releases", keyOf(), 404],
  ["/api/admin/keys", keyOf(), 404],
  ["/status", keyOf(), 404],
  [`/api/groupb/member/${"a".repeat(20_000)}`, keyOf(), 414],
])("%s is refused in the process as outside it", async (path, caller, status) => {
  assert.equal((await ask(path, caller)).status, status);
});

Deno.test("a program whose store does not answer any more ends within 10 s all the same", async () => {
  const app = await world({ ...REPOSITORY, faulty: true, outage: true, env: { LIVE: "on" } });
  await app.json("/v1/birthdays");
  await app.pass(30_000);
  app.kv.fate = "silence";
  await app.json("/v1/birthdays");
  await app.pass(30_000);
  const toldAt = app.clock.now();
  await app[Symbol.asyncDispose]();
  assert.ok(app.clock.now() - toldAt <= 10_000, `${app.clock.now() - toldAt} ms`);
});
