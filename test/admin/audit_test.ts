import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type Issued, type World, world } from "../support/world.ts";

const ADMIN = { username: "root", password: "an administrator's own" };

async function open(): Promise<{ app: World; token: Issued }> {
  const app = await world({ ...TRIO, faulty: true, env: { ADMIN_API: "on" } });
  const token = await app.issueToken();
  return { app, token };
}

/** Ten uses, each on record before the next, so that each is an entry. */
async function useTen(app: World, token: string): Promise<void> {
  for (let n = 1; n <= 10; n++) {
    const answer = app.ask(`/api/kembang/member/guest-${n}`, { key: null, token });
    assert.equal((await app.until(answer)).status, 404);
  }
}

Deno.test("audit tail and export read the record, as the admin API does", async () => {
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

  // Changes and looks, here and from afar, are numbered with the uses.
  const all = await app.told(["audit", "export"]);
  assert.deepEqual(
    all.map(({ seq }: { seq: number }) => seq),
    all.map((_: object, n: number) => n + 1),
  );
  assert.ok(all.length > 13, `${all.length}`);
  assert.equal((await ask("/verify")).status, 404);
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

Deno.test("audit tail fits a wide terminal, with what a change says first and no JSON", async () => {
  const { app } = await open();
  await using _ = app;
  const { id } = await app.issue("standard");
  await app.told(["key", "allow-ip", id, "192.0.2.0/24"]);
  const { out } = await app.run(["audit", "tail"]);
  assert.match(out, new RegExp(` key issue +${id} .*owner`));
  assert.match(out, new RegExp(` key allow-ip +${id} +ips: `));
  for (const line of out.split("\n")) assert.ok(line.length <= 180, `${line.length}: ${line}`);
  assert.doesNotMatch(out, /\{"/);
});

Deno.test("uses that are alike and come together are one entry with a count, which tail shows", async () => {
  const { app, token } = await open();
  await using _ = app;
  const asked = { key: null, token: token.secret };
  await app.until(Promise.all(Array.from({ length: 30 }, () => app.ask("/v1/key", asked))));
  const uses: { count?: number }[] = await app.told(["audit", "tail", "--kind", "use"]);
  assert.ok(uses.length < 30, `${uses.length} entries`);
  assert.equal(uses.reduce((sum, { count = 1 }) => sum + count, 0), 30);
});
