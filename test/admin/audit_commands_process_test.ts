import assert from "node:assert/strict";
import type { AdminAct } from "../../src/audit/entries/admin_entry.ts";
import { AUDIT_CHUNKS, AUDIT_HEAD } from "../../src/platform/store_keys.ts";
import type { KvEntry, KvWrite } from "../../src/platform/kv.ts";
import { desk, deskJson } from "../support/desk.ts";
import { createTokenFixture, type TokenFixture } from "../support/token_fixture.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { until } from "../support/until.ts";

const LOGIN = { username: "root", password: "an administrator's own password" };
const ADMIN = { ADMIN_USERNAME: LOGIN.username, ADMIN_PASSWORD: LOGIN.password };

interface UseRecord {
  readonly seq: number;
  readonly endpoint: string;
}

/** A verdict of a whole record without its head, which is written as `--head` takes it. */
function headless({ head, ...verdict }: Record<string, unknown>): Record<string, unknown> {
  assert.match(String(head), /^\d+:[\w-]{22}$/);
  return verdict;
}

/** Ten uses, each on record before the next, so that there are ten parts to tamper with. */
async function useTen({ base }: RunningServer, { token, uses }: TokenFixture) {
  const before = (await uses()).length;
  for (let number = 1; number <= 10; number++) {
    const headers = { "x-priority-token": token.secret };
    await (await fetch(`${base}api/kembang/member/guest-${number}`, { headers })).text();
    // Where the machine is so slow that the store counts as away, the record comes after the answer.
    await until(async () => (await uses()).length === before + number);
  }
}

Deno.test("audit tail, export and verify read the record of a running server, as the admin API does", async () => {
  await using fixture = await createTokenFixture();
  const env = { ...fixture.env, ...ADMIN };
  assert.equal((await desk(env, "audit", "tail")).out, "Nothing is on record.\n");
  assert.deepEqual(headless(await deskJson(env, "audit", "verify")), {
    ...{ ok: true, uses: 0, admin: 1, forgotten: 0 },
  });
  await using server = await startServer(env);
  await useTen(server, fixture);

  const uses = await deskJson<UseRecord[]>(env, "audit", "tail", "--kind", "use");
  // The first is that somebody looked, the second that the server made its administrator.
  assert.deepEqual(uses.map(({ seq }) => seq), [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const acts = await deskJson<AdminAct[]>(env, "audit", "tail", "--kind", "admin");
  const made = acts.find(({ command }) => command === "user add")!;
  assert.deepEqual([made.by, made.ip, made.subject], ["local", null, "root"]);
  const { at, ...rest } = uses[2] as UseRecord & { at: string };
  assert.deepEqual(rest, {
    seq: 5,
    kind: "use",
    token_id: fixture.token.id,
    name: fixture.token.name,
    email: fixture.token.email,
    ip: "127.0.0.1",
    method: "GET",
    endpoint: "/api/kembang/member/guest-3",
    status: 404,
  });
  const fields = "seq at kind token_id name email ip method endpoint status";
  assert.equal(Object.keys(uses[2]!).join(" "), fields);
  assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(
    await deskJson(env, "audit", "tail", "--kind", "use", "--limit", "3"),
    uses.slice(-3),
  );

  const ask = async (query: string, headers: HeadersInit = LOGIN) =>
    await fetch(`${server.base}api/admin/audit${query}`, { headers });
  assert.deepEqual(await (await ask("?kind=use")).json(), uses);
  assert.deepEqual(await (await ask("?kind=use&limit=3")).json(), uses.slice(-3));
  for (const wrong of ["?limit=0", "?limit=", "?limit=ten", "?limit=-1"]) {
    const refused = await ask(wrong);
    assert.equal(refused.status, 400);
    assert.match((await refused.json()).hint, /limit/);
  }
  const withToken = await ask("", { "x-priority-token": fixture.token.secret });
  assert.equal(withToken.status, 403);
  assert.equal((await withToken.json()).type, "INVALID_CREDENTIALS");

  const exported = await deskJson<(UseRecord & { route: string })[]>(
    env,
    "audit",
    "export",
    "--kind",
    "use",
  );
  const route = "/api/kembang/member/{name}";
  assert.deepEqual(exported, uses.map((use) => ({ ...use, route })));
  const lines = (await desk(env, "audit", "export", "--kind", "use")).out.trim().split("\n");
  assert.deepEqual(lines.map((line) => JSON.parse(line)), exported);
  const part = ["audit", "export", "--after", "5", "--limit", "3", "--kind", "use"];
  assert.deepEqual(await deskJson(env, ...part), exported.slice(3, 6));

  // The command line and the administrator have each looked at the last uses and at all, and one was made.
  const { admin: looks, ...verified } = headless(await deskJson(env, "audit", "verify"));
  assert.deepEqual(verified, { ok: true, uses: 10, forgotten: 0 });
  // Once more where an hour has begun meanwhile.
  assert.ok([4, 5].includes(looks as number), `${looks}`);
  const { code, out } = await desk(env, "audit", "verify");
  assert.equal(code, 0);
  assert.match(
    out,
    /^The record is whole: 10 uses and [45] entries of administrators, the last is 1[45] with the head [\w-]{22}\n$/,
  );
});

type Part = KvEntry<Uint8Array>;

/** What is done to the record behind the service's back, and what is said of it. */
const TAMPERINGS: Record<string, [(parts: Part[]) => KvWrite[], RegExp]> = {
  "a use that was edited": [
    ([, , part]) => [{ set: part!.key, value: replaced(part!, "guest-3", "guest-9") }],
    /^The record was changed at use 3: it was edited/,
  ],
  "a use that was deleted": [
    ([, , , , part]) => [{ delete: part!.key }],
    /^The record was changed at entry 5: entry 5 is missing/,
  ],
  "two uses that changed places": [
    ([, part, , , , , other]) => [
      { set: part!.key, value: other!.value },
      { set: other!.key, value: part!.value },
    ],
    /^The record was changed at entry 7: this part was moved to where entry 2 should begin/,
  ],
  "an end that was cut off": [
    (parts) => parts.slice(7).map(({ key }) => ({ delete: key })),
    /^The record was changed at entry 8: the end is cut off: .* was told of entries up to 10/,
  ],
  "an end that was cut off together with its note": [
    (parts) => [...parts.slice(7).map(({ key }) => ({ delete: key })), { delete: AUDIT_HEAD }],
    /^The record was changed at entry 7: the record goes on behind its noted end/,
  ],
};

function replaced({ value }: Part, from: string, to: string): Uint8Array {
  return new TextEncoder().encode(new TextDecoder().decode(value!).replace(from, to));
}

Deno.test("audit verify ends with 1 and names the place, whatever was done to the store of a running server", async () => {
  await using fixture = await createTokenFixture();
  await using server = await startServer(fixture.env);
  await useTen(server, fixture);
  for (const [what, [tamper, said]] of Object.entries(TAMPERINGS)) {
    const kept = await fixture.withKv(async (kv) => {
      const parts = await kv.list<Uint8Array>(AUDIT_CHUNKS);
      const head = await kv.get(AUDIT_HEAD);
      assert.equal(parts.length, 10);
      await kv.commit([], tamper(parts));
      return [...parts, head];
    });
    const { code, out } = await desk(fixture.env, "audit", "verify");
    assert.equal(code, 1, what);
    assert.match(out, said, what);
    const json = await desk(fixture.env, "audit", "verify", "--json");
    assert.equal(json.code, 1);
    const { ok, uses, ...more } = JSON.parse(json.out);
    assert.deepEqual([ok, uses > 0, more], [false, true, { admin: 0, forgotten: 0, head: null }]);
    assert.match(json.err, /^(use|entry) \d+: /);
    await fixture.withKv((kv) =>
      kv.commit([], kept.map(({ key, value }) => ({ set: key, value })))
    );
  }
  assert.deepEqual(headless(await deskJson(fixture.env, "audit", "verify")), {
    ...{ ok: true, uses: 10, admin: 0, forgotten: 0 },
  });
});

Deno.test("audit verify calls an entry of an administrator what it is", async () => {
  await using fixture = await createTokenFixture();
  const { env } = fixture;
  assert.equal((await desk(env, "audit", "tail")).code, 0);
  await fixture.withKv(async (kv) => {
    const [part] = await kv.list<Uint8Array>(AUDIT_CHUNKS);
    await kv.commit([], [{ set: part!.key, value: replaced(part!, "audit tail", "audit tall") }]);
  });
  const { code, out } = await desk(env, "audit", "verify");
  assert.equal(code, 1);
  assert.match(out, /^The record was changed at admin entry 1: it was edited\n/);
  const json = await desk(env, "audit", "verify", "--json");
  assert.match(json.err, /^admin entry 1: it was edited/m);
});

Deno.test("a server goes on recording after its record was tampered with, and the place stays known", async () => {
  await using fixture = await createTokenFixture();
  await using server = await startServer(fixture.env);
  await useTen(server, fixture);
  await fixture.withKv(async (kv) => {
    const [, part] = await kv.list<Uint8Array>(AUDIT_CHUNKS);
    await kv.commit([], [{ set: part!.key, value: replaced(part!, "guest-2", "guest-1") }]);
  });
  await useTen(server, fixture);
  const { code, out } = await desk(fixture.env, "audit", "verify");
  assert.equal(code, 1);
  assert.match(out, /^The record was changed at use 2: it was edited\n/);
});

Deno.test("audit verify finds a record whole while it grows", async () => {
  await using fixture = await createTokenFixture();
  const { env } = fixture;
  await using server = await startServer(fixture.env);
  let isOver = false;
  const growing = (async () => {
    while (!isOver) await useTen(server, fixture);
  })();
  try {
    const counts = new Set<number>();
    await until(async () => {
      const { ok, uses } = await deskJson<{ ok: boolean; uses: number }>(env, "audit", "verify");
      assert.equal(ok, true);
      return counts.add(uses).size === 3;
    });
  } finally {
    isOver = true;
    await growing;
  }
});

Deno.test("audit verify says how a head is written", async () => {
  await using fixture = await createTokenFixture();
  for (const head of ["", "12", "x:y", "1:short", "ahead 1:AAAAAAAAAAAAAAAAAAAAAA"]) {
    const { code, err } = await desk(fixture.env, "audit", "verify", "--head", head);
    assert.equal(code, 1);
    assert.match(err, /--head/);
  }
});

Deno.test("the head that was kept yesterday is found after more uses, and tells of a record put back to before it", async () => {
  await using fixture = await createTokenFixture();
  const { env } = fixture;
  const verify = async (...heads: (string | null)[]) => {
    const words = heads.flatMap((head) => ["--head", head!]);
    const { code, out } = await desk(env, "audit", "verify", "--json", ...words);
    return { code, ...JSON.parse(out) as { ok: boolean; uses: number; head: string | null } };
  };
  const record = async () =>
    await fixture.withKv(async (kv) => ({
      parts: await kv.list<Uint8Array>(AUDIT_CHUNKS),
      end: await kv.get(AUDIT_HEAD),
    }));
  await using server = await startServer(env);
  const { head: empty } = await verify();
  await useTen(server, fixture);
  const early = await record();
  await useTen(server, fixture);
  const { head: kept } = await verify();
  await useTen(server, fixture);
  const later = await verify(kept, empty);
  assert.deepEqual([later.code, later.ok, later.uses], [0, true, 30]);
  assert.deepEqual([(await verify(later.head)).code, later.head === kept], [0, false]);

  // An older state, its note of the end too: all in the store fits together.
  const { parts } = await record();
  const cut = parts.slice(early.parts.length).map(({ key }) => ({ delete: key }));
  await fixture.withKv((kv) =>
    kv.commit([], [...cut, { set: AUDIT_HEAD, value: early.end.value }])
  );
  const { code, ok, uses } = await verify();
  assert.deepEqual([code, ok, uses], [0, true, 10]);
  const found = await verify(kept);
  assert.deepEqual([found.code, found.ok, found.head], [1, false, null]);
});
