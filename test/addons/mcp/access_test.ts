import assert from "node:assert/strict";
import { createAuditedProgram } from "./audited_program.ts";
import { issueKey } from "../../support/issue.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import { createProgram } from "../../support/program.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { callTool, sendMessage } from "./assistant_program.ts";

const AWAY = "203.0.113.9";
const INITIALIZE = {
  ...{ protocolVersion: "2025-11-25", capabilities: {} },
  clientInfo: { name: "test", version: "1" },
};
const SEARCH = { name: "search", arguments: { query: "Nagi" } };

Deno.test("without a key the groups with public pages are open, and nothing else", async () => {
  await using program = await createProgram(REPOSITORY);
  const anyone = { key: null, from: AWAY };
  const { data: { results } } = await callTool(program, "search", { query: "a" }, anyone);
  assert.ok(results.length > 0);
  assert.ok(results.every(({ id }: { id: string }) => id.startsWith("groupa/")));
  for (
    const [tool, args] of [
      ["fetch", { id: "groupb/member/nagi-tsuchida" }],
      ["schedule", { group: "groupb" }],
      ["live", { group: "Kelip Kelip" }],
    ] as const
  ) {
    const { isError, text } = await callTool(program, tool, args, anyone);
    assert.ok(isError);
    assert.match(text, /needs a key .*\/docs\/assistants$/);
  }
  const birthdays = await callTool(program, "birthdays", { days: 366 }, anyone);
  assert.ok(!JSON.stringify(birthdays.data).includes("groupb"));
  const { body } = await sendMessage(program, "initialize", INITIALIZE, anyone);
  assert.match(
    body.result.instructions,
    /Groups: groupa \(Serambi Bintang\)\. A key opens further/,
  );
});

Deno.test("where no group has public pages a call without a key is refused", async () => {
  await using program = await createProgram({
    content: "test/fixtures/trio",
    now: "2026-07-04T10:00:00Z",
  });
  const { status, body } = await sendMessage(program, "tools/call", SEARCH, {
    key: null,
    from: AWAY,
  });
  assert.equal(status, 403);
  assert.equal(body.error.data.type, "INVALID_CREDENTIALS");
  assert.match(body.error.data.hint, /x-api-key/);
});

Deno.test("without a key a network has 300 messages a minute", async () => {
  await using program = await createProgram({ ...REPOSITORY, plan: null });
  const anyone = { key: null, from: AWAY };
  for (let n = 0; n < 300; n++) {
    assert.equal((await sendMessage(program, "tools/list", {}, anyone)).status, 200);
  }
  const { status, headers, body } = await sendMessage(program, "tools/list", {}, anyone);
  assert.equal(status, 429);
  assert.ok(Number(headers.get("retry-after")) > 0);
  assert.equal(body.error.data.type, "RATE_LIMITED");
  const other = { ...anyone, from: "203.0.113.10" };
  assert.equal((await sendMessage(program, "tools/list", {}, other)).status, 200);
});

Deno.test("a wrong credential is refused with 403 in a header, and is no credential anywhere else", async () => {
  await using program = await createProgram(REPOSITORY);
  const wrong = `J-osb_${"x".repeat(32)}`;
  for (
    const headers of [
      { "x-api-key": wrong },
      { "api-key": wrong },
      { authorization: `Bearer ${wrong}` },
      { "x-priority-token": wrong.replace("J", "P") },
    ] as Record<string, string>[]
  ) {
    const called = await sendMessage(program, "tools/list", {}, { key: null, headers, from: AWAY });
    assert.equal(called.status, 403, JSON.stringify(headers));
    assert.equal(called.body.id, 1);
    assert.equal(called.body.error.message, "Invalid API Key");
    assert.equal(called.headers.get("www-authenticate"), null);
    assert.ok(!JSON.stringify(called.body).includes(wrong.slice(6)));
  }
  const response = await program.ask(`/mcp?apikey=${program.key}`, {
    method: "POST",
    key: null,
    from: AWAY,
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call", apikey: program.key },
      params: { name: "fetch", arguments: { id: "groupb/member/nagi-tsuchida" } },
    }),
  });
  assert.equal(response.status, 200);
  assert.match(await response.text(), /needs a key/);
});

Deno.test("administrators have no way in", async () => {
  await using program = await createProgram(REPOSITORY);
  const headers = { username: "root", password: "wrong" };
  const { status } = await sendMessage(program, "tools/list", {}, {
    key: null,
    headers,
    from: AWAY,
  });
  assert.equal(status, 200, "the pair is not read");
});

Deno.test("a key reads its groups, from its addresses", async () => {
  const clock = createManualClock(Date.parse(REPOSITORY.now));
  await using program = await createProgram({ ...REPOSITORY, clock, narrowTo: ["groupb"] });
  const narrow = { key: program.narrowKey };
  const { data: { results } } = await callTool(program, "search", { query: "a" }, narrow);
  assert.ok(results.length > 0);
  assert.ok(results.every(({ id }: { id: string }) => id.startsWith("groupb/")));
  const { isError } = await callTool(program, "fetch", { id: "groupa/setlist/benih" }, narrow);
  assert.ok(isError);
  const refused = await sendMessage(program, "tools/list", {}, { ...narrow, from: AWAY });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.error.data.type, "IP_NOT_WHITELISTED");
  assert.equal(refused.body.error.data.clientIP, AWAY);
  const { secret } = await issueKey(program.stores, { ips: [] });
  // The program learns of it with its next look at the store.
  await clock.advance(5_000);
  assert.equal(
    (await sendMessage(program, "tools/list", {}, { key: secret, from: AWAY })).status,
    200,
  );
});

Deno.test("a call of a tool costs one request, and nothing else does", async () => {
  await using program = await createProgram({ ...REPOSITORY, plans: "content" });
  const used = async () => (await program.json("/v1/key")).used;
  for (const method of ["initialize", "ping", "tools/list", "nothing"]) {
    const { headers } = await sendMessage(program, method);
    assert.equal(headers.get("ratelimit"), null, method);
  }
  await sendMessage(program, "server/discover", {}, { modern: true });
  assert.equal(await used(), 0);
  const { headers } = await sendMessage(program, "tools/call", SEARCH);
  assert.match(headers.get("ratelimit")!, /r=4999;/);
  assert.equal(await used(), 1);
  await callTool(program, "fetch", { id: "nothing" });
  assert.equal(await used(), 2, "an answer that names a mistake is an answer");
  await sendMessage(program, "tools/call", { name: "drop" });
  assert.equal(await used(), 2, "there is no such tool");
});

Deno.test("a used-up key gets 429 for calls, and may still list the tools", async () => {
  const plans = {
    small: {
      rate: "unlimited",
      quota: { requests: 3, per: "day", timezone: "Asia/Jakarta" },
    },
  } as const;
  await using program = await createProgram({ ...REPOSITORY, plans, plan: "small" });
  for (let n = 0; n < 3; n++) await callTool(program, "birthdays");
  const { status, headers, body } = await sendMessage(program, "tools/call", SEARCH);
  assert.equal(status, 429);
  assert.ok(Number(headers.get("retry-after")) > 0);
  assert.equal(body.error.data.type, "USAGE_LIMIT_EXCEEDED");
  assert.equal((await sendMessage(program, "tools/list")).status, 200);
});

Deno.test("messages that cost nothing count in the rate", async () => {
  const plans = {
    slow: { rate: { per_second: 1, burst: 5 }, quota: "unlimited" },
  } as const;
  await using program = await createProgram({ ...REPOSITORY, plans, plan: "slow" });
  for (let n = 0; n < 5; n++) {
    assert.equal((await sendMessage(program, "tools/list")).status, 200);
  }
  const { status, headers } = await sendMessage(program, "initialize");
  assert.equal(status, 429);
  assert.equal(headers.get("retry-after"), "1");
});

Deno.test("a call by a token is a use of /mcp and the tool, any other message one of /mcp", async () => {
  await using program = await createAuditedProgram();
  const byToken = { key: null };
  await callTool(program, "live", {}, byToken);
  await sendMessage(program, "tools/list", {}, byToken);
  await sendMessage(program, "tools/call", { name: "drop" }, byToken);
  await program.ask("/mcp", { method: "GET", ...byToken });
  const uses = await program.uses();
  assert.deepEqual(
    uses.map(({ method, endpoint, status }) => `${method} ${endpoint} ${status}`),
    ["POST /mcp live 200", "POST /mcp 200", "POST /mcp 200", "GET /mcp 405"],
  );
});

Deno.test("requests are counted by tool", async () => {
  const env = { METRICS_TOKEN: "a-token-of-sixteen" };
  await using program = await createProgram({ ...REPOSITORY, env });
  await callTool(program, "schedule");
  await callTool(program, "schedule");
  await sendMessage(program, "tools/list");
  const response = await program.ask("/metrics", {
    key: null,
    headers: { authorization: `Bearer ${env.METRICS_TOKEN}` },
  });
  const lines = (await response.text()).split("\n").filter((line) => line.includes('family="mcp"'));
  const countOf = (route: string) =>
    lines.find((line) => line.includes("requests_total") && line.includes(`route="${route}"`))
      ?.split(" ").at(-1);
  assert.equal(countOf("mcp-schedule"), "2");
  assert.equal(countOf("mcp"), "1");
});

Deno.test("the access log names the tool, and nothing that was asked", async () => {
  let lines = "";
  await using program = await createProgram({
    ...REPOSITORY,
    env: { ACCESS_LOG: "on" },
    writeLines: (text) => {
      lines += text;
      return Promise.resolve();
    },
  });
  await callTool(program, "search", { query: "Gemintang" });
  await program.service.close();
  assert.match(lines, /\/mcp search/);
  assert.ok(!lines.includes("Gemintang"));
});
