import assert from "node:assert/strict";
import { createFakeNet } from "../../../build/demo/net.ts";
import { idnItem } from "../../../build/demo/scene.ts";
import { createManualClock } from "../../support/manual_clock.ts";
import {
  type Ask,
  createProgram,
  type Program,
  type ProgramOptions,
} from "../../support/program.ts";
import { ASKED_AT, ON_AIR } from "./questions.ts";

const MINUTE = 60_000;
const PLATFORMS = {
  LIVE: "on",
  IDN_URL: "http://platforms.example",
  SHOWROOM_URL: "http://platforms.example",
};

/** The shipped content on the day of the questions, with those on air who are on air then. */
export async function createAssistantProgram(
  options: Partial<ProgramOptions> = {},
): Promise<Program> {
  const { lastNight, now } = ON_AIR;
  const net = createFakeNet();
  const clock = createManualClock(Date.parse(lastNight.from) + MINUTE);
  const program = await createProgram({
    content: "content",
    clock,
    net,
    env: PLATFORMS,
    ...options,
  });
  const { live } = program.service;
  const passUntil = async (instant: string) => {
    while (clock.now() < Date.parse(instant)) {
      live.noteRequest();
      await clock.advance(Math.min(MINUTE / 2, Date.parse(instant) - clock.now()));
    }
  };
  const onAir = ({ name, idn, from }: { name: string; idn: string; from: string }) =>
    idnItem(idn, `${idn}-talks`, { title: `Talk with ${name}`, live_at: Date.parse(from) / 1000 });
  net.scene.idn = [onAir(lastNight)];
  live.start();
  await passUntil(lastNight.until);
  net.scene.idn = [];
  await passUntil(new Date(clock.now() + 3 * MINUTE).toISOString());
  clock.set(Date.parse(ASKED_AT) - 5 * MINUTE);
  net.scene.idn = now.map(onAir);
  await passUntil(ASKED_AT);
  return program;
}

/** What a test reads of an answer. */
export interface Called {
  readonly status: number;
  readonly headers: Headers;
  /** The bytes of the whole answer. */
  readonly bytes: number;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

/** Sends a message; `_meta` and headers are of the modern era if `modern` says so. */
export async function sendMessage(
  program: Pick<Program, "ask">,
  method: string,
  params: Record<string, unknown> = {},
  { modern = false, id = 1, ...ask }: Ask & {
    readonly modern?: boolean;
    readonly id?: string | number | undefined;
  } = {},
): Promise<Called> {
  const headers = new Headers(ask.headers);
  if (!headers.has("content-type")) headers.set("content-type", "application/json");
  if (modern) {
    headers.set("mcp-protocol-version", "2026-07-28");
    headers.set("mcp-method", method);
    if (typeof params.name === "string") headers.set("mcp-name", params.name);
  }
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const message = {
    ...{ jsonrpc: "2.0", id, method },
    params: modern ? { ...params, _meta: meta } : params,
  };
  return await post(program, JSON.stringify(message), { ...ask, headers });
}

/** Sends any text as a message. */
export async function post(
  program: Pick<Program, "ask">,
  text: string,
  ask: Ask = {},
): Promise<Called> {
  const response = await program.ask("/mcp", { method: "POST", body: text, ...ask });
  const answer = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    bytes: new TextEncoder().encode(answer).length,
    body: answer === "" ? undefined : JSON.parse(answer),
  };
}

/** The result of a call of a tool, with the text that an assistant reads. */
export async function callTool(
  program: Pick<Program, "ask">,
  name: string,
  args: Record<string, unknown> = {},
  ask: Parameters<typeof sendMessage>[3] = {},
) {
  const called = await sendMessage(program, "tools/call", { name, arguments: args }, ask);
  assert.equal(called.status, 200, JSON.stringify(called.body));
  const { result } = called.body;
  const text: string = result.content[0].text;
  return {
    ...called,
    text,
    isError: result.isError === true,
    data: result.structuredContent ?? (result.isError ? undefined : JSON.parse(text)),
  };
}
