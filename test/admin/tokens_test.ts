import assert from "node:assert/strict";
import { REPOSITORY } from "../support/contents.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { type World, world } from "../support/world.ts";

const APPLY = ["token", "apply", "--name", "Budi", "--email", "budi@fans.example"];
const SATU = [...APPLY, "--organization", "Fanbase Satu"];

interface Token {
  readonly id: string;
  readonly state: string;
  readonly organization: string;
}

const open = (env: Record<string, string> = {}) =>
  world({ ...REPOSITORY, plans: "content", plan: null, env });

async function tokens(app: World): Promise<Token[]> {
  return await app.told(["token", "list"]);
}

Deno.test("an application is reviewed, granted, mailed, replaced and revoked; its record stays", async () => {
  await using smtp = await startSmtpServer();
  const MAIL_FROM = "Tokens <tokens@oshibase.example>";
  await using app = await open({ SMTP_URL: smtp.url, MAIL_FROM });
  const applied = await app.told(SATU);
  assert.deepEqual(applied, { id: applied.id, state: "applied" });
  const { id } = applied;
  const review = ["token", "review", id, "--approve", "--reason", "Known for years"];
  const granted = await app.told(review);
  assert.deepEqual(Object.keys(granted), ["id", "secret"]);
  const regenerated = await app.told(["token", "regenerate", id]);
  assert.equal(regenerated.id, id);
  assert.notEqual(regenerated.secret, granted.secret);
  assert.equal((await app.told(["token", "revoke", id])).state, "revoked");
  const all = await app.told(["token", "list"]);
  assert.equal(all.length, 1);
  assert.deepEqual(Object.keys(all[0]), [
    ...["id", "organization", "name", "email", "state", "hint", "applied_at", "reviewed_at"],
    "reason",
  ]);
  assert.equal(all[0].hint, `P-…${regenerated.secret.slice(-4)}`);
  assert.equal(all[0].reason, "Known for years");
  assert.match(all[0].reviewed_at, /Z$/);
  assert.equal(smtp.mails.length, 2);
  for (const [n, { secret }] of [granted, regenerated].entries()) {
    const { to, from, text } = smtp.mails[n]!;
    assert.deepEqual([to, from], [["budi@fans.example"], "tokens@oshibase.example"]);
    assert.ok(text.includes(secret));
  }
});

Deno.test("an applicant who is turned down gets a letter with the reason; one that fails is reported; another may follow", async () => {
  await using smtp = await startSmtpServer((recipient) => recipient.startsWith("full"));
  await using app = await open({ SMTP_URL: smtp.url });
  const apply = async (email: string) => {
    const who = ["--organization", "Fanbase Satu", "--name", "Budi", "--email", email];
    const { id } = await app.told(["token", "apply", ...who]);
    return await app.run(["token", "review", id, "--reject", "--reason", "Not yet known é 🌸"]);
  };
  const done = await apply("budi@fans.example");
  assert.equal(done.code, 0);
  assert.match(done.out, /is turned down\.\nIt was mailed to budi@fans\.example\.\n/);
  const [mail] = smtp.mails;
  assert.deepEqual(mail!.to, ["budi@fans.example"]);
  assert.match(mail!.headers.get("subject")!, /^Your application for priority access to /);
  assert.match(mail!.headers.get("content-type")!, /^text\/plain/);
  assert.match(mail!.text, /Hello Budi,[^]*Fanbase Satu[^]*\n\nNot yet known é 🌸\n\n/);
  const failed = await apply("full@fans.example");
  assert.equal(failed.code, 1);
  assert.match(failed.out, /is turned down\.[^]*full@fans\.example could not be sent: .*mailbox/);
  assert.deepEqual((await tokens(app)).map(({ state }) => state), ["rejected", "rejected"]);
});

Deno.test("an organization's name may become far longer without case and accents", async () => {
  await using app = await open();
  const apply = [...APPLY, "--organization", "ﷺ".repeat(200)];
  await app.told(apply);
  assert.match((await app.run(apply)).err, /has applied already/);
});

Deno.test("token commands say why they cannot", async () => {
  await using app = await open();
  const { id } = await app.told(SATU);
  const saidOf = async (words: string[]) => {
    const { code, err } = await app.run(words);
    assert.equal(code, 1, words.join(" "));
    return err;
  };
  const cases: [string[], RegExp][] = [
    [[...APPLY, "--organization", "FANBASE satu"], /has applied already; review t_/],
    [["token", "review", id], /expected --approve or --reject, got neither/],
    [["token", "review", id, "--approve", "--reject"], /got both/],
    [["token", "review", id, "--reject"], /without --reason/],
    [["token", "regenerate", id], /it is applied, not approved/],
    [["token", "revoke", id], /it is applied, not approved/],
    [["token", "review", "t_nobody", "--approve"], /Cannot find the token "t_nobody"/],
    [[...APPLY, "--organization", "A\nB"], /one line of text/],
    [[...SATU.with(5, "a b@c")], /e-mail address/],
  ];
  for (const [words, message] of cases) assert.match(await saidOf(words), message);
  const approve = ["token", "review", id, "--approve"];
  await app.told(approve);
  assert.match(await saidOf(approve), /it is approved, not applied/);
  assert.match(await saidOf(SATU), /has a token already; "token regenerate t_/);
  for (const _ of "12") await app.told(["token", "revoke", id]);
  const { id: last } = await app.told(SATU);
  // Without a mail server the letter is shown.
  const { out } = await app.run(["token", "review", last, "--reject", "--reason", "Too soon"]);
  assert.match(out, /SMTP_URL is not set[^]*To: budi@fans\.example[^]*\n {2}Too soon\n/);
});
