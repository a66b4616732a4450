import assert from "node:assert/strict";
import { REPOSITORY, TRIO } from "../../support/contents.ts";
import { type Ask, world } from "../../support/world.ts";
import { callTool, sendMessage } from "./assistant.ts";

const AWAY = "203.0.113.9";
const ANYONE = { key: null, from: AWAY };
const SEARCH = { name: "search", arguments: { query: "Nagi" } };
const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

Deno.test("without a key the groups with public pages are open, 300 messages a minute a network", async () => {
  await using open = await world(REPOSITORY);
  const { data: { results } } = await callTool(open, "search", { query: "a" }, ANYONE);
  assert.ok(results.length > 0);
  assert.ok(results.every(({ id }: { id: string }) => id.startsWith("groupa/")));
  for (
    const [tool, args] of [
      ["fetch", { id: "groupb/member/nagi-tsuchida" }],
      ["live", { group: "Kelip Kelip" }],
    ] as const
  ) {
    const { isError, text } = await callTool(open, tool, args, ANYONE);
    assert.ok(isError);
    assert.match(text, /needs a key .*\/docs\/assistants$/);
  }
  const { body } = await sendMessage(open, "initialize", INITIALIZE, ANYONE);
  assert.match(body.result.instructions, /Groups: groupa \(Serambi Bintang\)\. A key opens/);
  for (let n = 4; n < 300; n++) {
    assert.equal((await sendMessage(open, "tools/list", {}, ANYONE)).status, 200);
  }
  const refused = await sendMessage(open, "tools/list", {}, ANYONE);
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
  assert.equal(refused.body.error.data.type, "RATE_LIMITED");
  const other = { ...ANYONE, from: "203.0.114.9" };
  assert.equal((await sendMessage(open, "tools/list", {}, other)).status, 200);
});

Deno.test("where no group has public pages a call without a key is refused", async () => {
  await using closed = await world(TRIO);
  const { status, body } = await sendMessage(closed, "tools/call", SEARCH, ANYONE);
  assert.equal(status, 403);
  assert.equal(body.error.data.type, "INVALID_CREDENTIALS");
  assert.match(body.error.data.hint, /x-api-key/);
});

Deno.test("a wrong credential is refused with 403 in a header, and is none anywhere else", async () => {
  await using open = await world(REPOSITORY);
  const wrong = `J-osb_${"x".repeat(32)}`;
  const ended = await open.issueToken();
  await open.run(["token", "revoke", ended.id]);
  const carriers: Ask["headers"][] = [
    { "x-api-key": wrong },
    { authorization: `Bearer ${wrong}` },
    { "x-priority-token": wrong.replace("J", "P") },
    { authorization: `Bearer ${ended.secret}` },
  ];
  for (const headers of carriers) {
    const refused = await sendMessage(open, "tools/list", {}, {
      ...ANYONE,
      ...headers && { headers },
    });
    assert.equal(refused.status, 403, JSON.stringify(headers));
    assert.equal(refused.body.id, 1);
    assert.equal(refused.body.error.message, "Invalid API Key");
    assert.equal(refused.headers.get("www-authenticate"), null);
  }
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    apikey: open.key,
    params: { name: "fetch", arguments: { id: "groupb/member/nagi-tsuchida" } },
  };
  const path = `/mcp?apikey=${open.key}`;
  const response = await open.ask(path, {
    ...ANYONE,
    method: "POST",
    body: JSON.stringify(message),
  });
  assert.match(await response.text(), /needs a key/);
});

Deno.test("a key reads its groups, from its addresses if it has any", async () => {
  await using narrow = await world({ ...REPOSITORY, narrowTo: ["groupb"] });
  const own = { key: narrow.narrowKey };
  const { data: { results } } = await callTool(narrow, "search", { query: "a" }, own);
  assert.ok(results.length > 0);
  assert.ok(results.every(({ id }: { id: string }) => id.startsWith("groupb/")));
  const refused = await sendMessage(narrow, "tools/list", {}, { ...own, from: AWAY });
  assert.equal(refused.body.error.data.type, "IP_NOT_WHITELISTED");
  const owner = ["--owner", "Sari", "--email", "sari@fans.example"];
  const { secret: key } = await narrow.told(["key", "issue", "--plan", "standard", ...owner]);
  assert.equal((await sendMessage(narrow, "tools/list", {}, { key, from: AWAY })).status, 200);
});

Deno.test("a call of a tool costs one request; all else costs none, but counts in the rate", async () => {
  const quota = { requests: 3, per: "day", timezone: "Asia/Jakarta" } as const;
  const plans = { small: { rate: { per_second: 1, burst: 14 }, quota } };
  await using small = await world({ ...REPOSITORY, plans, plan: "small" });
  const used = async () => (await small.json("/v1/key")).used;
  for (const method of ["initialize", "ping", "tools/list", "nothing"]) {
    assert.equal((await sendMessage(small, method)).headers.get("ratelimit"), null, method);
  }
  await sendMessage(small, "server/discover", {}, { modern: true });
  await sendMessage(small, "tools/call", { name: "drop" });
  assert.equal(await used(), 0, "there is no such tool");
  const { headers } = await sendMessage(small, "tools/call", SEARCH);
  assert.match(headers.get("ratelimit")!, /r=2;/);
  await callTool(small, "fetch", { id: "nothing" });
  assert.equal(await used(), 2, "an answer that names a mistake is an answer");
  await callTool(small, "birthdays");
  const usedUp = await sendMessage(small, "tools/call", SEARCH);
  assert.equal(usedUp.status, 429);
  assert.ok(Number(usedUp.headers.get("retry-after")) > 0);
  assert.equal(usedUp.body.error.data.type, "USAGE_LIMIT_EXCEEDED");
  assert.equal((await sendMessage(small, "tools/list")).status, 200);
  let last = usedUp;
  for (let n = 0; n < 14 && last.body.error?.data.type !== "RATE_LIMITED"; n++) {
    last = await sendMessage(small, "tools/list");
  }
  assert.deepEqual([last.status, last.headers.get("retry-after")], [429, "1"]);
});

Deno.test("a token's message is a use of /mcp and the tool; requests are counted by tool", async () => {
  const env = { METRICS_TOKEN: "a-token-of-sixteen" };
  await using counted = await world({ ...REPOSITORY, env });
  const byToken = { key: null, token: (await counted.issueToken()).secret };
  await callTool(counted, "live", {}, byToken);
  await sendMessage(counted, "tools/list", {}, byToken);
  await sendMessage(counted, "tools/call", { name: "drop" }, byToken);
  await counted.until(counted.ask("/mcp", byToken));
  const uses = await counted.told(["audit", "tail", "--kind", "use"]);
  assert.deepEqual(
    uses.map((use: Record<string, unknown>) => `${use.method} ${use.endpoint} ${use.status}`),
    ["POST /mcp live 200", "POST /mcp 200", "POST /mcp 200", "GET /mcp 405"],
  );
  const headers = { authorization: `Bearer ${env.METRICS_TOKEN}` };
  const metrics = await (await counted.ask("/metrics", { key: null, headers })).text();
  assert.match(metrics, /requests_total\{family="mcp",route="mcp-live",.*\} 1$/m);
});
