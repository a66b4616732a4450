import assert from "node:assert/strict";
import { buildContent, command, startServer, until } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

async function admin(env: Record<string, string>, ...words: string[]) {
  const { code, stdout, stderr } = await command(["run", "-A", "src/admin/main.ts", ...words], env)
    .output();
  const decoder = new TextDecoder();
  return { code, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

Deno.test("key issue, list and revoke work on the store of a running server", async () => {
  await using folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/data/store.kv` };
  await buildContent(env);
  await using server = await startServer(env);
  const ask = async (key: string) => {
    const response = await fetch(`${server.base}api/groupa/members?apikey=${key}`);
    await response.body?.cancel();
    return response.status;
  };

  const person = ["--owner", "Sari", "--email", "sari@fans.example", "--plan", "standard"];
  const issued = await admin(env, "key", "issue", ...person, "--json");
  assert.equal(issued.code, 0, issued.err);
  const { id, secret } = JSON.parse(issued.out);
  await until(async () => await ask(secret) === 200, 3000);

  const listed = JSON.parse((await admin(env, "key", "list", "--json")).out);
  const record = listed.find((key: { id: string }) => key.id === id);
  assert.equal(record.owner, "Sari");
  assert.equal(record.hint, `J-…${secret.slice(-4)}`);
  assert.equal(JSON.stringify(listed).includes(secret), false);

  const revokedAt = performance.now();
  assert.equal((await admin(env, "key", "revoke", id)).code, 0);
  await until(async () => await ask(secret) === 403, 3000);
  assert.ok(performance.now() - revokedAt < 4000);
});

Deno.test("a key that may read one group is unknown to the others", async () => {
  await using folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/data/store.kv` };
  await buildContent(env);
  const person = ["--owner", "Sari", "--email", "sari@fans.example", "--plan", "standard"];
  const { out } = await admin(env, "key", "issue", ...person, "--group", "groupb", "--json");
  const { secret } = JSON.parse(out);
  await using server = await startServer(env);
  const bare = await fetch(`${server.base}api/groupa/members?apikey=${secret}`);
  assert.equal(bare.status, 403);
  assert.deepEqual(await bare.json(), { status: false, message: "Invalid API Key" });
  const birthdays = await fetch(`${server.base}v1/birthdays/upcoming?days=366&apikey=${secret}`);
  const { data } = await birthdays.json();
  assert.ok(data.length > 10);
  assert.deepEqual([...new Set(data.map((item: { group: string }) => item.group))], ["groupb"]);
});

Deno.test("admin says what is wrong and how to go on", async () => {
  await using folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/data/store.kv` };
  await buildContent(env);
  const cases: [string[], RegExp][] = [
    [["key", "issue"], /without --owner/],
    [
      ["key", "issue", "--owner", "A", "--email", "a@b.example", "--plan", "gold"],
      /expected one of standard/,
    ],
    [["key", "revoke"], /without id/],
    [["key", "revoke", "k_nobody"], /Cannot find the key "k_nobody"/],
    [["key", "list", "--colour"], /--colour/],
    [["lock", "open"], /Cannot find the command "lock open"/],
  ];
  for (const [words, message] of cases) {
    const { code, out, err } = await admin(env, ...words);
    assert.equal(code, 1, words.join(" "));
    assert.match(err, message);
    assert.equal(out, "");
    assert.doesNotMatch(err, /at file:/);
  }
  for (const words of [[], ["--help"], ["key"], ["key", "issue", "--help"]]) {
    const { code, out } = await admin(env, ...words);
    assert.equal(code, 0);
    assert.match(out, /key issue/);
  }
});
