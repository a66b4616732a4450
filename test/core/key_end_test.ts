import assert from "node:assert/strict";
import type { AddOn } from "../../src/core/addon.ts";
import { ADDONS } from "../../src/core/addons.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { DAY_MS, MINUTE_MS } from "../../src/toolbox/durations.ts";
import { type World, world } from "../support/world.ts";

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
