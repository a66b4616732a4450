import assert from "node:assert/strict";
import { addAdmin, issueKey, issueToken } from "../../support/issue.ts";
import type { RunningServer } from "../../support/server.ts";
import { createServerFixture, type ServerFixture } from "../../support/server_fixture.ts";
import { socketCall, type SocketReply } from "../../support/socket_call.ts";
import { until } from "../../support/until.ts";

const WRAPPED = "/api/kebun/members";
/** On the key's whitelist, not on it, and a proxy that may be trusted. */
const HOME = "127.5.0.1";
const ABROAD = "127.6.0.1";
const PROXY = "127.9.0.1";
const OTHER_PROXY = "127.9.0.2";
const CUSTOMER = "203.0.113.5";

type Headers = readonly (readonly [string, string])[];
type Secret = { readonly secret: string };

let fixture: ServerFixture;
let direct: RunningServer, behind: RunningServer, strict: RunningServer;
let key: Secret, customers: Secret, both: Secret, nobodys: Secret, token: Secret & { id: string };

Deno.test.beforeAll(async () => {
  fixture = await createServerFixture();
  key = await issueKey(fixture.store, { ips: [HOME] });
  customers = await issueKey(fixture.store, { ips: [CUSTOMER, "2001:db8::/32"] });
  both = await issueKey(fixture.store, { ips: [CUSTOMER, HOME] });
  nobodys = await issueKey(fixture.store, { ips: ["198.51.100.77"] });
  token = await issueToken(fixture.store);
  await addAdmin(fixture.store, "root", "good password");
  const TRUSTED_PROXIES = "127.9.0.0/16";
  [direct, behind, strict] = await Promise.all([
    fixture.start(),
    fixture.start({ TRUSTED_PROXIES }),
    fixture.start({ TRUSTED_PROXIES, REQUIRE_HTTPS: "on" }),
  ]);
});

Deno.test.afterAll(async () => {
  for (const server of [direct, behind, strict]) await server?.stop();
  await fixture?.[Symbol.asyncDispose]();
});

function ask(server: RunningServer, from: string, headers: Headers): Promise<SocketReply> {
  return socketCall(server.base, { path: WRAPPED, from, headers });
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
  for (const from of [HOME, ABROAD]) {
    const plain = await ask(direct, from, [["x-api-key", key.secret]]);
    assert.equal(plain.status, from === HOME ? 200 : 403);
    for (const headers of claims(HOME, ABROAD, "127.0.0.1", "unknown")) {
      const reply = await ask(direct, from, [...headers, ["x-api-key", key.secret]]);
      assert.equal(reply.status, plain.status, JSON.stringify(headers));
      assert.equal(reply.body, plain.body);
      assert.equal(reply.headers.has("strict-transport-security"), false);
    }
  }
});

Deno.test("with a trusted proxy nobody else is believed, and only X-Forwarded-For is", async () => {
  for (const headers of claims(HOME, CUSTOMER, PROXY)) {
    assert.equal(await callerOf(ABROAD, headers), ABROAD, JSON.stringify(headers));
    if (headers.some(([name]) => name === "X-Forwarded-For")) continue;
    assert.equal(await callerOf(PROXY, headers), PROXY, JSON.stringify(headers));
  }
});

/** Whom the server behind proxies takes a caller for. */
async function callerOf(from: string, headers: Headers): Promise<string> {
  const { status, body } = await ask(behind, from, [...headers, ["x-api-key", nobodys.secret]]);
  assert.equal(status, 403);
  return JSON.parse(body).clientIP;
}

/** What a trusted proxy passes on, and who calls: the right-most entry that is no proxy. */
const FORWARDED: readonly [sent: readonly string[], caller: string][] = [
  [[], PROXY],
  [[""], PROXY],
  [[CUSTOMER], CUSTOMER],
  [[`  ${CUSTOMER}\t`], CUSTOMER],
  [[`${HOME}, ${CUSTOMER}`], CUSTOMER],
  [[HOME, CUSTOMER], CUSTOMER],
  [[`${CUSTOMER}, ${HOME}`], HOME],
  [[`${CUSTOMER}, ${OTHER_PROXY}`], CUSTOMER],
  [[`${HOME}, ${CUSTOMER}, ${OTHER_PROXY}, ${PROXY}`], CUSTOMER],
  [[`${OTHER_PROXY}, ${PROXY}`], OTHER_PROXY],
  [[`evil, ${CUSTOMER}`], CUSTOMER],
  [[`${CUSTOMER}, evil`], "unknown"],
  [[`${CUSTOMER},`], "unknown"],
  [[`${CUSTOMER}:443`], "unknown"],
  [["203.0.113.05"], "unknown"],
  [["3405803781"], "unknown"],
  [["0xcb.0.113.5"], "unknown"],
  [["[2001:db8::1]"], "unknown"],
  [["2001:db8::1%eth0"], "unknown"],
  [["2001:DB8:0::0001"], "2001:db8::1"],
  [[`::ffff:${CUSTOMER}`], CUSTOMER],
  [[`::ffff:${PROXY}`], `${PROXY}`],
];

Deno.test("behind a trusted proxy the right-most entry that is no proxy calls", async () => {
  for (const [sent, caller] of FORWARDED) {
    const headers = sent.map((value) => ["X-Forwarded-For", value] as const);
    assert.equal(await callerOf(PROXY, headers), caller, JSON.stringify(sent));
    const reply = await ask(behind, PROXY, [...headers, ["x-api-key", customers.secret]]);
    const isOnList = caller === CUSTOMER || caller.startsWith("2001:db8:");
    assert.equal(reply.status, isOnList ? 200 : 403, JSON.stringify(sent));
  }
});

/** How often one address may be wrong in a minute. */
const FAILURES = 30;

Deno.test("wrong passwords are counted by who calls, whatever the headers claim", async () => {
  for (
    const [server, from, claim, other] of [
      [direct, ABROAD, (n: number) => `192.0.2.${n}`, HOME],
      [behind, PROXY, (n: number) => `192.0.2.${n}, ${CUSTOMER}`, PROXY],
    ] as const
  ) {
    const guess = async (password: string, from: string, claim: string) => {
      const pair = [["username", "root"], ["password", password]] as const;
      return (await ask(server, from, [["X-Forwarded-For", claim], ...pair])).status;
    };
    for (let n = 0; n < FAILURES; n += 6) {
      const six = [0, 1, 2, 3, 4, 5].map((m) => guess(`wrong ${n + m}`, from, claim(n + m)));
      assert.deepEqual(await Promise.all(six), Array(6).fill(403));
    }
    assert.equal(await guess("good password", from, claim(99)), 429);
    assert.equal(await guess("good password", other, "203.0.113.6"), 200);
  }
});

const SECURE = ["X-Forwarded-Proto", "https"] as const;

Deno.test("a trusted proxy says whether the client came over https; nobody else can", async () => {
  const hasHsts = async (server: RunningServer, from: string, headers: Headers) =>
    (await ask(server, from, headers)).headers.has("strict-transport-security");
  assert.equal(await hasHsts(behind, PROXY, [SECURE]), true);
  assert.equal(await hasHsts(behind, PROXY, [["X-Forwarded-Proto", "https, http"]]), false);
  assert.equal(await hasHsts(behind, PROXY, [["X-Forwarded-Proto", "http, https"]]), true);
  assert.equal(await hasHsts(behind, ABROAD, [SECURE]), false);
  assert.equal(await hasHsts(direct, PROXY, [SECURE]), false);
});

Deno.test("a token in the clear is warned about by its id, and refused where https is required", async () => {
  const carried = ["x-priority-token", token.secret] as const;
  const from = ["X-Forwarded-For", CUSTOMER] as const;
  const status = async (server: RunningServer, ...headers: Headers) =>
    (await ask(server, PROXY, headers)).status;

  assert.equal(await status(behind, carried, from, SECURE), 200);
  assert.ok(!behind.printed.err.includes(token.id));
  assert.equal(await status(behind, carried, from), 200);
  await until(() => behind.printed.err.includes(token.id));

  assert.equal(await status(strict, carried, from, SECURE), 200);
  assert.equal((await ask(strict, HOME, [carried])).status, 200, "on this machine");
  const refused = await ask(strict, PROXY, [carried, from, ["x-api-key", customers.secret]]);
  assert.equal(refused.status, 403);
  assert.equal(
    refused.body,
    '{"status":false,"message":"Priority tokens are taken over https only","type":"INVALID_CREDENTIALS"}',
  );
  for (const server of [behind, strict]) assert.ok(!server.printed.err.includes(token.secret));
});

Deno.test("keys and passwords in the clear open nothing where https is required, but on this machine", async () => {
  const from = ["X-Forwarded-For", CUSTOMER] as const;
  const key: Headers = [["x-api-key", both.secret]];
  const pair: Headers = [["username", "root"], ["password", "good password"]];
  const cases: [path: string, headers: Headers, status: number, message: string][] = [
    ["/api/bunga/members", key, 403, "API keys are taken over https only"],
    [WRAPPED, key, 403, "API keys are taken over https only"],
    ["/v1/birthdays", key, 403, "API keys are taken over https only"],
    ["/v1/birthdays", pair, 403, "Passwords of administrators are taken over https only"],
    ["/api/admin/status", pair, 403, "Passwords of administrators are taken over https only"],
    ["/metrics", pair, 404, "Not found"],
  ];
  for (const [path, headers, status, message] of cases) {
    const refused = await socketCall(strict.base, {
      path,
      from: PROXY,
      headers: [...headers, from],
    });
    assert.equal(refused.status, status, path);
    const body = JSON.parse(refused.body);
    assert.equal(body.message, message);
    if (path.startsWith("/api/bunga")) assert.deepEqual(Object.keys(body), ["status", "message"]);
    const secure = { path, from: PROXY, headers: [...headers, from, SECURE] };
    assert.equal((await socketCall(strict.base, secure)).status, 200, `${path} over https`);
    assert.equal(
      (await socketCall(strict.base, { path, headers, from: HOME })).status,
      200,
      `${path} at home`,
    );
  }
  // The right password and a wrong one are answered alike.
  const wrong: Headers = [["username", "root"], ["password", "bad password"], from];
  const guess = { path: "/api/admin/status", from: PROXY, headers: wrong };
  assert.match((await socketCall(strict.base, guess)).body, /over https only/);
  assert.ok(!strict.printed.err.includes(customers.secret));
});

Deno.test("keys and passwords in the clear are warned about, and counted in the operators' status", async () => {
  const pair: Headers = [["username", "root"], ["password", "good password"]];
  const status = async (headers: Headers) => {
    const call = { path: "/api/admin/status", from: PROXY, headers: [...pair, ...headers] };
    const { body } = await socketCall(behind.base, call);
    const { keys_in_the_clear: keys, passwords_in_the_clear: passwords } = JSON.parse(body);
    return { keys, passwords };
  };
  const from = ["X-Forwarded-For", "203.0.113.9"] as const;
  const before = await status([from, SECURE]);
  await ask(behind, PROXY, [["X-Forwarded-For", CUSTOMER], ["x-api-key", customers.secret]]);
  const after = await status([from]);
  assert.deepEqual(after, { keys: before.keys + 1, passwords: before.passwords + 1 });
  assert.deepEqual(await status([from, SECURE]), after);
  for (const server of [behind, strict]) {
    await until(() => /API keys came over plain http/.test(server.printed.err));
    await until(() => /Passwords of administrators came over plain/.test(server.printed.err));
    assert.ok(!server.printed.err.includes(customers.secret));
  }
});

Deno.test("the demo key is for this machine alone: no header of any proxy may come with it", async () => {
  await using place = await createServerFixture();
  await using server = await place.start();
  await until(() => server.demoKey !== undefined);
  const ask = (path: string, headers: Headers) =>
    socketCall(server.base, { path, headers: [["api-key", server.demoKey!], ...headers] });
  for (const path of ["/api/bunga/members", WRAPPED, "/v1/birthdays", "/v1/key"]) {
    assert.equal((await ask(path, [])).status, 200, path);
    for (const headers of [...claims("127.0.0.1"), [["Via", "1.1 proxy"] as const], [SECURE]]) {
      for (const [name, value] of headers) {
        assert.equal((await ask(path, [[name, value]])).status, 403, `${path} ${name}`);
      }
    }
  }
});

Deno.test("no demo key is made where proxies are trusted", async () => {
  await using place = await createServerFixture();
  await using server = await place.start({ TRUSTED_PROXIES: "127.9.0.1" });
  // Answered when the keys were read, after the time at which one would have been made.
  for (let n = 0; n < 3; n++) {
    assert.equal((await ask(server, HOME, [["api-key", "x"]])).status, 403);
  }
  await server.stop();
  assert.equal(server.demoKey, undefined);
  assert.deepEqual(await place.store.keys.list(), []);
});
