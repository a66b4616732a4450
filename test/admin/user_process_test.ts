import assert from "node:assert/strict";
import { admin, adminJson, adminWithInput } from "../support/admin.ts";
import { createFixture } from "../support/fixture.ts";
import { command, startServer } from "../support/server.ts";
import { untilWithin } from "../support/until.ts";

const OLD = "correct horse 🐎";
const NEW = "battery staple";

/** Asks the server for its keys as this administrator. */
async function ask(base: string, username: string, password: string): Promise<number> {
  const headers = {
    "x-admin-username": username,
    "x-admin-password": String.fromCharCode(...new TextEncoder().encode(password)),
  };
  const response = await fetch(`${base}api/admin/keys`, { headers });
  await response.body?.cancel();
  return response.status;
}

Deno.test("user add, passwd and remove work on the store of a running server", async () => {
  await using at = await createFixture();
  await using server = await startServer(at.env);
  const added = await adminWithInput(at.env, `${OLD}\n`, "user", "add", "sari", "--json");
  assert.equal(added.code, 0, added.err);
  assert.equal(JSON.parse(added.out).username, "sari");
  assert.equal(await ask(server.base, "sari", OLD), 200);
  assert.equal(await ask(server.base, "sari", NEW), 403);
  assert.equal(await ask(server.base, "Sari", OLD), 403);

  const changed = await adminWithInput(at.env, NEW, "user", "passwd", "sari");
  assert.equal(changed.code, 0, changed.err);
  assert.equal(await ask(server.base, "sari", NEW), 200);
  // The old pair was remembered: it must end all the same.
  await untilWithin(3000, async () => await ask(server.base, "sari", OLD) === 403);

  const [user] = await adminJson<Record<string, string>[]>(at.env, "user", "list");
  assert.deepEqual(Object.keys(user!), ["username", "created_at", "changed_at"]);
  assert.ok(user!.changed_at! > user!.created_at!);
  await adminJson(at.env, "user", "remove", "sari");
  await untilWithin(3000, async () => await ask(server.base, "sari", NEW) === 403);
  assert.deepEqual(await adminJson(at.env, "user", "list"), []);
});

Deno.test("no password is in the store, in what is printed, or in the log", async () => {
  await using at = await createFixture({
    ADMIN_USERNAME: "root",
    ADMIN_PASSWORD: "canary-first-password",
  });
  const server = await startServer(at.env);
  const canary = "canary-second-password";
  const added = await adminWithInput(at.env, `${canary}\n`, "user", "add", "sari");
  assert.equal(await ask(server.base, "root", "canary-first-password"), 200);
  assert.equal(await ask(server.base, "root", "canary-wrong-password"), 403);
  await server.stop();
  let text = added.out + added.err + server.printed.out + server.printed.err;
  for await (const file of Deno.readDir(`${at.path}/data`)) {
    text += new TextDecoder("latin1").decode(await Deno.readFile(`${at.path}/data/${file.name}`));
  }
  assert.match(text, /Made the first administrator/);
  assert.doesNotMatch(text, /canary/);
});

Deno.test("ADMIN_USERNAME makes a first administrator, and nothing where there is one", async () => {
  await using at = await createFixture();
  const first = { ...at.env, ADMIN_USERNAME: "root", ADMIN_PASSWORD: OLD };
  const one = await startServer(first);
  assert.equal(await ask(one.base, "root", OLD), 200);
  await one.stop();

  const changed = await startServer({ ...first, ADMIN_PASSWORD: NEW });
  assert.equal(await ask(changed.base, "root", NEW), 403);
  assert.equal(await ask(changed.base, "root", OLD), 200);
  await changed.stop();

  await using other = await startServer({ ...first, ADMIN_USERNAME: "boss" });
  assert.match(other.printed.err, /ADMIN_USERNAME was not used: there are other users already/);
  assert.equal(await ask(other.base, "boss", OLD), 403);
  const users = await adminJson<{ username: string }[]>(at.env, "user", "list");
  assert.deepEqual(users.map(({ username }) => username), ["root"]);
});

Deno.test("the start says what is wrong with a first administrator", async () => {
  await using at = await createFixture();
  const cases: [Record<string, string>, RegExp][] = [
    [{ ADMIN_USERNAME: "root" }, /Cannot use ADMIN_USERNAME without ADMIN_PASSWORD/],
    [{ ADMIN_PASSWORD: OLD }, /Cannot use ADMIN_PASSWORD without ADMIN_USERNAME/],
    [{ ADMIN_USERNAME: "the boss", ADMIN_PASSWORD: OLD }, /visible ASCII/],
    [{ ADMIN_USERNAME: "root", ADMIN_PASSWORD: "short" }, /ADMIN_PASSWORD: it takes at least 8/],
  ];
  for (const [env, message] of cases) {
    const { code, stderr } = await command(["run", "-A", "src/main.ts"], {
      ...at.env,
      PORT: "0",
      ...env,
    }).output();
    assert.equal(code, 1);
    const said = new TextDecoder().decode(stderr);
    assert.match(said, message);
    assert.doesNotMatch(said, /at file:|correct horse/);
  }
});

Deno.test("user commands say why they cannot", async () => {
  await using at = await createFixture();
  await adminWithInput(at.env, `${OLD}\n`, "user", "add", "sari");
  const cases: [string, string[], RegExp][] = [
    [`${NEW}\n`, ["user", "add", "sari"], /there is one; "user passwd"/],
    [`${NEW}\n`, ["user", "add", "sa ri"], /no spaces/],
    [`${NEW}\n`, ["user", "add"], /without name/],
    ["short\n", ["user", "add", "budi"], /8 to 1024 characters/],
    ["", ["user", "add", "budi"], /line of input is missing/],
    [`${NEW}\n`, ["user", "passwd", "budi"], /Cannot find the user "budi"/],
    ["", ["user", "remove", "budi"], /Cannot find the user "budi"/],
    ["", ["user", "add", "budi", "--new_password", NEW], /Cannot read the options/],
  ];
  for (const [input, words, message] of cases) {
    const { code, err } = await adminWithInput(at.env, input, ...words);
    assert.equal(code, 1, words.join(" "));
    assert.match(err, message);
  }
  assert.match((await admin(at.env, "user", "list")).out, /^name .*\nsari /);
  await adminWithInput(at.env, `${NEW}\n`, "user", "add", "budi");
  assert.doesNotMatch((await admin(at.env, "user", "remove", "budi")).out, /no administrator/);
  const last = await admin(at.env, "user", "remove", "sari");
  assert.match(last.out, /is removed\.\n\nThere is no administrator left/);
});
