import assert from "node:assert/strict";
import { admin, adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { createFixture } from "../support/server_fixture.ts";
import { startServer } from "../support/server.ts";
import { startSmtpServer } from "../support/smtp_server.ts";

const LOGIN = { ADMIN_USERNAME: "root", ADMIN_PASSWORD: "pä ss 🐎 word, of some length" };

Deno.test("--server runs the same commands, with the same output", async () => {
  await using smtp = await startSmtpServer();
  await using at = await createFixture();
  const env = { ...LOGIN, ADMIN_API: "on", SMTP_URL: smtp.url };
  await using server = await startServer({ ...at.env, ...env });
  // The operator's machine has neither store nor content.
  const there = ["--server", server.base];
  const away = { ...LOGIN, KV_PATH: `${at.path}/nowhere/store.kv`, OUT_DIR: `${at.path}/nothing` };

  const { id, secret } = await adminJson<{ id: string; secret: string }>(away, ...there, ...ISSUE);
  const response = await fetch(`${server.base}v1/key?apikey=${secret}`);
  assert.equal((await response.json()).plan, "standard");
  const changes = [
    ["key", "allow-ip", id, "192.0.2.1", "192.0.2.2"],
    ["key", "credit", id, "7"],
    ["key", "usage", id, "--days", "2"],
    ["key", "list"],
    ["code", "list"],
    ["audit", "export", "--limit", "3"],
  ];
  for (const words of changes) {
    const remote = await admin(away, ...words, ...there);
    assert.equal(remote.code, 0, remote.err);
    assert.notEqual(remote.out, "");
    const isChange = ["allow-ip", "credit"].includes(words[1]!);
    const local = await admin(at.env, ...isChange ? ["key", "show", id] : words);
    assert.equal(remote.out, local.out, words.join(" "));
  }
  assert.equal((await adminJson<{ limit: number }>(at.env, "key", "show", id)).limit, 5007);

  const made = await adminJson<{ password: string }>(away, "user", "add", "sari", ...there);
  const sari = { ...away, ADMIN_USERNAME: "sari", ADMIN_PASSWORD: made.password };
  const apply = ["token", "apply", "--organization", "A", "--name", "B", "--email", "b@c.example"];
  const applied = await adminJson<{ id: string }>(sari, ...apply, ...there);
  const granted = await admin(sari, "token", "review", applied.id, "--approve", "--json", ...there);
  assert.deepEqual(Object.keys(JSON.parse(granted.out)), ["id", "secret"]);
  assert.match(granted.err, /mailed to b@c\.example/);
  assert.equal(smtp.mails.length, 1);
  const nothing = await Deno.stat(`${at.path}/nowhere`).catch(() => undefined);
  assert.equal(nothing, undefined);
});

Deno.test("--server says what is in the way", async () => {
  await using at = await createFixture(LOGIN);
  await using server = await startServer(at.env);
  const there = ["--server", server.base];
  const cases: [Record<string, string>, string[], RegExp][] = [
    [LOGIN, [...ISSUE, ...there], /Cannot run "key issue" there: .*ADMIN_API=on/],
    [
      { ...LOGIN, ADMIN_PASSWORD: "a wrong horse of some length" },
      ["key", "list", ...there],
      /Cannot log in/,
    ],
    [{}, ["key", "list", ...there], /without ADMIN_USERNAME and ADMIN_PASSWORD/],
    [LOGIN, ["store", "snapshot", "x", ...there], /uses this machine's files/],
    [LOGIN, ["key", "list", "--server", "api.example"], /write it as https:\/\/api\.example/],
    [
      LOGIN,
      ["key", "list", "--server", "http://api.example"],
      /the password would travel in clear/,
    ],
    [{}, ["key", "issue", ...there], /^Cannot run "key issue" without --owner/],
    [LOGIN, ["key", "usage", "..", ...there], /Cannot find the key "\.\."/],
    [LOGIN, ["key", "usage", "k_1", "0", ...there], /^Cannot use --days "0"/],
    [
      LOGIN,
      ["key", "list", "--server", `${server.base}healthz/`],
      /Cannot find the service at http:.*healthz/,
    ],
  ];
  for (const [env, words, message] of cases) {
    const { code, out, err } = await admin(env, ...words);
    assert.equal(code, 1, words.join(" "));
    assert.equal(out, "");
    assert.match(err, message);
    assert.doesNotMatch(err, /at file:|wrong horse|pä ss/);
  }
  await server.stop();
  const gone = await admin(LOGIN, "key", "list", ...there);
  assert.match(gone.err, /Cannot reach http:\/\/127\.0\.0\.1:\d+: .*refused/);
});

Deno.test("a server that asks elsewhere, or is another, is not followed", async () => {
  let asked = 0;
  const other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => {
    asked++;
    return asked === 1
      ? new Response(null, { status: 307, headers: { location: "http://192.0.2.1/" } })
      : Response.json({ hello: "there" });
  });
  try {
    const there = ["key", "list", "--server", `http://127.0.0.1:${other.addr.port}`];
    assert.match((await admin(LOGIN, ...there)).err, /Cannot reach/);
    assert.match((await admin(LOGIN, ...there)).err, /does not answer as this service does/);
  } finally {
    await other.shutdown();
  }
  assert.equal(asked, 2);
});
