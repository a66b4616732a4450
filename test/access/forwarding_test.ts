import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { type Ask, type World, world } from "../support/world.ts";

const BARE = "/api/kembang/members";
const WRAPPED = "/api/melati/members";

/** On the key's whitelist, not on it, and a proxy that may be trusted. */
const HOME = "127.5.0.1";

const ABROAD = "127.6.0.1";
const PROXY = "127.9.0.1";
const OTHER_PROXY = "127.9.0.2";
const CUSTOMER = "203.0.113.5";
const TRUSTED_PROXIES = "127.9.0.0/16";
const PAIR: Headers = [["username", "root"], ["password", "good password"]];
const SECURE = ["X-Forwarded-Proto", "https"] as [string, string];
type Headers = [string, string][];

async function open(env: Record<string, string> = {}): Promise<World> {
  const app = await world({ ...TRIO, env });
  await app.addAdmin("root", "good password");
  return app;
}

/** A key whose whitelist is this. */
async function keyFor(app: World, ...ips: string[]): Promise<string> {
  const { id, secret } = await app.issue("standard");
  await app.run(["key", "allow-ip", id, ...ips]);
  await app.run(["key", "deny-ip", id, "127.0.0.0/8"]);
  return secret;
}

function ask(app: World, from: string, headers: Headers, path = WRAPPED): Promise<Response> {
  return app.ask(path, { key: null, from, headers });
}

/** Every header that anybody might believe, with one address or several in every order. */
function claims(...addresses: string[]): Headers[] {
  const lists = addresses.flatMap((one) =>
    addresses.flatMap((other) => [one, `${one}, ${other}`, `${one}, ${other}, ${PROXY}`])
  );
  const all: Headers[] = lists.map((list) => [["X-Forwarded-For", list]]);
  for (const address of addresses) {
    all.push(
      [["X-Forwarded-For", address], ["X-Forwarded-For", "198.51.100.1"]],
      [["Forwarded", `for=${address}`], ["Forwarded", `for="${address}:80";proto=https`]],
      [["X-Real-IP", address]],
      [["CF-Connecting-IP", address], ["True-Client-IP", address]],
      [["x-deno-client-address", address]],
      [["X-Client-IP", address], ["X-Cluster-Client-IP", address], ["X-Forwarded", address]],
    );
  }
  return all;
}

Deno.test("without a trusted proxy no header changes who calls", async () => {
  await using app = await open();
  const key = await keyFor(app, HOME);
  for (const from of [HOME, ABROAD]) {
    const plain = await ask(app, from, [["x-api-key", key]]);
    assert.equal(plain.status, from === HOME ? 200 : 403);
    const body = await plain.text();
    for (const headers of claims(HOME, ABROAD, "127.0.0.1", "unknown")) {
      const reply = await ask(app, from, [...headers, ["x-api-key", key]]);
      assert.equal(reply.status, plain.status, JSON.stringify(headers));
      assert.equal(await reply.text(), body);
      assert.equal(reply.headers.has("strict-transport-security"), false);
    }
  }
});

/** Whom a process behind proxies takes a caller for. */
async function callerOf(app: World, nobodys: string, from: string, headers: Headers) {
  const response = await ask(app, from, [...headers, ["x-api-key", nobodys]]);
  assert.equal(response.status, 403);
  return (await response.json()).clientIP;
}

Deno.test("with a trusted proxy nobody else is believed, and only X-Forwarded-For is", async () => {
  await using app = await open({ TRUSTED_PROXIES });
  const nobodys = await keyFor(app, "198.51.100.77");
  for (const headers of claims(HOME, CUSTOMER, PROXY)) {
    assert.equal(await callerOf(app, nobodys, ABROAD, headers), ABROAD, JSON.stringify(headers));
    if (headers.some(([name]) => name === "X-Forwarded-For")) continue;
    assert.equal(await callerOf(app, nobodys, PROXY, headers), PROXY, JSON.stringify(headers));
  }
});

/** What a trusted proxy passes on, and who calls: the right-most entry that is no proxy. */
const FORWARDED: readonly [sent: readonly string[], caller: string][] = [
  [[], PROXY],
  [[`${HOME}, ${CUSTOMER}`], CUSTOMER],
  [[HOME, CUSTOMER], CUSTOMER],
  [[`${CUSTOMER}, ${HOME}`], HOME],
  [[`${HOME}, ${CUSTOMER}, ${OTHER_PROXY}, ${PROXY}`], CUSTOMER],
  [[`${OTHER_PROXY}, ${PROXY}`], OTHER_PROXY],
  [[`evil, ${CUSTOMER}`], CUSTOMER],
  [[`${CUSTOMER}, evil`], "unknown"],
  [["2001:DB8:0::0001"], "2001:db8::1"],
  [[`::ffff:${CUSTOMER}`], CUSTOMER],
  ...[
    "198.51.100.9:1234",
    "[2001:db8::9]",
    "fe80::1%eth0",
    `${CUSTOMER}, unknown`,
    `${CUSTOMER},`,
    `1.1.1.1, ?, ${PROXY}`,
    "127.1",
    `for=${CUSTOMER}`,
  ].map((
    sent,
  ): [string[], string] => [[sent], "unknown"]),
];

Deno.test("behind a trusted proxy the right-most entry that is no proxy calls", async () => {
  await using app = await open({ TRUSTED_PROXIES });
  const nobodys = await keyFor(app, "198.51.100.77");
  const customers = await keyFor(app, CUSTOMER, "2001:db8::/32");
  for (const [sent, caller] of FORWARDED) {
    const headers = sent.map((value): [string, string] => ["X-Forwarded-For", value]);
    assert.equal(await callerOf(app, nobodys, PROXY, headers), caller, JSON.stringify(sent));
    const reply = await ask(app, PROXY, [...headers, ["x-api-key", customers]]);
    const isOnList = caller === CUSTOMER || caller.startsWith("2001:db8:");
    assert.equal(reply.status, isOnList ? 200 : 403, JSON.stringify(sent));
  }
});

Deno.test("a proxy that writes no bare address is warned about once, by the shape of what it writes", async () => {
  await using app = await open({ TRUSTED_PROXIES });
  const customers = await keyFor(app, CUSTOMER);
  const warned = () => app.log.lines.filter((line) => line.includes("no bare address"));
  const asked = async (claim: string) =>
    (await ask(app, PROXY, [["X-Forwarded-For", claim], ["x-api-key", customers]])).status;
  assert.equal(await asked(CUSTOMER), 200);
  assert.equal(await asked(`${CUSTOMER}, ${PROXY}`), 200);
  assert.deepEqual(warned(), []);
  for (let n = 0; n < 3; n++) assert.equal(await asked(`${CUSTOMER}:5678`), 403);
  assert.equal(warned().length, 1);
  assert.match(warned()[0]!, /999\.9\.999\.9:9999/);
  assert.doesNotMatch(warned()[0]!, /203\.0\.113/);
});

Deno.test("credentials in the clear are warned about, and counted in the operators' status", async () => {
  await using app = await open({ TRUSTED_PROXIES });
  const customers = await keyFor(app, CUSTOMER);
  const { id, secret } = await app.issueToken();
  const from: [string, string] = ["X-Forwarded-For", CUSTOMER];
  const status = async (...headers: Headers) => {
    const reply = await ask(app, PROXY, [...PAIR, from, ...headers], "/api/admin/status");
    const { keys_in_the_clear: keys, passwords_in_the_clear: passwords } = await reply.json();
    return { keys, passwords };
  };
  const before = await status(SECURE);
  assert.equal((await ask(app, PROXY, [["x-priority-token", secret], from, SECURE])).status, 200);
  assert.ok(!app.log.lines.join().includes(id));
  assert.equal((await ask(app, PROXY, [["x-priority-token", secret], from])).status, 200);
  assert.equal((await ask(app, PROXY, [["x-api-key", customers], from])).status, 200);
  const after = await status();
  assert.deepEqual(after, { keys: before.keys + 1, passwords: before.passwords + 1 });
  assert.deepEqual(await status(SECURE), after);
  const lines = app.log.lines.join("\n");
  assert.match(lines, /API keys came over plain http/);
  assert.match(lines, /Passwords of administrators came over plain/);
  assert.ok(lines.includes(id), "the token's id");
  for (const text of [customers, secret, "good password"]) assert.ok(!lines.includes(text));
});

Deno.test("credentials in the clear open nothing where https is required, but on this machine", async () => {
  await using app = await open({ TRUSTED_PROXIES, REQUIRE_HTTPS: "on", ADMIN_API: "on" });
  const key: Headers = [["x-api-key", await keyFor(app, CUSTOMER, HOME)]];
  const token: Headers = [["x-priority-token", (await app.issueToken()).secret]];
  const from: Headers = [["X-Forwarded-For", CUSTOMER]];
  const cases: [path: string, headers: Headers, status: number, message: string][] = [
    [BARE, key, 403, "API keys are taken over https only"],
    [WRAPPED, key, 403, "API keys are taken over https only"],
    ["/v1/birthdays", key, 403, "API keys are taken over https only"],
    ["/v1/birthdays", PAIR, 403, "Passwords of administrators are taken over https only"],
    ["/api/admin/status", PAIR, 403, "Passwords of administrators are taken over https only"],
    ["/metrics", PAIR, 404, "Not found"],
    [WRAPPED, [...token, ...key], 403, "Priority tokens are taken over https only"],
  ];
  for (const [path, headers, status, message] of cases) {
    const refused = await ask(app, PROXY, [...headers, ...from], path);
    assert.equal(refused.status, status, path);
    const body = await refused.json();
    assert.equal(body.message, message);
    if (path === BARE) assert.deepEqual(Object.keys(body), ["status", "message"]);
    for (const [caller, more] of [[PROXY, [...from, SECURE]], [HOME, []]] as [string, Headers][]) {
      const reply = await ask(app, caller, [...headers, ...more], path);
      assert.equal(reply.status, 200, `${path} from ${caller}`);
      await reply.body?.cancel();
    }
  }
  // The right password and a wrong one are answered alike.
  const guess = await ask(
    app,
    PROXY,
    [PAIR[0]!, ["password", "bad"], ...from],
    "/api/admin/status",
  );
  assert.match(await guess.text(), /over https only/);
  const uses: { status: number }[] = await app.told(["audit", "tail", "--kind", "use"]);
  assert.deepEqual(new Set(uses.map(({ status }) => status)), new Set([403, 200]));
});

Deno.test("the demo key is for this machine alone: no header of any proxy may come with it", async () => {
  await using app = await world({ ...TRIO, demo: true });
  const local: Ask = { key: app.key, base: "http://127.0.0.1:8000" };
  for (const path of [BARE, WRAPPED, "/v1/birthdays", "/v1/key"]) {
    assert.equal((await app.ask(path, local)).status, 200, path);
    for (const headers of [...claims("127.0.0.1"), [["Via", "1.1 proxy"]] as Headers, [SECURE]]) {
      for (const one of headers) {
        const { status } = await app.ask(path, { ...local, headers: [one] });
        assert.equal(status, 403, `${path} ${one[0]}`);
      }
    }
  }
});
