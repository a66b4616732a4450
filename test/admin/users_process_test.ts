import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { createFixture } from "../support/server_fixture.ts";
import { command, startServer } from "../support/server.ts";
import { world } from "../support/world.ts";

const OLD = "correct horse, battery 🐎";
const NEW = "battery staple, correct horse";

/** Asks the server for its keys as this administrator. */
async function ask(base: string, username: string, password: string): Promise<number> {
  const bytes = String.fromCharCode(...new TextEncoder().encode(password));
  const headers = { "x-admin-username": username, "x-admin-password": bytes };
  const response = await fetch(`${base}api/admin/keys`, { headers });
  await response.body?.cancel();
  return response.status;
}

Deno.test("ADMIN_USERNAME makes a first administrator, and nothing where there is one", async () => {
  await using at = await createFixture();
  const first = { ...at.env, ADMIN_USERNAME: "root", ADMIN_PASSWORD: OLD };
  await using one = await startServer(first);
  assert.equal(await ask(one.base, "root", OLD), 200);
  await one.stop();
  await using other = await startServer({ ...first, ADMIN_USERNAME: "boss", ADMIN_PASSWORD: NEW });
  assert.match(other.printed.err, /ADMIN_USERNAME was not used: there are other users already/);
  assert.equal(await ask(other.base, "boss", NEW), 403);
  assert.equal(await ask(other.base, "root", OLD), 200);
});

Deno.test("the start says what is wrong with a first administrator", async () => {
  await using at = await createFixture();
  const cases: [Record<string, string>, RegExp][] = [
    [{ ADMIN_USERNAME: "root" }, /Cannot use ADMIN_USERNAME without ADMIN_PASSWORD/],
    [{ ADMIN_PASSWORD: OLD }, /Cannot use ADMIN_PASSWORD without ADMIN_USERNAME/],
    [{ ADMIN_USERNAME: "the boss", ADMIN_PASSWORD: OLD }, /visible ASCII/],
    [{ ADMIN_USERNAME: "owner", ADMIN_PASSWORD: OLD }, /the owner of a key/],
    [
      { ADMIN_USERNAME: "root", ADMIN_PASSWORD: "correct horse of 23 let" },
      /ADMIN_PASSWORD: it takes at least 24 characters.*admin user add"/,
    ],
  ];
  for (const [env, message] of cases) {
    const given = { ...at.env, PORT: "0", ...env };
    const { code, stderr } = await command(["run", "-A", "src/main.ts"], given).output();
    assert.equal(code, 1);
    const said = new TextDecoder().decode(stderr);
    assert.match(said, message);
    assert.doesNotMatch(said, /at file:|correct horse/);
  }
});

Deno.test("users are listed and removed, and commands say why they cannot", async () => {
  await using app = await world({ ...TRIO, plan: null });
  await app.run(["user", "add", "sari"]);
  const cases: [string[], RegExp][] = [
    [["user", "add", "sari"], /there is one; "user passwd"/],
    [["user", "add", "sa ri"], /no spaces/],
    [["user", "add", "local"], /the machine itself/],
    [["user", "add", "owner"], /the owner of a key/],
    [["user", "add"], /without name/],
    [["user", "passwd", "budi"], /Cannot find the user "budi"/],
    [["user", "remove", "budi"], /Cannot find the user "budi"/],
    [["user", "add", "budi", "--new_password", NEW], /Cannot read the options/],
  ];
  for (const [words, message] of cases) {
    const { code, err } = await app.run(words);
    assert.equal(code, 1, words.join(" "));
    assert.match(err, message);
  }
  app.at(app.clock.now() + 1_000);
  await app.run(["user", "passwd", "sari"]);
  const [user] = await app.told(["user", "list"]);
  assert.deepEqual(Object.keys(user), ["username", "created_at", "changed_at"]);
  assert.ok(user.changed_at > user.created_at);
  assert.match((await app.run(["user", "list"])).out, /^username .*\nsari /);
  assert.match((await app.run(["user", "remove", "sari"])).out, /is removed\./);
});
