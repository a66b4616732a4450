import assert from "node:assert/strict";
import { atOnce } from "./at_once.ts";
import { TRIO } from "../support/contents.ts";
import { isSecret } from "./is_secret.ts";
import { world } from "../support/world.ts";

const BARE = "/api/kembang/members";

Deno.test("secrets have the documented form, each another, and one mistyped letter is seen by the checksum", async () => {
  await using app = await world(TRIO);
  const secrets = new Set<string>();
  for (let n = 0; n < 50; n++) secrets.add((await app.issue("standard")).secret);
  assert.equal(secrets.size, 50);
  for (const secret of secrets) assert.ok(secret.startsWith("J-osb_") && isSecret(secret), secret);
  const { secret } = await app.issueToken();
  assert.ok(secret.startsWith("P-osb_") && isSecret(secret));
  for (let place = 6; place < secret.length; place++) {
    const other = secret[place] === "a" ? "b" : "a";
    assert.equal(isSecret(secret.slice(0, place) + other + secret.slice(place + 1)), false);
  }
});

Deno.test("a rotated key keeps its id and all else, and opens by its new secret alone", async () => {
  await using app = await world(TRIO);
  const { id, secret: old } = await app.issue("standard", "--ip", "192.0.2.1");
  const { hint: _, ...before } = await app.told(["key", "show", id]);
  const { id: same, secret: key } = await app.told(["key", "rotate", id, "--now"]);
  const { hint, ...after } = await app.told(["key", "show", id]);
  assert.deepEqual([same, after, hint], [id, before, `J-…${key.slice(-4)}`]);
  assert.equal((await app.ask(BARE, { key })).status, 200);
  assert.equal((await app.ask(BARE, { key: old })).status, 403);
});

Deno.test("changes that two processes make at once are all kept, and all seen by both", async () => {
  await using one = await world(TRIO);
  await using other = await one.beside();
  const both = [one, other];
  const { id } = await one.issue("standard");
  const words = Array.from({ length: 10 }, (_, n) => ["key", "allow-ip", id, `192.0.2.${n}`]);
  const done = await Promise.all(words.map((words, n) => both[n % 2]!.run(words)));
  assert.deepEqual(done.filter(({ code }) => code !== 0), []);
  const { ips } = await other.told(["key", "show", id]);
  assert.equal(ips.length, 11);

  const keys = await Promise.all(
    Array.from({ length: 24 }, (_, n) => both[n % 2]!.issue("standard")),
  );
  await one.pass(3_000);
  const statuses = async (secrets: { secret: string }[]) => {
    const all = both.flatMap((app) => secrets.map(({ secret: key }) => app.ask(BARE, { key })));
    return new Set((await Promise.all(all)).map(({ status }) => status));
  };
  assert.deepEqual(await statuses(keys), new Set([200]));
  await Promise.all(
    keys.slice(0, 20).map(({ id }, n) =>
      n % 5 === 0 ? both[n % 2]!.issueToken(`Fanbase ${n}`) : both[n % 2]!.run([
        "key",
        n % 3 === 0 ? "rotate" : "revoke",
        id,
        ...n % 3 === 0 ? ["--now"] : [],
      ])
    ),
  );
  await one.pass(3_000);
  const ended = keys.filter((_, n) => n < 20 && n % 5 !== 0);
  assert.deepEqual(await statuses(ended), new Set([403]));
  assert.deepEqual(await statuses(keys.filter((key) => !ended.includes(key))), new Set([200]));
});

Deno.test("a token and an administrator of another process are known at once, and their end within 3 seconds", async () => {
  await using one = await world(TRIO);
  await using other = await one.beside();
  const headers = await other.told(["user", "add", "root"]);
  const seen = async (token: string) => [
    (await one.ask(BARE, { key: null, token })).status,
    (await one.ask("/api/admin/tokens", { key: null, headers })).status,
  ];
  const { id, secret: first } = await other.issueToken();
  await one.pass(3_000);
  assert.deepEqual(await one.until(seen(first)), [200, 200]);
  const { secret: second } = await other.told(["token", "regenerate", id]);
  await one.pass(3_000);
  assert.deepEqual(await one.until(seen(first)), [403, 200]);
  assert.deepEqual(await one.until(seen(second)), [200, 200]);
  await other.run(["token", "revoke", id]);
  await other.run(["user", "remove", "root"]);
  await one.pass(3_000);
  assert.deepEqual(await one.until(seen(second)), [403, 403]);
});

Deno.test("an organization has one application or token at a time, however its name is written and however many come at once", async () => {
  await using app = await world(TRIO);
  const apply = (organization: string) =>
    app.run([
      ...["token", "apply", "--name", "Budi", "--email", "budi@fans.example"],
      ...["--organization", organization],
    ]);
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, n) => apply(n % 2 === 0 ? "Fanbase Satu" : " Fánbase  SATU ")),
  );
  assert.equal(all.filter(({ code }) => code === 0).length, 1);
  assert.equal((await apply("Fanbase Dua")).code, 0);
  const list = () => app.told(["token", "list"]);
  const { id } = (await list()).find((one: { organization: string }) =>
    /satu/i.test(one.organization)
  );
  await app.run(["token", "review", id, "--approve"]);
  assert.equal((await apply("FANBASE SATU")).code, 1);
  await app.run(["token", "revoke", id]);
  assert.equal((await apply("Fanbase satu")).code, 0);
  assert.equal((await list()).length, 3);
});

Deno.test("a flood of unknown secrets costs the store no read, and a burst of changes few", async () => {
  await using one = await world({ ...TRIO, faulty: true });
  await using other = await one.beside();
  await one.pass(2_000);
  const { sent } = one.kv;
  const before = sent.reads;
  for (let n = 0; n < 500; n++) {
    const token = n % 2 ? null : `P-osb_${n}`;
    const answer = await atOnce(one.send(BARE, { key: `J-osb_${n}`, token }));
    assert.equal(answer.status, 403);
  }
  assert.equal(sent.reads, before);
  const keys = [];
  for (let n = 0; n < 100; n++) keys.push(await other.issue("standard"));
  await one.pass(3_000);
  // A look at the revisions every 2 s, and those that are read again once a second.
  assert.ok(sent.reads - before <= 12, `${sent.reads - before} reads`);
  for (const { secret: key } of keys) assert.equal((await one.ask(BARE, { key })).status, 200);
});

Deno.test("more keys than one list of the store has are all known, and the end of one in 3 seconds", async () => {
  await using one = await world(TRIO);
  await using other = await one.beside();
  const keys = [];
  for (let n = 0; n < 1_050; n++) keys.push(await one.issue("standard"));
  await one.run(["key", "revoke", keys[700]!.id]);
  await one.pass(3_000);
  for (const app of [one, other]) {
    for (const [n, { secret: key }] of keys.entries()) {
      assert.equal((await app.ask(BARE, { key })).status, n === 700 ? 403 : 200);
    }
  }
});
