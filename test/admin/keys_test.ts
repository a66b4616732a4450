import assert from "node:assert/strict";
import { REPOSITORY } from "../support/contents.ts";
import { startSmtpServer } from "../support/smtp_server.ts";
import { world, type WorldOptions } from "../support/world.ts";

const ISSUE = ["key", "issue", "--owner", "Sari", "--email", "sari@fans.example"];
const STANDARD = [...ISSUE, "--plan", "standard"];
const PERSON = ["--owner", "A", "--email", "a@b.example"];

const open = (more: Partial<WorldOptions> = {}) =>
  world({ ...REPOSITORY, plans: "content", plan: null, ...more });

Deno.test("a key is listed without its secret, and its plan, end, credit and addresses change", async () => {
  await using app = await open();
  const addresses = ["--ip", "192.0.2.7", "--ip", "2001:DB8::/48"];
  const { id, secret } = await app.told([...STANDARD, ...addresses]);
  const change = (verb: string, ...words: string[]) => app.told(["key", verb, id, ...words]);
  const [listed] = await app.told(["key", "list"]);
  assert.deepEqual(Object.keys(listed), [
    ...["id", "hint", "owner", "email", "plan", "groups", "ips", "created_at", "expires_at"],
    ...["revoked_at", "used", "limit"],
  ]);
  assert.deepEqual([listed.hint, listed.limit], [`J-…${secret.slice(-4)}`, 5_000]);
  assert.deepEqual((await change("show")).ips, ["192.0.2.7", "2001:db8::/48"]);
  const allowed = (await change("allow-ip", "198.51.100.0/24", "192.0.2.7")).ips;
  assert.deepEqual(allowed, ["192.0.2.7", "2001:db8::/48", "198.51.100.0/24"]);
  const left = (await change("deny-ip", "--ip", "2001:db8:0::/48")).ips;
  assert.deepEqual(left, ["192.0.2.7", "198.51.100.0/24"]);
  // A range is its network, however it is written.
  assert.deepEqual(
    (await change("allow-ip", "10.1.2.3/24", "10.1.2.0/24")).ips.at(-1),
    "10.1.2.0/24",
  );
  assert.deepEqual((await change("deny-ip", "10.1.2.77/24")).ips, left);
  const more = await app.run(["key", "allow-ip", id, "10.9.8.7/16"]);
  assert.match(more.out + more.err, /from all 65,536 addresses of 10\.9\.0\.0\/16\./);
  await change("deny-ip", "10.9.0.0/16");
  const wide = await app.run([...STANDARD, "--ip", "203.0.113.5/24", "--ip", "2001:db8::7/48"]);
  assert.match(wide.out + wide.err, /from all 256 addresses of 203\.0\.113\.0\/24\./);
  assert.match(wide.out + wide.err, /from all 2\^80 addresses of 2001:db8::\/48\./);
  const missing = await app.run(["key", "deny-ip", id, "203.0.113.9"]);
  assert.match(missing.err, /it holds 192\.0\.2\.7, 198\.51\.100\.0\/24/);
  assert.equal((await change("set-plan", "developer")).plan, "developer");
  assert.equal((await change("set-plan", "--plan", "priority")).limit, 50_000);
  assert.equal((await change("credit", "250")).limit, 50_250);
  assert.equal((await change("credit", "--requests", "50")).limit, 50_300);
  assert.equal((await app.json("/v1/key", { key: secret, from: "192.0.2.7" })).limit, 50_300);
  const usage = await change("usage", "7");
  assert.equal(usage.length, 7);

  const until = "2031-01-31T17:00:00.000Z";
  assert.equal((await change("extend", "2031-01-31")).expires_at, until);
  assert.match((await app.run(["key", "list"])).out, / 2031-01-31 17:00:00 UTC /);
  const noon = await change("extend", "--expires", "2031-01-31T19:00:00+07:00");
  assert.equal(noon.expires_at, "2031-01-31T12:00:00.000Z");
  assert.match((await app.run(["key", "show", id])).out, /^expires at +2031-01-31 12:00:00 UTC$/m);
  assert.equal((await change("extend", "never")).expires_at, null);
  const warned = await app.run([...STANDARD, "--expires", "2020-01-01"]);
  assert.match(warned.err + warned.out, /--expires is over, so that this key opens nothing/);
});

const NINE = (timezone: string) =>
  ({ rate: "unlimited", quota: { requests: 9, per: "day", timezone } }) as const;

Deno.test("a key with --expires 2026-12-31 holds to the end of that day where its plan counts days", async () => {
  const plans = { east: NINE("Asia/Jakarta"), west: NINE("America/New_York") };
  const free = { rate: "unlimited", quota: "unlimited" } as const;
  await using app = await open({ plans: { ...plans, free } });
  for (
    const [plan, end] of [
      ["east", "2026-12-31T17:00:00Z"],
      ["west", "2027-01-01T05:00:00Z"],
      ["free", "2027-01-01T00:00:00Z"],
    ] as const
  ) {
    app.at("2026-12-01T00:00:00Z");
    const { secret: key } = await app.issue(plan, "--expires", "2026-12-31");
    for (const [ms, status] of [[-1, 200], [0, 403]] as const) {
      app.at(Date.parse(end) + ms);
      assert.equal((await app.ask("/api/groupa/members", { key })).status, status, plan);
    }
  }
});

Deno.test("a rotated key opens by its former secret for a day more, with --now no longer", async () => {
  await using app = await open();
  const { id, secret: first } = await app.told(STANDARD);
  const opens = async (key: string) => (await app.ask("/v1/key", { key })).status === 200;
  const { secret: second } = await app.told(["key", "rotate", id]);
  assert.deepEqual([await opens(first), await opens(second)], [true, true]);
  const early = await app.run(["key", "rotate", id]);
  assert.match(early.err, /still works; wait until it ends, or use --now/);
  const { secret: third } = await app.told(["key", "rotate", id, "--now"]);
  assert.deepEqual([await opens(first), await opens(second), await opens(third)], [
    ...[false, false, true],
  ]);
  const { secret: fourth } = await app.told(["key", "rotate", id]);
  app.at(app.clock.now() + 86_400_000);
  assert.deepEqual([await opens(third), await opens(fourth)], [false, true]);
});

Deno.test("key list finds keys by words in any case, with accents or without, and by their state", async () => {
  await using app = await open();
  const ids: string[] = [];
  for (const owner of ["Zoë", "ayu", "Éa", "=SUM(1), Sári"]) {
    const person = ["--owner", owner, "--email", `owner-${ids.length}@fans.example`];
    ids.push((await app.told(["key", "issue", ...person, "--plan", "standard"])).id);
    app.at(app.clock.now() + 1_000);
  }
  await app.run(["key", "revoke", ids[2]!]);
  const cases = {
    "": [0, 1, 2, 3],
    "sari": [3],
    "ZOE owner-0@": [0],
    "nobody": [],
    "standard live": [0, 1, 3],
    "revoked": [2],
    [ids[1]!]: [1],
  };
  for (const [words, found] of Object.entries(cases)) {
    const listed = await app.told(["key", "list", ...words ? ["--search", words] : []]);
    assert.deepEqual(listed.map(({ id }: { id: string }) => ids.indexOf(id)), found, words);
  }
});

Deno.test("a revoked key stays as it is, whatever is asked for", async () => {
  await using app = await open();
  const { id } = await app.told(STANDARD);
  await app.told(["key", "revoke", id]);
  const before = await app.told(["key", "show", id]);
  const changes = [
    ...[["rotate", id], ["set-plan", id, "developer"], ["extend", id, "never"]],
    ...[["credit", id, "5"], ["allow-ip", id, "192.0.2.1"], ["deny-ip", id, "192.0.2.1"]],
  ];
  for (const words of changes) {
    const { code, err } = await app.run(["key", ...words]);
    assert.equal(code, 1, words[0]);
    assert.match(err, /it is revoked; issue another/);
  }
  assert.deepEqual(await app.told(["key", "revoke", id]), before);
});

Deno.test("key issue --send mails the key to its owner, and says so", async () => {
  await using smtp = await startSmtpServer((recipient) => recipient === "gone@fans.example");
  await using app = await open({ env: { SMTP_URL: smtp.url } });
  const issued = await app.run([...STANDARD, "--send", "--json"]);
  assert.equal(issued.code, 0, issued.err);
  assert.match(issued.err, /mailed to sari@fans\.example/);
  const [mail] = smtp.mails;
  assert.deepEqual([mail!.to, mail!.from], [["sari@fans.example"], "halo@oshibase.example"]);
  assert.ok(mail!.text.includes(JSON.parse(issued.out).secret));
  const words = STANDARD.map((word) => word === "sari@fans.example" ? "gone@fans.example" : word);
  const failed = await app.run([...words, "--send"]);
  assert.equal(failed.code, 1);
  assert.match(failed.out, /J-osb_\w{38}[^]*could not be sent: .*No such mailbox/);

  await using without = await open();
  const shown = await without.run([...STANDARD, "--send"]);
  assert.match(shown.out, /SMTP_URL is not set[^]*To: sari@fans\.example[^]*Hello Sari/);
  assert.equal(shown.out.match(/J-osb_/g)!.length, 1);
});

Deno.test("admin says what is wrong and how to go on", async () => {
  await using app = await open();
  const { id } = await app.told(STANDARD);
  const issue = (...words: string[]) => ["key", "issue", ...PERSON, "--plan", "standard", ...words];
  const cases: [string[], RegExp][] = [
    [["key", "issue"], /without --owner, --email, --plan$/m],
    [["key", "issue", ...PERSON, "--plan", "gold"], /expected one of standard/],
    [issue("--group", "groupz"), /expected one of groupa/],
    [issue("--ip", "010.0.0.1"), /Cannot read address/],
    [issue("--expires", "2026-02-30"), /as 2027-01-31/],
    ...["\n", "\x1b", "\u2028", "\u202e", "\u2066", "\ud800"].map((sign): [string[], RegExp] => [
      ["key", "issue", "--owner", `a${sign}b`, "--email", "a@b.c", "--plan", "standard"],
      /one line of text/,
    ]),
    [
      ["key", "issue", "--owner", " ", "--email", "a@b.c", "--plan", "standard"],
      /one line of text/,
    ],
    [["key", "issue", "--owner", "", "--email", "a@b.c", "--plan", "standard"], /without --owner/],
    [
      ["key", "issue", ...PERSON.with(3, "nobody"), "--plan", "standard"],
      /--email "nobody": expected an e-mail address/,
    ],
    [issue(...PERSON), /Cannot take --owner twice/],
    [["key", "revoke"], /without id/],
    [["key", "revoke", "k_nobody"], /Cannot find the key "k_nobody"; "key list"/],
    [["key", "show", "J-osb_0123456789"], /Cannot find the key by its secret/],
    [["key", "credit", id, "0"], /from 1 to/],
    [["key", "extend", id], /without expires/],
    [["key", "usage", id, "--days", "0"], /from 1 to 400/],
    [["key", "set-plan", id, "standard", "gold"], /Cannot take plan twice/],
    [["key", "list", "--colour"], /--colour/],
    [["key", "list", "all"], /Cannot use "all": "key list" takes no such word; --help/],
    [["key", "issue", "--owner", "--plan", "standard"], /'--owner' has no value; --help/],
    [["key", "open"], /"key" takes issue, list/],
    [["keys", "list"], /Cannot find the command "keys list": did you mean "key list"\?/],
    [["audit", "verify"], /"audit" takes tail, export/],
    [["lock", "open"], /Cannot find the command "lock open": there are key, token/],
    [["key", "list", "--server"], /'--server <value>' has no value/],
  ];
  for (const [words, message] of cases) {
    const { code, out, err } = await app.run(words);
    assert.deepEqual([code, out], [1, ""], words.join(" "));
    assert.match(err, message);
    assert.doesNotMatch(err, /at file:/);
  }
});

Deno.test("help shows every command, and a command's options", async () => {
  await using app = await open();
  for (const words of [[], ["--help"], ["help"], ["-h"]]) {
    const { code, out } = await app.run(words);
    assert.equal(code, 0);
    for (const line of ["key issue --owner <name>", "token review <id>", "store restore <file>"]) {
      assert.ok(out.includes(line), line);
    }
    for (const line of out.split("\n")) assert.ok(line.length <= 100, line);
    const text = out.replaceAll(/\s+/g, " ");
    assert.match(text, /lets you look: .*key list.*key usage.*token list.*audit tail/);
  }
  const { out } = await app.run(["key", "issue", "--help"]);
  assert.match(out, /--expires <date> +the last day it holds/);
  assert.match(out, /--server <address>/);
  assert.doesNotMatch((await app.run(["key"])).out, /token review/);
});
