import { connect } from "node:net";
import assert from "node:assert/strict";
import { exportUses } from "../support/use_log.ts";
import { addAdmin, issueKey, issueToken } from "../support/issue.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { socketCall } from "./socket_call.ts";

/** A request whose body begins and never ends. */
interface EndlessCall {
  readonly path: string;
  readonly headers?: readonly (readonly [string, string])[];
  /** Sends one more byte of the body each so many ms. */
  readonly trickleMs?: number;
}

/** The answer to a body that never ended. */
interface EndlessReply {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
  /** How long it took, in ms. */
  readonly tookMs: number;
}

/** A connection on which a body is under way. */
interface EndlessBody {
  readonly answered: Promise<EndlessReply>;
  close(): void;
}

/** Sends all of a request but the end of its body. The server cannot hang up before that comes. */
function sendEndlessBody(base: string, call: EndlessCall): EndlessBody {
  const { hostname, port } = new URL(base);
  const { promise, resolve, reject } = Promise.withResolvers<EndlessReply>();
  const began = performance.now();
  const socket = connect({ host: hostname, port: Number(port) });
  const lines = (call.headers ?? []).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(
    `POST ${call.path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${lines}Content-Length: 4000\r\n\r\n{"a":`,
  );
  const trickle = call.trickleMs && setInterval(() => socket.write(" "), call.trickleMs);
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk: string) => {
    text += chunk;
    const reply = parse(text);
    if (reply !== undefined) resolve({ ...reply, tookMs: performance.now() - began });
  });
  socket.on("error", reject);
  socket.on("close", () => reject(new Error(`The server hung up without an answer: ${text}`)));
  promise.catch(() => {});
  return {
    answered: promise,
    close() {
      clearInterval(trickle);
      socket.destroy();
    },
  };
}

/** The answer to a body that never ends, on a connection that is closed then. */
async function callEndlessly(base: string, call: EndlessCall): Promise<EndlessReply> {
  const body = sendEndlessBody(base, call);
  try {
    return await body.answered;
  } finally {
    body.close();
  }
}

/** An answer that is whole by its length. */
function parse(text: string): Omit<EndlessReply, "tookMs"> | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Map(lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  }));
  const body = text.slice(end + 4);
  if (body.length < Number(headers.get("content-length"))) return undefined;
  return { status: Number(first.split(" ")[1]), headers, body: JSON.parse(body) };
}

const WRAPPED = "/api/kebun/members";

const ADMIN: readonly (readonly [string, string])[] = [["username", "root"], [
  "password",
  "good password",
]];

const WRONG: readonly (readonly [string, string])[] = [["username", "root"], ["password", "x"]];
let fixture: ServerFixture;
let server: RunningServer;
let key: { secret: string }, token: { secret: string };

Deno.test.beforeAll(async () => {
  fixture = await createServerFixture();
  key = await issueKey(fixture.store);
  token = await issueToken(fixture.store);
  await addAdmin(fixture.store, "root", "good password");
  server = await fixture.start({ ADMIN_API: "on" });
});

Deno.test.afterAll(async () => {
  await server?.stop();
  await fixture?.[Symbol.asyncDispose]();
});

async function usedByKey(): Promise<number> {
  const headers = [["x-api-key", key.secret] as const];
  return JSON.parse((await socketCall(server.base, { path: "/v1/key", headers })).body).used;
}

Deno.test("a body that never ends, or trickles, is answered 408 after 5 seconds", async () => {
  const calls: EndlessCall[] = [
    { path: WRAPPED },
    { path: WRAPPED, trickleMs: 50 },
    { path: "/v1/birthdays" },
    { path: "/v1/birthdays", trickleMs: 1000 },
    { path: "/api/codes/verify" },
    { path: "/api/admin/keys" },
    { path: "/api/admin/keys", headers: ADMIN },
    { path: WRAPPED, headers: ADMIN },
    { path: WRAPPED, headers: [["x-api-key", key.secret]] },
    { path: WRAPPED, headers: [["x-priority-token", token.secret]] },
    // Credentials are looked at behind the body, which may hold better ones.
    { path: WRAPPED, headers: [["x-api-key", "J-osb_nobody"]] },
    { path: "/api/admin/keys", headers: WRONG },
  ];
  const before = await usedByKey();
  const replies = await Promise.all(calls.map((call) => callEndlessly(server.base, call)));
  for (const [place, { status, headers, body, tookMs }] of replies.entries()) {
    const what = JSON.stringify(calls[place]);
    assert.deepEqual([status, body.status, body.type], [408, false, "TIMEOUT"], what);
    assert.match(body.message, /\S/);
    assert.equal(headers.get("connection"), "close");
    assert.equal(headers.get("cache-control"), "no-store");
    assert.ok(tookMs >= 4900, `${what} was answered after ${tookMs} ms`);
  }
  assert.equal(await usedByKey(), before, "nobody was let in");
  const uses = await Array.fromAsync(exportUses(fixture.store.kv));
  assert.deepEqual(uses.map(({ status, route }) => [status, route]), [[408, WRAPPED]]);
});

Deno.test("of 300 bodies that never end the oldest are let go, and whole ones are read all the while", async () => {
  const unfinished = async () => {
    const headers = Object.fromEntries(ADMIN);
    return (await (await fetch(`${server.base}api/admin/status`, { headers })).json())
      .unfinished_bodies;
  };
  const bodies = Array.from({ length: 300 }, () => sendEndlessBody(server.base, { path: WRAPPED }));
  const early = await Promise.any(bodies.map(({ answered }) => answered));
  assert.deepEqual([early.status, early.body.type], [503, "TRY_AGAIN"]);
  assert.equal(early.headers.get("retry-after"), "1");
  assert.ok(await unfinished() <= 256);
  const body = JSON.stringify({ apikey: key.secret });
  const whole = await fetch(`${server.base}v1/birthdays`, { method: "POST", body });
  assert.equal(whole.status, 200);
  await whole.body?.cancel();
  const statuses = (await Promise.all(bodies.map(({ answered }) => answered)))
    .map(({ status }) => status);
  const late = statuses.filter((status) => status === 408).length;
  assert.ok(late === 255 || late === 256, `${late} had their 5 seconds`);
  assert.ok(statuses.every((status) => status === 408 || status === 503));
  assert.equal(await unfinished(), 0);
  for (const one of bodies) one.close();
});
