import assert from "node:assert/strict";
import { adminWithInput } from "../support/admin.ts";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { startServer } from "../support/server.ts";
import { until } from "../support/until.ts";

interface Issued {
  readonly id: string;
  readonly secret: string;
}

const PASSWORD = "correct horse";

/** A store with one of each, and what opens it. */
async function furnish({ env }: Fixture) {
  const key = await deskJson<Issued>(env, ...ISSUE, "--ip", "127.0.0.1");
  const revoked = await deskJson<Issued>(env, ...ISSUE);
  await deskJson(env, "key", "revoke", revoked.id);
  const apply = ["token", "apply", "--name", "Budi", "--email", "b@fans.example", "--organization"];
  const { id } = await deskJson<Issued>(env, ...apply, "Satu");
  const token = await deskJson<Issued>(env, "token", "review", id, "--approve");
  await deskJson(env, ...apply, "Dua");
  await adminWithInput(env, `${PASSWORD}\n`, "user", "add", "sari");
  const code = await deskJson<Issued>(env, "code", "issue", "--uses", "3");
  await deskJson(env, "code", "use", code.id);
  return { key, revoked, token, code };
}

/** The statuses that the credentials get from a server of this place. */
async function use({ env }: Fixture, { key, revoked, code }: Awaited<ReturnType<typeof furnish>>) {
  await using server = await startServer(env);
  const status = async (path: string, headers: Record<string, string> = {}) => {
    let last = 503;
    // The store of a busy machine may be slow.
    await until(async () => {
      const response = await fetch(server.base + path, { headers });
      await response.body?.cancel();
      return (last = response.status) !== 503;
    });
    return last;
  };
  return [
    await status(`api/groupa/members?apikey=${key.secret}`),
    await status(`api/groupa/members?apikey=${revoked.secret}`),
    await status("api/admin/keys", { username: "sari", password: PASSWORD }),
    await status(`api/codes/verify?code=${code.secret}`),
  ];
}

const OPEN = [200, 403, 200, 200];
const SHUT = [403, 403, 403, 404];

/** Everything that lists say. What was used is not in a backup: it is 0 here until a key is used. */
async function lists({ env }: Fixture) {
  return await Promise.all(
    ["key", "token", "user", "code"].map((noun) => deskJson(env, noun, "list")),
  );
}

Deno.test("a backup with the pepper makes the same store elsewhere", async () => {
  await using from = await createFixture();
  await using to = await createFixture();
  const credentials = await furnish(from);
  const file = `${from.path}/backup.json`;
  const wrote = await deskJson(from.env, "store", "backup", file, "--with-pepper");
  assert.deepEqual(wrote, {
    file,
    keys: 2,
    tokens: 2,
    users: 1,
    codes: 1,
    feeds: 0,
    webhooks: 0,
    pepper: true,
  });
  assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
  assert.doesNotMatch(await Deno.readTextFile(file), /[JPF]-osb_|correct horse/);

  assert.deepEqual(await use(to, credentials), SHUT);
  const restored = await desk(to.env, "store", "restore", file);
  assert.equal(restored.code, 0, restored.err);
  assert.match(
    restored.out,
    /Restored 2 keys, 2 tokens, 1 user, 1 code, 0 feed tokens and 0 webhooks/,
  );
  assert.match(restored.out, /pepper is the backup's now/);
  assert.equal((await Deno.stat(`${to.env.KV_PATH}.pepper`)).mode! & 0o777, 0o600);
  assert.deepEqual(await lists(to), await lists(from));
  assert.deepEqual(await use(to, credentials), OPEN);

  const again = await desk(
    ...[to.env, "token", "apply", "--organization", "DUA", "--name", "B", "--email", "b@c.example"],
  );
  assert.match(again.err, /has applied already/);
  assert.equal((await desk(to.env, "token", "regenerate", credentials.token.id)).code, 0);
});

Deno.test("a backup without the pepper serves the store it came from, and its like", async () => {
  await using from = await createFixture({ KEY_PEPPER: "a pepper that both places have" });
  await using to = await createFixture({ KEY_PEPPER: "a pepper that both places have" });
  await using other = await createFixture();
  const credentials = await furnish(from);
  const file = `${from.path}/backup.json`;
  await deskJson(from.env, "store", "backup", file);
  assert.doesNotMatch(await Deno.readTextFile(file), /both places/);
  const refused = await desk(other.env, "store", "restore", file);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /made with another pepper/);
  await deskJson(to.env, "store", "restore", file);
  assert.deepEqual(await use(to, credentials), OPEN);
});

Deno.test("restore overwrites nothing unless told, and then leaves nothing else", async () => {
  await using at = await createFixture();
  const credentials = await furnish(at);
  const file = `${at.path}/backup.json`;
  await deskJson(at.env, "store", "backup", file);
  const before = await lists(at);
  const later = await deskJson<Issued>(at.env, ...ISSUE);
  await deskJson(at.env, "key", "revoke", credentials.key.id);
  await deskJson(at.env, "token", "regenerate", credentials.token.id);

  const refused = await desk(at.env, "store", "restore", file);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /holds credentials already\. --overwrite/);
  assert.equal((await deskJson<Issued[]>(at.env, "key", "list")).length, 3);

  const done = await desk(at.env, "store", "restore", file, "--overwrite");
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /What the store held before is gone/);
  assert.deepEqual(await lists(at), before);
  assert.deepEqual(await use(at, credentials), OPEN);
  assert.equal((await desk(at.env, "key", "show", later.id)).code, 1);
});

Deno.test("a backup replaces no file unless told", async () => {
  await using at = await createFixture();
  const file = `${at.path}/backup.json`;
  await Deno.writeTextFile(file, "mine");
  const refused = await desk(at.env, "store", "backup", file);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /is there already; --overwrite replaces it/);
  assert.equal(await Deno.readTextFile(file), "mine");
  await deskJson(at.env, "store", "backup", file, "--overwrite");
  assert.match(await Deno.readTextFile(file), /"format": "oshibase-backup"/);
  assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
  const names = [...Deno.readDirSync(at.path)].map(({ name }) => name);
  assert.deepEqual(names.sort(), ["backup.json", "data", "out"]);
});

Deno.test("restore says what is wrong with a file, and changes nothing", async () => {
  await using at = await createFixture();
  const cases: [string | undefined, RegExp][] = [
    [undefined, /there is no such file/],
    ["not json", /no JSON object/],
    ["{}", /it is no backup/],
    ['{"format":"oshibase-backup","version":3}', /another version/],
    ['{"format":"oshibase-backup","version":1}', /its pepper_mark is missing/],
    ['{"format":"oshibase-backup","version":1,"pepper_mark":"m"}', /its keys are missing/],
  ];
  const file = `${at.path}/broken.json`;
  for (const [text, message] of cases) {
    if (text !== undefined) await Deno.writeTextFile(file, text);
    const { code, err } = await desk(at.env, "store", "restore", file);
    assert.equal(code, 1);
    assert.match(err, message);
    assert.doesNotMatch(err, /at file:/);
  }
  assert.deepEqual(await lists(at), [[], [], [], []]);
});

Deno.test("restore takes a file with one damaged record for damaged, and changes nothing", async () => {
  await using from = await createFixture();
  await using to = await createFixture();
  await furnish(from);
  const file = `${from.path}/backup.json`;
  await deskJson(from.env, "store", "backup", file, "--with-pepper");
  const whole = await Deno.readTextFile(file);
  // deno-lint-ignore no-explicit-any
  const damages: [(backup: any) => void, RegExp][] = [
    [({ keys }) => keys.push(null), /"id" is missing or wrong in number 3 of its keys/],
    [({ keys }) => keys[0].ips = ["nonsense"], /"ips" .* number 1 of its keys/],
    [({ keys }) => keys[1].ips = "127.0.0.1", /"ips" .* number 2 of its keys/],
    [({ keys }) => delete keys[0].createdAt, /"createdAt" .* its keys/],
    [({ keys }) => keys[0].expiresAt = "never", /"expiresAt" .* its keys/],
    [({ keys }) => keys.push(keys[0]), /two of its keys have one id/],
    [({ keys }) => keys.push({ ...keys[0], id: "k_2" }), /two of its keys have one digest/],
    [({ tokens }) => delete tokens[0].state, /"state" .* its tokens/],
    [({ users }) => users[0].password.hash = "AAAA", /"password" .* its users/],
    [({ users }) => users[0].password.rounds = 0, /"password" .* its users/],
    [({ codes }) => codes[0].limit = "many", /"limit" .* its codes/],
    [(backup) => backup.pepper += "x", /its pepper is not the one/],
  ];
  const broken = `${to.path}/broken.json`;
  for (const [damage, message] of damages) {
    const backup = JSON.parse(whole);
    damage(backup);
    await Deno.writeTextFile(broken, JSON.stringify(backup));
    const { code, err } = await desk(to.env, "store", "restore", broken);
    assert.equal(code, 1);
    assert.match(err, message);
  }
  assert.deepEqual(await lists(to), [[], [], [], []]);
});

Deno.test("a large store is carried whole", async () => {
  await using from = await createFixture({ KEY_PEPPER: "a pepper that both places have" });
  await using to = await createFixture({ KEY_PEPPER: "a pepper that both places have" });
  const file = `${from.path}/backup.json`;
  await deskJson(from.env, "store", "backup", file);
  const backup = JSON.parse(await Deno.readTextFile(file));
  const ips = Array.from({ length: 500 }, (_, n) => `2001:db8:1234:5678:9abc:def0:1234:${n}`);
  backup.keys = Array.from({ length: 2500 }, (_, n) => ({
    ...{ id: `k_${n}`, digest: `digest ${n}`, hint: "J-…", owner: "Sari", email: "s@fans.example" },
    ...{ plan: "standard", groups: [], ips: n % 50 === 0 ? ips : [], createdAt: n },
  }));
  await Deno.writeTextFile(file, JSON.stringify(backup));
  await deskJson(to.env, "store", "restore", file);
  const again = `${to.path}/again.json`;
  assert.equal((await deskJson(to.env, "store", "backup", again)).keys, 2500);
  assert.deepEqual(JSON.parse(await Deno.readTextFile(again)).keys, backup.keys);
});
