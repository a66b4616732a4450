import assert from "node:assert/strict";
import { TOOL_NAMES } from "../../../src/addons/mcp/tools.ts";
import { REPOSITORY } from "../../support/contents.ts";
import { createPrng } from "../../support/prng.ts";
import { sizeOf } from "../../support/size.ts";
import { world } from "../../support/world.ts";

/** The rarest status is answered to one call in 400: so many miss it once in 20,000 runs. */
const CALLS = sizeOf({ default: 4_000, full: 1_000_000 });

Deno.test("malformed calls: none is answered with 5xx, and none gets a secret back", async () => {
  await using open = await world(REPOSITORY);
  const { secret: token } = await open.issueToken();
  const made = [`J-osb_${"s".repeat(32)}`, `F-osb_k_${"a".repeat(12)}.0.${"-_m".repeat(10)}`];
  const secrets = [open.key, token, ...made];
  const seed = Number(Deno.env.get("SEED")) || Math.floor(Math.random() * 2 ** 32);
  const { pick } = createPrng(seed);
  const statuses = new Set<number>();
  for (let n = 0; n < CALLS; n++) {
    const secret = pick(secrets);
    const body = malformedBody(pick, secret);
    const headers = malformedHeaders(pick, secret, body);
    const path = pick(["/mcp", "/mcp", `/mcp?apikey=${secret}`, "/mcp/"]);
    // Each from a network of its own, so that none is too fast.
    const from = `10.${n % 200}.${Math.floor(n / 200)}.1`;
    const asked = open.ask(path, { method: "POST", body, headers, key: null, from });
    const response = await open.until(asked);
    const text = await response.text();
    const what = `seed ${seed}, call ${n}: ${body} got ${response.status} ${text}`;
    assert.ok(response.status < 500 && response.status !== 401, what);
    const told = [text, ...response.headers.values()].join();
    assert.ok(!secrets.some((one) => told.includes(one)), what);
    if (text !== "") assert.equal(JSON.parse(text).jsonrpc, "2.0", what);
    statuses.add(response.status);
  }
  for (const status of [200, 202, 400, 403, 404, 413]) {
    assert.ok(statuses.has(status), `seed ${seed}: no ${status}`);
  }
});

type Pick = <T>(list: readonly T[]) => T;

/** Values that are wrong almost everywhere. */
function oddValue(pick: Pick, secret: string): unknown {
  return pick<unknown>([
    ...[null, true, false, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 2, "", " ", "\u0000", "💥"],
    ...[[], [1], {}, { a: {} }, { __proto__: null }, [secret], { key: secret }, "\ud800"],
    ..."constructor __proto__ toString ../../etc/passwd %00 groupa/member/ groupa//x".split(" "),
    ..."groupa/member/%2e%2e 9999-12-31 0000-01-01 0001-01-01 2026-02-30 Etc/GMT+99 UTC+7".split(
      " ",
    ),
    ...[
      "366",
      "1e3",
      "0x10",
      "-1",
      "a".repeat(400),
      secret,
      `x${secret}`,
      `groupa/member/${secret}`,
    ],
  ]);
}

function malformedBody(pick: Pick, secret: string): string {
  const odd = () => oddValue(pick, secret);
  const tool = pick<unknown>([...TOOL_NAMES, ...TOOL_NAMES, odd()]);
  const names = ["query", "id", "group", "member", "from", "days", "timezone", "since", secret];
  const args = pick<unknown>([
    odd(),
    Object.fromEntries([pick(names), pick(names)].map((name) => [name, odd()])),
    Object.fromEntries([[pick(names), odd()]]),
  ]);
  const method = pick<unknown>([
    ...["tools/call", "tools/call", "tools/call", "tools/list", "initialize", "server/discover"],
    ...["ping", "resources/list", "notifications/x", odd()],
  ]);
  const params = pick<unknown>([
    { name: tool, arguments: args },
    { name: tool, arguments: args },
    { name: tool, arguments: args, _meta: odd() },
    { name: tool, arguments: args, _meta: META },
    { name: tool, arguments: args, _meta: META },
    { protocolVersion: odd(), _meta: { ...META, [VERSION]: odd() } },
    odd(),
  ]);
  const message = {
    jsonrpc: pick<unknown>(["2.0", "2.0", "2.0", "2.0", odd()]),
    // An id is sent back as it came: the caller chose it.
    ...pick<object>([{ id: 1 }, { id: "a" }, {}, { id: null }, { id: { key: secret } }, {
      id: [secret],
    }]),
    method,
    params,
    ...pick<object>([{}, {}, { apikey: secret }, { result: odd() }, { error: odd() }]),
  };
  const text = JSON.stringify(message);
  return pick([
    ...[text, text, text, text, text, text],
    text.slice(0, -3),
    `[${text}]`,
    JSON.stringify(odd()) ?? "",
    text + " ".repeat(5_000),
    "",
  ]);
}

const VERSION = "io.modelcontextprotocol/protocolVersion";
const META = { [VERSION]: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };

/** Headers of either era as they should be, one of them mostly replaced. */
function malformedHeaders(pick: Pick, secret: string, body: string): Record<string, string> {
  const { method = "", name = "" } = askedIn(body);
  const replaced = pick<Record<string, string>>([
    {},
    {},
    { "mcp-protocol-version": pick([secret, "v999.0.0", "9", "2026-07-28, 2026-07-28"]) },
    { "mcp-method": pick([secret, "tools/call", "server/discover"]) },
    { "mcp-name": pick([secret, "search", "=?base64?!!!?=", `=?base64?${btoa(secret)}?=`]) },
    { "x-api-key": pick([secret, `${secret}x`]) },
    { authorization: `Bearer ${secret}` },
    { "x-priority-token": secret },
  ]);
  const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": method, "mcp-name": name };
  return { ...pick<Record<string, string>>([{}, modern]), ...replaced };
}

/** What a body asks for, as far as a header can hold it. */
function askedIn(body: string): { method?: string; name?: string } {
  try {
    const { method, params } = JSON.parse(body);
    const inHeader = (value: unknown) =>
      typeof value === "string" && /^[\w/.-]*$/.test(value) ? value : "";
    return { method: inHeader(method), name: inHeader(params?.name) };
  } catch {
    return {};
  }
}
