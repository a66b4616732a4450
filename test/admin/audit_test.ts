import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import type { Kv } from "../support/opening.ts";
import { type Issued, type World, world } from "../support/world.ts";

/** Where the record and its noted end are in a store. */
const CHUNKS = ["audit", "chunk"];
const HEAD = ["audit", "head"];

const ADMIN = { username: "root", password: "an administrator's own" };

async function open(): Promise<{ app: World; token: Issued }> {
  const app = await world({ ...TRIO, faulty: true, env: { ADMIN_API: "on" } });
  const token = await app.issueToken();
  return { app, token };
}

/** Ten uses, each on record before the next, so that there are ten parts to tamper with. */
async function useTen(app: World, token: string): Promise<void> {
  for (let n = 1; n <= 10; n++) {
    const answer = app.ask(`/api/kembang/member/guest-${n}`, { key: null, token });
    assert.equal((await app.until(answer)).status, 404);
  }
}

async function verify(app: World, ...words: string[]) {
  const { code, out, err } = await app.run(["audit", "verify", ...words, "--json"]);
  return { code, err, ...JSON.parse(out) };
}

Deno.test("audit tail, export and verify read the record, as the admin API does", async () => {
  await using empty = await world({ ...TRIO, plan: null });
  assert.equal(
    (await empty.run(["audit", "tail", "--kind", "use"])).out,
    "Nothing is on record.\n",
  );
  assert.equal((await empty.run(["audit", "export", "--kind", "use"])).out, "");

  const { app, token } = await open();
  await using _ = app;
  await app.addAdmin(ADMIN.username, ADMIN.password);
  await useTen(app, token.secret);
  const tail = (...words: string[]) => app.told(["audit", "tail", "--kind", "use", ...words]);
  const uses = await tail();
  const first = uses[0].seq;
  assert.deepEqual(uses.map(({ seq }: { seq: number }) => seq - first), [...Array(10).keys()]);
  const { at, ...rest } = uses[2];
  assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(rest, {
    ...{
      seq: first + 2,
      kind: "use",
      token_id: token.id,
      name: "Budi",
      email: "budi@fans.example",
    },
    ...{ ip: "127.0.0.1", method: "GET", endpoint: "/api/kembang/member/guest-3", status: 404 },
  });
  const fields = "seq at kind token_id name email ip method endpoint status";
  assert.equal(Object.keys(uses[2]).join(" "), fields);
  assert.deepEqual(await tail("--limit", "3"), uses.slice(-3));

  const ask = (query: string, headers: Record<string, string> = ADMIN) =>
    app.ask(`/api/admin/audit${query}`, { key: null, headers });
  assert.deepEqual(await (await ask("?kind=use")).json(), uses);
  assert.deepEqual(await (await ask("?kind=use&limit=3")).json(), uses.slice(-3));
  assert.equal((await ask("", { "x-priority-token": token.secret })).status, 403);

  const exported = await app.told(["audit", "export", "--kind", "use"]);
  const route = "/api/kembang/member/{name}";
  assert.deepEqual(exported, uses.map((use: object) => ({ ...use, route })));
  const lines = (await app.run(["audit", "export", "--kind", "use"])).out.trim().split("\n");
  assert.deepEqual(lines.map((line) => JSON.parse(line)), exported);
  for (let after = 0; after <= 10; after++) {
    const words = ["--after", `${first + after - 1}`, "--limit", "3", "--kind", "use"];
    const part = await app.told(["audit", "export", ...words]);
    assert.deepEqual(part, exported.slice(after, after + 3));
  }
  assert.match(await ask("/export?limit=20001").then((one) => one.text()), /20001/);

  const { code, err: _err, admin, head, ...whole } = await verify(app);
  // Changes and looks, here and from afar.
  assert.ok(admin > 3, `${admin}`);
  assert.match(head, /^\d+:[\w-]{22}$/);
  assert.deepEqual({ code, ...whole }, { code: 0, ok: true, uses: 10, forgotten: 0 });
  const { out } = await app.run(["audit", "verify"]);
  assert.match(out, /^The record is whole: 10 uses and \d+ entries .* with the head [\w-]{22}\n$/);
});

type Part = Awaited<ReturnType<Kv["list"]>>[number];
type Writes = Parameters<Kv["commit"]>[1];

function replaced({ value }: Part, from: string | RegExp, to: string): Uint8Array {
  const text = new TextDecoder().decode(value as Uint8Array);
  const other = text.replace(from, to);
  assert.notEqual(other, text);
  return new TextEncoder().encode(other);
}

function edit(part: Part | undefined, from: string | RegExp, to: string): Writes {
  return [{ set: part!.key, value: replaced(part!, from, to) }];
}

/** What is done to the record behind the service's back, and what is said of it; ten uses are last. */
const TAMPERINGS: Record<string, [(uses: Part[], acts: Part[]) => Writes, RegExp]> = {
  "a use that was edited": [
    (uses) => edit(uses[2], "guest-3", "guest-9"),
    /^The record was changed at use \d+: it was edited/,
  ],
  "a use that was deleted": [
    (uses) => [{ delete: uses[4]!.key }],
    /^The record was changed at entry \d+: entry \d+ is missing/,
  ],
  "two uses that changed places": [
    (uses) => [
      { set: uses[1]!.key, value: uses[6]!.value },
      { set: uses[6]!.key, value: uses[1]!.value },
    ],
    /^The record was changed at entry \d+: this part was moved to where entry \d+ should begin/,
  ],
  "an end that was cut off": [
    (uses) => uses.slice(7).map(({ key }) => ({ delete: key })),
    /^The record was changed at entry \d+: the end is cut off: .* was told of entries up to \d+/,
  ],
  "an end that was cut off together with its note": [
    (uses) => [...uses.slice(7).map(({ key }) => ({ delete: key })), { delete: HEAD }],
    /^The record was changed at entry \d+: the record goes on behind its noted end/,
  ],
  "an administrator's change that was edited": [
    (_, acts) => edit(acts[0], "token apply", "token reply"),
    /^The record was changed at admin entry 1: it was edited\n/,
  ],
  "an administrator's change that is said to be another's": [
    (_, acts) => edit(acts[0], '"by":"local"', '"by":"rina"'),
    /^The record was changed at admin entry 1: it was edited\n/,
  ],
  "an administrator's change that was made something else": [
    (_, acts) => edit(acts[0], '"kind":"admin"', '"kind":"other"'),
    /^The record was changed at /,
  ],
};

Deno.test("audit verify ends with 1 and names the place, whatever was done to the store of a running process", async () => {
  const { app, token } = await open();
  await using _ = app;
  await useTen(app, token.secret);
  const parts = await app.kv.list(CHUNKS);
  const head = await app.kv.get(HEAD);
  for (const [what, [tamper, said]] of Object.entries(TAMPERINGS)) {
    await app.kv.commit([], tamper(parts.slice(-10), parts.slice(0, -10)));
    const { code, out } = await app.run(["audit", "verify"]);
    assert.equal(code, 1, what);
    assert.match(out, said, what);
    const json = await verify(app);
    assert.deepEqual([json.code, json.ok, json.head], [1, false, null]);
    assert.match(json.err, /^(use|entry|admin entry) \d+: /);
    const back = [...parts, head].map(({ key, value }) => ({ set: key, value }));
    await app.kv.commit([], back);
  }
  assert.deepEqual((await verify(app)).ok, true);
  // It goes on recording after it was tampered with, and the place stays known.
  await app.kv.commit([], edit(parts.at(-9), "guest-2", "guest-1"));
  await useTen(app, token.secret);
  assert.match((await app.run(["audit", "verify"])).out, /changed at use \d+: it was edited\n/);
});

Deno.test("audit verify finds a record whole while it grows", async () => {
  const { app, token } = await open();
  await using _ = app;
  for (let round = 0; round < 5; round++) {
    const growing = useTen(app, token.secret);
    for (let n = 0; n < 3; n++) assert.equal((await verify(app)).ok, true);
    await growing;
  }
  assert.equal((await verify(app)).uses, 50);
});

Deno.test("the head that was kept yesterday is found after more uses, and tells of a record put back to before it", async () => {
  const { app, token } = await open();
  await using _ = app;
  for (const head of ["", "12", "x:y", "1:short", "ahead 1:AAAAAAAAAAAAAAAAAAAAAA"]) {
    const { code, err } = await app.run(["audit", "verify", "--head", head]);
    assert.equal(code, 1);
    assert.match(err, /--head/);
  }
  const { head: empty } = await verify(app);
  await useTen(app, token.secret);
  const early = { parts: await app.kv.list(CHUNKS), end: await app.kv.get(HEAD) };
  await useTen(app, token.secret);
  const { head: kept } = await verify(app);
  await useTen(app, token.secret);
  const later = await verify(app, "--head", kept, "--head", empty);
  assert.deepEqual([later.code, later.ok, later.uses], [0, true, 30]);
  assert.notEqual(later.head, kept);

  // An older state, its note of the end too: all in the store fits together.
  const parts = await app.kv.list(CHUNKS);
  const cut = parts.slice(early.parts.length).map(({ key }) => ({ delete: key }));
  await app.kv.commit([], [...cut, { set: HEAD, value: early.end.value }]);
  const { code, ok, uses } = await verify(app);
  assert.deepEqual([code, ok, uses], [0, true, 10]);
  const found = await verify(app, "--head", kept);
  assert.deepEqual([found.code, found.ok, found.head], [1, false, null]);
});

Deno.test("audit tail shows what was done to one key", async () => {
  const { app } = await open();
  await using _ = app;
  const [key, other] = [await app.issue("standard"), await app.issue("standard")];
  await app.told(["key", "allow-ip", key.id, "192.0.2.1"]);
  await app.told(["key", "feed", key.id]);
  await app.told(["key", "feed", other.id]);
  await app.told(["key", "revoke", key.id]);
  const commands = async (...words: string[]) =>
    (await app.told(["audit", "tail", ...words])).map(({ command }: { command: string }) =>
      command
    );
  const all = ["key issue", "key allow-ip", "key feed", "key revoke"];
  assert.deepEqual(await commands("--subject", key.id), all);
  assert.deepEqual(await commands("--subject", key.id, "--limit", "2"), all.slice(2));
  assert.deepEqual(await commands("--subject", key.id, "--kind", "use"), []);
  assert.deepEqual(await commands("--subject", key.id.slice(0, 8)), [], "a part is no id");
});
