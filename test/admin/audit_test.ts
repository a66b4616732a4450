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

const HOOK = "https://hook.example/very/secret/path";
const ISSUE = ["key", "issue", "--owner", "Sari", "--email", "sari@fans.example"];
const STANDARD = [...ISSUE, "--plan", "standard"];

const openTrail = (now = "2026-07-04T05:10:00Z") =>
  world({ ...REPOSITORY, now, plans: "content", plan: null, faulty: true });

/** An entry on record, as `audit tail` shows it. */
interface Act {
  readonly seq: number;
  readonly at: string;
  readonly by: string;
  readonly ip: string | null;
  readonly command: string;
  readonly subject: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** What administrators did, oldest first, but for looks at this. */
async function acts(app: World): Promise<Act[]> {
  const all: Act[] = await app.told(["audit", "tail", "--kind", "admin", "--limit", "1000"]);
  return all.filter(({ command }) => command !== "audit tail");
}

/** Runs every command once and more; gives each with the entries it left, and all secrets shown. */
async function doEverything(app: World) {
  const done: { words: string[]; left: Act[] }[] = [];
  const secrets = [HOOK];
  async function run(words: string[]) {
    const before = (await acts(app)).length;
    app.at(app.clock.now() + 1_000);
    const printed = await app.told(words);
    done.push({ words, left: (await acts(app)).slice(before) });
    const shown = printed?.secret ?? printed?.password;
    if (typeof shown === "string") secrets.push(shown);
    return printed;
  }
  const key = await run([...STANDARD, "--ip", "127.0.0.1"]);
  const registered = await app.ask("/v1/webhooks", {
    ...{ key: key.secret, method: "POST" },
    body: JSON.stringify({ url: HOOK }),
  });
  const hook = await registered.json();
  secrets.push(hook.secret);
  const keyChanges = [
    ...[["show"], ["usage"], ["set-plan", "priority"], ["extend", "2027-01-01"], ["credit", "7"]],
    ...[["allow-ip", "192.0.2.0/24"], ["deny-ip", "127.0.0.1"], ["rotate"]],
  ];
  await run(["key", "list"]);
  for (const [verb, ...words] of keyChanges) await run(["key", verb!, key.id, ...words]);
  await run(["key", "feed", key.id]);
  await run(["webhook", "list"]);
  await run(["webhook", "disable", hook.id]);
  await run(["key", "revoke", key.id]);
  const apply = ["token", "apply", "--organization", "Satu", "--name", "Budi"];
  const token = await run([...apply, "--email", "budi@fans.example"]);
  await run(["token", "review", token.id, "--approve"]);
  await run(["token", "regenerate", token.id]);
  await run(["token", "revoke", token.id]);
  await run(["token", "list"]);
  await run(["user", "add", "rina"]);
  await run(["user", "passwd", "rina"]);
  await run(["user", "logout", "rina"]);
  await run(["user", "list"]);
  await run(["user", "remove", "rina"]);
  const code = await run(["code", "issue", "--uses", "2"]);
  await run(["code", "use", code.secret]);
  await run(["code", "revoke", code.id]);
  await run(["code", "list"]);
  const ids: Record<string, string> = { key: key.id, token: token.id, code: code.id };
  for (const [noun, id] of Object.entries(ids)) await run([noun, "forget", id]);
  await run(["audit", "export"]);
  return { done, secrets, ids };
}

/** The fields that a command's entry has to show, before and after. */
const TOLD: Record<string, [before: string | null, after: string | null]> = {
  "key issue": [null, "hint owner email plan groups ips created_at"],
  "key set-plan": ["plan", "plan"],
  "key extend": ["expires_at", "expires_at"],
  "key credit": [null, "requests outcome"],
  "key allow-ip": ["ips", "ips"],
  "key deny-ip": ["ips", "ips"],
  "key rotate": ["hint", "hint"],
  "key revoke": ["revoked_at", "revoked_at"],
  "key feed": ["", ""],
  "webhook disable": ["off_at off_reason", "off_at off_reason"],
  "token apply": [null, "hint organization name email state applied_at"],
  "token review": ["hint state reviewed_at", "hint state reviewed_at"],
  "token regenerate": ["hint regenerated_at", "hint regenerated_at"],
  "token revoke": ["state revoked_at", "state revoked_at"],
  "user add": [null, "created_at changed_at"],
  "user passwd": ["changed_at", "changed_at"],
  "user logout": ["logged_out_at", "logged_out_at"],
  "user remove": ["created_at changed_at logged_out_at", null],
  "code issue": [null, "hint limit used created_at"],
  "code use": ["used", "used"],
  "code revoke": ["revoked_at", "revoked_at"],
  "key forget": ["forgotten_at", "forgotten_at"],
  "token forget": ["forgotten_at", "forgotten_at"],
  "code forget": ["forgotten_at", "forgotten_at"],
};

/** They work on files, which this store has none of; or leave `audit tail` its own entry. */
const ELSEWHERE = /^(store \S+|audit tail)$/;

Deno.test("every command of an administrator leaves its entry, with what was before and after", async () => {
  await using app = await openTrail();
  const { done, ids } = await doEverything(app);
  const ran = new Set(done.map(({ words: [noun, verb] }) => `${noun} ${verb}`));
  const { out: help } = await app.run(["--help"]);
  const nouns = new Set([...ran].map((name) => name.split(" ")[0]!));
  const all = [...help.matchAll(/^ +(\w+) ([\w-]+)\b/gm)].filter(([, noun]) => nouns.has(noun!))
    .map(([, noun, verb]) => `${noun} ${verb}`);
  assert.ok(all.length > 30, help);
  assert.deepEqual(all.filter((name) => !ran.has(name) && !ELSEWHERE.test(name)), []);
  for (const { words, left } of done) {
    const name = words.slice(0, 2).join(" ");
    const told = TOLD[name];
    const shown = left.map(({ command, subject, before, after }) => [
      ...[command, subject, before, after],
    ]);
    if (told === undefined) {
      assert.deepEqual(shown, [[name, null, null, null]], name);
      continue;
    }
    if (words[1] === "forget") {
      // Then what lies elsewhere goes, which takes more than one commit.
      const outcomes = left.splice(1).map(({ before, after }) => [before, after]);
      assert.deepEqual(outcomes, [[null, { outcome: "begun" }], [null, { outcome: "done" }]]);
    }
    const isLong = told[1]?.includes("outcome") ?? false;
    assert.equal(left.length, isLong ? 2 : 1, name);
    for (const entry of left) {
      assert.deepEqual([entry.command, entry.by, entry.ip], [name, "local", null]);
      const sides = [entry.before, entry.after].map((side) => side && Object.keys(side).sort());
      assert.deepEqual(
        sides,
        told.map((side) => side === null ? null : side.split(" ").filter(Boolean).sort()),
        name,
      );
    }
    if (isLong) assert.deepEqual(left.map(({ after }) => after!["outcome"]), ["begun", "done"]);
    if (words[0]! in ids) assert.equal(left.at(-1)!.subject, ids[words[0]!], name);
  }
  const plan = (await acts(app)).find(({ command }) => command === "key set-plan")!;
  assert.deepEqual([plan.before, plan.after], [{ plan: "standard" }, { plan: "priority" }]);
  const seqs = (await app.told(["audit", "export"])).map(({ seq }: { seq: number }) => seq);
  assert.deepEqual(seqs, seqs.map((_: number, n: number) => n + 1));
});

/** Everything in a store, as text. */
async function textOf({ kv }: World): Promise<string> {
  const decoder = new TextDecoder();
  return JSON.stringify(
    await kv.list([]),
    (_, value) => value instanceof Uint8Array ? decoder.decode(value) : value,
  );
}

Deno.test("no secret stands in an entry, nor anywhere else in the store or the log", async () => {
  await using app = await openTrail();
  const { secrets } = await doEverything(app);
  assert.ok(secrets.length >= 9, `${secrets.length} secrets were shown`);
  const text = await textOf(app) + app.log.lines.join();
  for (const secret of secrets) {
    assert.ok(!text.includes(secret), `a secret is in the store: ${secret}`);
    assert.ok(!text.includes(secret.replaceAll("-", "")), `a secret is in the store: ${secret}`);
  }
  assert.doesNotMatch(JSON.stringify(await acts(app)), /digest|sealed|hash|salt|[JPF]-osb_\w/);
});

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
