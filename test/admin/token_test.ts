import assert from "node:assert/strict";
import { desk, deskJson } from "../support/desk.ts";
import { createFixture } from "../support/fixture.ts";
import { startSmtpServer } from "../support/smtp_server.ts";

const APPLY = ["token", "apply", "--name", "Budi", "--email", "budi@fans.example"];

interface Token {
  readonly id: string;
  readonly state: string;
  readonly hint: string | null;
  readonly reviewed_at: string | null;
  readonly reason: string | null;
}

Deno.test("an application is reviewed, granted, mailed, replaced and revoked; its record stays", async () => {
  await using smtp = startSmtpServer();
  await using at = await createFixture({
    SMTP_URL: smtp.url,
    MAIL_FROM: "Tokens <tokens@oshibase.example>",
  });
  const applied = await deskJson<Token>(at.env, ...APPLY, "--organization", "Fanbase Satu");
  assert.deepEqual(Object.keys(applied), ["id", "state"]);
  assert.equal(applied.state, "applied");

  const { id } = applied;
  const granted = await deskJson<{ id: string; secret: string }>(
    ...[at.env, "token", "review", id, "--approve", "--reason", "Known for years"] as const,
  );
  assert.deepEqual(Object.keys(granted), ["id", "secret"]);
  assert.match(granted.secret, /^P-osb_\w{38}$/);
  assert.deepEqual(smtp.mails[0]!.to, ["budi@fans.example"]);
  assert.equal(smtp.mails[0]!.from, "tokens@oshibase.example");
  assert.ok(smtp.mails[0]!.text.includes(granted.secret));

  const regenerated = await deskJson<{ id: string; secret: string }>(
    ...[at.env, "token", "regenerate", id] as const,
  );
  assert.equal(regenerated.id, id);
  assert.notEqual(regenerated.secret, granted.secret);
  assert.ok(smtp.mails[1]!.text.includes(regenerated.secret));

  assert.equal((await deskJson<Token>(at.env, "token", "revoke", id)).state, "revoked");
  const [record, ...others] = await deskJson<Token[]>(at.env, "token", "list");
  assert.deepEqual(others, []);
  assert.deepEqual(Object.keys(record!), [
    ...["id", "organization", "name", "email", "state", "hint", "applied_at", "reviewed_at"],
    "reason",
  ]);
  assert.equal(record!.hint, `P-…${regenerated.secret.slice(-4)}`);
  assert.equal(record!.reason, "Known for years");
  assert.match(record!.reviewed_at!, /Z$/);
  assert.equal(smtp.mails.length, 2);
});

Deno.test("an application is turned down with a reason, and another may follow", async () => {
  await using at = await createFixture();
  const apply = [...APPLY, "--organization", "Fanbase Dua"];
  const { id } = await deskJson<Token>(at.env, ...apply);
  const rejected = await deskJson<Token>(
    ...[at.env, "token", "review", id, "--reject", "--reason", "Not known"] as const,
  );
  assert.equal(rejected.state, "rejected");
  assert.equal(rejected.reason, "Not known");
  assert.equal(rejected.hint, null);
  const next = await deskJson<Token>(at.env, ...apply);
  assert.notEqual(next.id, id);
  const states = (await deskJson<Token[]>(at.env, "token", "list")).map(({ state }) => state);
  assert.deepEqual(states, ["rejected", "applied"]);
});

Deno.test("an applicant who is turned down gets a letter with the reason; one that fails is reported", async () => {
  await using smtp = startSmtpServer((recipient) => recipient.startsWith("full"));
  await using at = await createFixture({
    SMTP_URL: smtp.url,
    MAIL_FROM: "Tokens <tokens@oshibase.example>",
  });
  const apply = async (organization: string, email: string) => {
    const who = ["--organization", organization, "--name", "Budi", "--email", email];
    return (await deskJson<Token>(at.env, "token", "apply", ...who)).id;
  };
  const reject = (id: string) =>
    desk(at.env, "token", "review", id, "--reject", "--reason", "Not yet known é 🌸");
  const first = await apply("Fanbase Satu", "budi@fans.example");
  const done = await reject(first);
  assert.equal(done.code, 0);
  assert.match(done.out, /is turned down\.\nThe reason was mailed to budi@fans\.example\.\n/);
  const [mail] = smtp.mails;
  assert.deepEqual(mail!.to, ["budi@fans.example"]);
  assert.equal(mail!.from, "tokens@oshibase.example");
  assert.match(mail!.headers.get("subject")!, /^Your application for priority access to /);
  assert.match(mail!.headers.get("content-type")!, /^text\/plain/);
  assert.match(mail!.text, /Hello Budi,[^]*Fanbase Satu[^]*\n\nNot yet known é 🌸\n\n/);

  const second = await apply("Fanbase Dua", "full@fans.example");
  const failed = await reject(second);
  assert.equal(failed.code, 1);
  assert.match(failed.out, /is turned down\.[^]*full@fans\.example could not be sent: .*mailbox/);
  assert.equal(smtp.mails.length, 1);
  const tokens = await deskJson<Token[]>(at.env, "token", "list");
  assert.deepEqual(tokens.map(({ state }) => state), ["rejected", "rejected"]);
});

Deno.test("a token that is granted without a mail server is shown once, with what was not sent", async () => {
  await using at = await createFixture();
  const { id } = await deskJson<Token>(at.env, ...APPLY, "--organization", "Fanbase Satu");
  const { code, out } = await desk(at.env, "token", "review", id, "--approve");
  assert.equal(code, 0);
  assert.equal(out.match(/P-osb_/g)!.length, 1);
  assert.match(out, /SMTP_URL is not set[^]*To: budi@fans\.example[^]*x-priority-token/);
  const listed = await desk(at.env, "token", "list");
  assert.match(listed.out, /Fanbase Satu +Budi +budi@fans\.example +approved/);
  assert.doesNotMatch(listed.out, /P-osb_/);
});

Deno.test("token commands say why they cannot", async () => {
  await using at = await createFixture();
  const { id } = await deskJson<Token>(at.env, ...APPLY, "--organization", "Fanbase Satu");
  const cases: [string[], RegExp][] = [
    [[...APPLY, "--organization", "FANBASE satu"], /has applied already; review t_/],
    [["token", "review", id], /expected --approve or --reject, got neither/],
    [["token", "review", id, "--approve", "--reject"], /got both/],
    [["token", "review", id, "--reject"], /without --reason/],
    [["token", "regenerate", id], /it is applied, not approved/],
    [["token", "revoke", id], /it is applied, not approved/],
    [["token", "review", "t_nobody", "--approve"], /Cannot find the token "t_nobody"/],
    [[...APPLY, "--organization", "A\nB"], /one line of text/],
    [
      ["token", "apply", "--organization", "A", "--name", "B", "--email", "a b@c"],
      /e-mail address/,
    ],
  ];
  for (const [words, message] of cases) {
    const { code, err } = await desk(at.env, ...words);
    assert.equal(code, 1, words.join(" "));
    assert.match(err, message);
  }
  await desk(at.env, "token", "review", id, "--approve");
  const again = await desk(at.env, "token", "review", id, "--approve");
  assert.match(again.err, /it is approved, not applied/);
  const second = await desk(at.env, ...APPLY, "--organization", "Fanbase Satu");
  assert.match(second.err, /has a token already; "token regenerate t_/);
  await desk(at.env, "token", "revoke", id);
  assert.equal((await desk(at.env, "token", "revoke", id)).code, 0);
  assert.equal((await desk(at.env, ...APPLY, "--organization", "Fanbase Satu")).code, 0);
});
