import assert from "node:assert/strict";
import { createFakeNet } from "../../support/fake_net.ts";
import { idnItem } from "../../../build/demo/scene.ts";
import { type Ask, type World, world, type WorldOptions } from "../../support/world.ts";

/** Saturday, 21 November 2026, 11:00 in Jakarta and 12:00 in Kuala Lumpur. */
const ASKED_AT = Date.parse("2026-11-21T04:00:00Z");
const MINUTE = 60_000;

/** The shipped content, with who was on air the night before, and who is. */
export async function fanWorld(options: Partial<WorldOptions> = {}): Promise<World> {
  const platforms = createFakeNet();
  const onAir = (idn: string, from: string) =>
    idnItem(idn, `${idn}-talks`, { title: `Talk of ${idn}`, live_at: Date.parse(from) / 1000 });
  platforms.scene.idn = [onAir("groupa_verli", "2026-11-20T12:00:00Z")];
  const env = { LIVE: "on", IDN_API_KEY: "", YOUTUBE_API_KEY: "" };
  const now = "2026-11-20T13:09:00Z";
  const fans = await world({ content: "content", now, env, platforms, ...options });
  platforms.scene.idn = [];
  await fans.pass(3 * MINUTE);
  fans.at(ASKED_AT - 2 * MINUTE);
  platforms.scene.idn = [
    onAir("groupb_nagi", "2026-11-21T03:40:00Z"),
    onAir("groupa_gemi", "2026-11-21T03:50:00Z"),
  ];
  await fans.pass(2 * MINUTE);
  return fans;
}

/** How a message is sent. */
interface Sending extends Ask {
  /** Whether it is of the modern era. */
  readonly modern?: boolean;
  readonly id?: string | number;
}

/** Sends a message; `_meta` and headers are of the modern era if `modern` says so. */
export async function sendMessage(
  { until, ask }: World,
  method: string,
  params: Record<string, unknown> = {},
  { modern = false, id = 1, ...asked }: Sending = {},
) {
  const headers = new Headers(asked.headers);
  if (modern) {
    headers.set("mcp-protocol-version", "2026-07-28");
    headers.set("mcp-method", method);
    if (typeof params.name === "string") headers.set("mcp-name", params.name);
  }
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const message = { jsonrpc: "2.0", id, method, params: modern ? { ...params, _meta } : params };
  return await post({ until, ask }, JSON.stringify(message), { ...asked, headers });
}

/** Sends any text as a message. */
export async function post({ until, ask }: Pick<World, "until" | "ask">, body: string, asked: Ask) {
  const response = await until(ask("/mcp", { method: "POST", body, ...asked }));
  const text = await response.text();
  const { status, headers } = response;
  const bytes = new TextEncoder().encode(text).length;
  return { status, headers, bytes, body: text === "" ? undefined : JSON.parse(text) };
}

/** The result of a call of a tool, with the text that an assistant reads. */
export async function callTool(
  asked: World,
  name: string,
  args: Record<string, unknown> = {},
  how: Sending = {},
) {
  const called = await sendMessage(asked, "tools/call", { name, arguments: args }, how);
  assert.equal(called.status, 200, JSON.stringify(called.body));
  const { result } = called.body;
  const text: string = result.content[0].text;
  const isError = result.isError === true;
  const data = result.structuredContent ?? (isError ? undefined : JSON.parse(text));
  return { ...called, text, isError, data };
}
