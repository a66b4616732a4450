import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../support/contents.ts";
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

const ISSUE = ["key", "issue", "--owner", "Sari", "--email", "sari@fans.example"];
const STANDARD = [...ISSUE, "--plan", "standard"];

const openTrail = (now = "2026-07-04T05:10:00Z") =>
  world({ ...REPOSITORY, now, plans: "content", plan: null, faulty: true });

/** An entry on record, as `audit tail` shows it. */
interface Act {
  readonly at: string;
  readonly command: string;
  readonly subject: string | null;
}

/** What administrators did, oldest first, but for looks at this. */
async function acts(app: World): Promise<Act[]> {
  const all: Act[] = await app.told(["audit", "tail", "--kind", "admin", "--limit", "1000"]);
  return all.filter(({ command }) => command !== "audit tail");
}

/** Everything in a store, as text. */
async function textOf({ kv }: World): Promise<string> {
  const decoder = new TextDecoder();
  return JSON.stringify(
    await kv.list([]),
    (_, value) => value instanceof Uint8Array ? decoder.decode(value) : value,
  );
}

Deno.test("an administrator who looks at personal data has one entry for each command and hour", async () => {
  await using app = await openTrail();
  const looks = async () =>
    (await acts(app)).map(({ at, command }) => `${at.slice(11, 16)} ${command}`);
  for (let time = 0; time < 3; time++) await app.told(["key", "list"]);
  await app.told(["token", "list"]);
  assert.deepEqual(await looks(), ["05:10 key list", "05:10 token list"]);
  app.at("2026-07-04T05:59:59Z");
  await app.told(["key", "list"]);
  assert.equal((await looks()).length, 2);
  app.at("2026-07-04T06:00:00Z");
  await Promise.all([app.told(["key", "list"]), app.told(["key", "list"])]);
  assert.deepEqual((await looks()).slice(2), ["06:00 key list"]);
});

Deno.test("a change whose entry cannot be written is not made", async () => {
  for (const part of [["log", "use"], ["log", "use", "piece"]]) {
    await using app = await openTrail();
    const key = await app.told(STANDARD);
    const { commit } = app.kv;
    let isBroken = true;
    app.kv.commit = (checks, writes) =>
      isBroken &&
        writes.some((write) =>
          "set" in write &&
          write.set.filter((one) => typeof one === "string").join() === part.join()
        )
        ? Promise.reject(new Error("the disk is full"))
        : commit(checks, writes);
    const before = await textOf(app);
    for (
      const words of [
        ...[STANDARD, ["key", "revoke", key.id], ["key", "credit", key.id, "5"], ["key", "list"]],
      ]
    ) await assert.rejects(app.run(words), /the disk is full/, words.join(" "));
    assert.equal(await textOf(app), before);
    isBroken = false;
    assert.equal((await app.told(["key", "show", key.id])).limit, 5000);
  }
});

Deno.test("changes and uses of two processes that meet at the end of the record all get there, each once", async () => {
  await using one = await openTrail();
  await using other = await one.beside();
  const { secret: token } = await one.issueToken();
  await one.pass(3_000);
  const work: Promise<unknown>[] = [];
  for (let n = 0; n < 40; n++) {
    const [app, there] = n % 2 === 0 ? [one, other] : [other, one];
    work.push(app.told(["code", "issue"]), there.ask("/api/groupa/members", { key: null, token }));
  }
  await one.until(Promise.all(work));
  const all = await one.told(["audit", "export"]);
  assert.deepEqual(
    all.map(({ seq }: { seq: number }) => seq),
    all.map((_: object, n: number) => n + 1),
  );
  const uses = all.filter(({ kind }: { kind: string }) => kind === "use");
  assert.equal(uses.reduce((sum: number, { count = 1 }) => sum + count, 0), 40);
  const issued = (await acts(one)).filter(({ command }) => command === "code issue");
  const codes: { id: string }[] = await one.told(["code", "list"]);
  assert.equal(codes.length, 40);
  assert.deepEqual(issued.map(({ subject }) => subject).sort(), codes.map(({ id }) => id).sort());
});
