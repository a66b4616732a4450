import assert from "node:assert/strict";
import { COMMANDS } from "../../src/admin/commands/commands.ts";
import { desk, deskJson, ISSUE } from "../support/desk.ts";
import { createFixture } from "../support/fixture.ts";
import { startSmtpServer } from "../support/smtp_server.ts";

interface Key {
  readonly id: string;
  readonly ips: readonly string[];
  readonly plan: string;
  readonly expires_at: string | null;
  readonly used: number | null;
  readonly limit: number | null;
}

interface Issued {
  readonly id: string;
  readonly secret: string;
}

Deno.test("key issue without --ip names the groups that will refuse the key, if it may read any such", async () => {
  await using at = await createFixture();
  const note = "Without --ip, every path of a wrapped group refuses this key " +
    '(IP_NOT_WHITELISTED): /api/groupb/…; see "key allow-ip".';
  const notes = async (...words: string[]) => {
    const { code, out, err } = await desk(at.env, ...ISSUE, ...words);
    assert.equal(code, 0);
    return `${out}${err}`.includes(note);
  };
  assert.equal(await notes(), true);
  assert.equal(await notes("--group", "groupb"), true);
  assert.equal(await notes("--group", "groupa"), false);
  assert.equal(await notes("--ip", "192.0.2.7"), false);
});

Deno.test("a key's plan, end and addresses change, by options or by words", async () => {
  await using at = await createFixture();
  const { id } = await deskJson<Issued>(
    at.env,
    ...ISSUE,
    "--ip",
    "192.0.2.7",
    "--ip",
    "2001:DB8::/48",
  );
  const change = (verb: string, ...words: string[]) =>
    deskJson<Key>(at.env, "key", verb, id, ...words);

  assert.deepEqual((await change("show")).ips, ["192.0.2.7", "2001:db8::/48"]);
  assert.deepEqual((await change("allow-ip", "198.51.100.0/24", "192.0.2.7")).ips, [
    "192.0.2.7",
    "2001:db8::/48",
    "198.51.100.0/24",
  ]);
  assert.deepEqual((await change("deny-ip", "--ip", "2001:db8:0::/48")).ips, [
    "192.0.2.7",
    "198.51.100.0/24",
  ]);
  assert.equal((await change("set-plan", "developer")).plan, "developer");
  assert.equal((await change("set-plan", "--plan", "priority")).limit, 50_000);
  assert.equal((await change("extend", "2031-01-31")).expires_at, "2031-01-31T17:00:00.000Z");
  assert.equal(
    (await change("extend", "--expires", "2031-01-31T12:00:00+07:00")).expires_at,
    "2031-01-31T05:00:00.000Z",
  );
  assert.equal((await change("extend", "never")).expires_at, null);
  await change("extend", "2031-01-31");
  assert.match((await desk(at.env, "key", "list")).out, / 2031-01-31 \(Asia\/Jakarta\) /);
  const shown = await desk(at.env, "key", "show", id);
  assert.match(shown.out, /^expires +2031-01-31 \(Asia\/Jakarta\)$/m);
  await change("extend", "2031-01-31T12:00:00Z");
  const atNoon = await desk(at.env, "key", "show", id);
  assert.match(atNoon.out, /^expires +2031-01-31 12:00 UTC$/m);
  const missing = await desk(at.env, "key", "deny-ip", id, "203.0.113.9");
  assert.equal(missing.code, 1);
  assert.match(missing.err, /it holds 192\.0\.2\.7, 198\.51\.100\.0\/24/);
});

Deno.test("a revoked key stays as it is, whatever is asked for", async () => {
  await using at = await createFixture();
  const { id } = await deskJson<Issued>(at.env, ...ISSUE);
  await deskJson(at.env, "key", "revoke", id);
  const before = await deskJson(at.env, "key", "show", id);
  const changes = [
    ["rotate", id],
    ["set-plan", id, "developer"],
    ["extend", id, "never"],
    ["credit", id, "5"],
    ["allow-ip", id, "192.0.2.1"],
    ["deny-ip", id, "192.0.2.1"],
  ];
  for (const words of changes) {
    const { code, err } = await desk(at.env, "key", ...words);
    assert.equal(code, 1, words[0]);
    assert.match(err, /it is revoked; issue another/);
  }
  assert.deepEqual(await deskJson(at.env, "key", "revoke", id), before);
});

Deno.test("key issue --send mails the key to its owner, and says so", async () => {
  await using smtp = startSmtpServer((recipient) => recipient === "gone@fans.example");
  await using at = await createFixture({ SMTP_URL: smtp.url });
  const issued = await desk(at.env, ...ISSUE, "--send", "--json");
  assert.equal(issued.code, 0, issued.err);
  const { secret } = JSON.parse(issued.out);
  assert.match(issued.err, /mailed to sari@fans\.example/);
  const [mail] = smtp.mails;
  assert.deepEqual(mail!.to, ["sari@fans.example"]);
  assert.equal(mail!.from, "halo@oshibase.example");
  assert.ok(mail!.text.includes(secret));

  const words = ISSUE.map((word) => word === "sari@fans.example" ? "gone@fans.example" : word);
  const failed = await desk(at.env, ...words, "--send");
  assert.equal(failed.code, 1);
  assert.match(failed.out, /J-osb_\w{38}/);
  assert.match(failed.out, /could not be sent: .*No such mailbox/);
});

Deno.test("without a mail server --send shows what it would have sent, the secret only once", async () => {
  await using at = await createFixture();
  const { code, out, err } = await desk(at.env, ...ISSUE, "--send", "--json");
  assert.equal(code, 0);
  const { secret } = JSON.parse(out);
  assert.match(err, /SMTP_URL is not set[^]*To: sari@fans\.example[^]*Hello Sari/);
  assert.equal(err.includes(secret), false);
  const shown = await desk(at.env, ...ISSUE, "--send");
  assert.equal(shown.out.match(/J-osb_/g)!.length, 1);
  assert.match(shown.out, /not shown again\. Every server knows it within 3 seconds\./);
});

Deno.test("admin says what is wrong and how to go on", async () => {
  await using at = await createFixture();
  const { id } = await deskJson<Issued>(at.env, ...ISSUE);
  const person = ["--owner", "A", "--email", "a@b.example"];
  const cases: [string[], RegExp][] = [
    [["key", "issue"], /without --owner, --email, --plan$/m],
    [["key", "issue", ...person, "--plan", "gold"], /expected one of standard/],
    [
      ["key", "issue", ...person, "--plan", "standard", "--group", "groupz"],
      /expected one of groupa/,
    ],
    [["key", "issue", ...person, "--plan", "standard", "--ip", "10.0.0.1/33"], /"10\.0\.0\.1\/33"/],
    [["key", "issue", ...person, "--plan", "standard", "--ip", "010.0.0.1"], /Cannot read address/],
    [["key", "issue", ...person, "--plan", "standard", "--expires", "31.1.2030"], /as 2027-01-31/],
    [["key", "issue", ...person, "--plan", "standard", "--expires", "2026-02-30"], /as 2027-01-31/],
    [
      ["key", "issue", "--owner", " ", "--email", "a@b.c", "--plan", "standard"],
      /one line of text/,
    ],
    [["key", "issue", "--owner", "", "--email", "a@b.c", "--plan", "standard"], /without --owner/],
    [
      ["key", "issue", ...person.with(3, "nobody"), "--plan", "standard"],
      /e-mail address "nobody"/,
    ],
    [["key", "issue", ...person, ...person, "--plan", "standard"], /Cannot take --owner twice/],
    [["key", "revoke"], /without id/],
    [["key", "revoke", "k_nobody"], /Cannot find the key "k_nobody"; "key list"/],
    [["key", "show", "J-osb_0123456789"], /Cannot find the key by its secret/],
    [["key", "credit", id, "0"], /from 1 to/],
    [["key", "credit", id, "many"], /Cannot use requests "many": expected a whole number/],
    [["key", "credit", id], /without requests/],
    [["key", "extend", id], /without expires/],
    [["key", "usage", id, "--days", "0"], /from 1 to 400/],
    [["key", "set-plan", id, "standard", "gold"], /Cannot take plan twice/],
    [["key", "list", "--colour"], /--colour/],
    [["key", "list", "all"], /Cannot use "all": "key list" takes no such word; --help/],
    [["key", "issue", "--owner", "--plan", "standard"], /'--owner' has no value; --help/],
    [["key", "issue", "--plan"], /'--plan <value>' has no value; --help/],
    [["key", "open"], /"key" takes issue, list/],
    [["lock", "open"], /Cannot find the command "lock open": there are key, token/],
    [["key", "list", "--server"], /--server without an address/],
  ];
  for (const [words, message] of cases) {
    const { code, out, err } = await desk(at.env, ...words);
    assert.equal(code, 1, words.join(" "));
    assert.match(err, message);
    assert.equal(out, "");
    assert.doesNotMatch(err, /at file:/);
  }
});

Deno.test("help shows every command, and a command's options", async () => {
  for (const words of [[], ["--help"], ["help"], ["-h"]]) {
    const { code, out } = await desk({}, ...words);
    assert.equal(code, 0);
    for (const line of ["key issue --owner <name>", "token review <id>", "store restore <file>"]) {
      assert.ok(out.includes(line), line);
    }
    for (const line of out.split("\n")) assert.ok(line.length <= 100, line);
    for (const { noun, verb, at } of COMMANDS.filter(({ at }) => at?.always)) {
      const text = out.replaceAll(/\s+/g, " ");
      assert.match(text, new RegExp(`lets you look: .*${noun} ${verb}`), at?.path);
    }
  }
  const { out } = await desk({}, "key", "issue", "--help");
  assert.match(out, /--expires <date> +the last day it holds/);
  assert.match(out, /--server <address>/);
  assert.doesNotMatch((await desk({}, "key")).out, /token review/);
});
