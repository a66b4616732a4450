import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:http2";
import fc from "fast-check";
import { TRIO } from "../support/contents.ts";
import { propertyRun } from "../support/size.ts";
import { world } from "../support/world.ts";
import { exchange, type SocketReply } from "./socket_call.ts";

/** An error of the program's own: JSON, with the headers that every response carries. */
function assertRefused(reply: SocketReply, status: number, what: string): void {
  assert.equal(reply.status, status, what);
  assert.equal(reply.headers["content-type"], "application/json; charset=utf-8");
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.equal(reply.headers["access-control-allow-origin"], "*");
  assert.equal(reply.headers["content-length"], String(reply.body.length));
  assert.equal(JSON.parse(reply.body).status, false);
}

function get(target: string, headers = "Host: oshibase.test"): string {
  return `GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`;
}

const HOSTS = [
  ...["a b", "a/b", "a/healthz?", "/healthz", "a/", "a?b", "a#b", "a\\b", "u@h", "u:p@h", "a:b"],
  ...["a:99999", "a:80:90", "[::1", "::1", "[::g]", "a,b", "%41", "ä", "<x>", '"x"', "a;b"],
];

const GOOD = ["oshibase.test", "a_b.example", "127.0.0.1:80", "[::1]", "[::1]:8000", "a:", "A-1.b"];

Deno.test("a body that says it is too large is refused before it comes", async () => {
  await using app = await world(TRIO);
  const head = "POST /v1/birthdays HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
  const reply = await exchange(app.serve(), `${head}Content-Length: 99999999999\r\n\r\n`, {
    half: true,
  });
  assertRefused(reply, 413, "a length of 99 GB");
});

Deno.test("204 and 304 have no body on the wire, so that the next reply is read right", async () => {
  await using app = await world(TRIO);
  const ask = (method: string, path: string, more = "") =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${app.key}\r\n${more}\r\n`;
  const path = "/api/kembang/members";
  const requests = ask("OPTIONS", path) + ask("HEAD", path) +
    ask("GET", path, "If-None-Match: *\r\n") + ask("GET", "/healthz", "Connection: close\r\n");
  const { status, body } = await exchange(app.serve(), requests);
  const rest = body.split(/(?=HTTP\/1\.1 )/);
  assert.equal(status, 204);
  assert.deepEqual(rest.map((reply) => reply.slice(9, 12)), ["200", "304", "200"]);
  assert.match(rest.at(-1)!, /\{"status":"ok","build":"\w+"\}$/);
});

Deno.test("no bytes on a socket make a 5xx, and the server goes on answering", async () => {
  await using app = await world(TRIO);
  const anyByte = fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 0x21, max: 0x7e }) },
    fc.integer({ min: 0, max: 255 }),
  );
  const anyBytes = (maxLength: number) =>
    fc.array(anyByte, { maxLength }).map((bytes) => String.fromCharCode(...bytes));
  const target = fc.tuple(
    fc.constantFrom("/", "/api/kembang/", "/v1/", "http://", ""),
    anyBytes(30),
  )
    .map((parts) => parts.join(""));
  const line = fc.tuple(fc.constantFrom("GET", "POST", "HEAD", "OPTIONS", "PUT"), target);
  const head = fc.tuple(line, anyBytes(12), fc.boolean());
  await fc.assert(
    fc.asyncProperty(head, async ([[method, path], text, asHost]) => {
      const header = asHost ? `Host: ${text}` : `Host: x\r\nAccept-Encoding: ${text}`;
      const request = `${method} ${path} HTTP/1.1\r\n${header}\r\nConnection: close\r\n\r\n`;
      const bytes = Uint8Array.from(request, (letter) => letter.charCodeAt(0));
      const { status } = await exchange(app.serve(), bytes, { half: true });
      assert.ok(status < 500, String(status));
    }),
    propertyRun(300),
  );
  assert.equal((await exchange(app.serve(), get("/healthz"))).status, 200);
});

Deno.test("a Host that no URL takes is refused with 400; HTTP/2 needs none", async () => {
  await using app = await world(TRIO);
  const address = app.serve();
  for (const host of HOSTS) {
    for (const target of ["/healthz", "/nope", "/api/kembang/members"]) {
      assertRefused(await exchange(address, get(target, `Host: ${host}`)), 400, host);
    }
  }
  for (const host of GOOD) {
    assert.equal((await exchange(address, get("/healthz", `Host: ${host}`))).status, 200, host);
  }
  const session = connect(`http://${address.hostname}:${address.port}`);
  const stream = session.request({ ":path": "/healthz" });
  const [headers] = await once(stream, "response");
  assert.equal(headers[":status"], 200);
  stream.close();
  session.destroy();
});

/** Broken escapes, and control characters. */
const TARGETS = [
  ...["/%", "/%zz", "/%f", "/api/kembang/%c3%28", "/api/kembang/%ff", "/api/kembang/%ed%a0%80"],
  ...["/healthz?%", "/nope?a=%zz", "/api/kembang/members?q=%e0%a4%a", "/%00", "/api/kembang/%0a"],
  ...["/api/kembang/members?q=%00", "/api/kembang/member/%7f", "/api/kembang/members?%1f=1"],
  "/api/kembang/members?q=%c2%85",
];

const HEADS = [
  ...["GET /healthz\x01 HTTP/1.1\r\nHost: x\r\n", "GET /healthz?a=\x00 HTTP/1.1\r\nHost: x\r\n"],
  ...["GET /health\tz HTTP/1.1\r\nHost: x\r\n", "GET /health z HTTP/1.1\r\nHost: x\r\n"],
  "GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: a\x01\r\n",
  "GET /healthz HTTP/1.1\r\nHost: x\r\nnonsense\r\n",
  "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: a b\r\n",
  ...["GET HTTP/1.1\r\nHost: x\r\n", "GET * HTTP/1.1\r\nHost: x\r\n"],
  "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n",
  "GET /api/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n",
  ...["GET /healthz RTSP/1.0\r\nHost: x\r\n", "CONNECT a:80 HTTP/1.1\r\nHost: x\r\n"],
  ...["TRACE /healthz HTTP/1.1\r\nHost: x\r\nX-Secret: y\r\n", "OPTIONS * HTTP/1.1\r\nHost: x\r\n"],
  ...["BREW /healthz HTTP/1.1\r\nHost: x\r\n", "get /healthz HTTP/1.1\r\nHost: x\r\n"],
  `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(300_000)}\r\n`,
  `GET /healthz HTTP/1.1\r\nHost: x\r\n${"X-A: a\r\n".repeat(500)}`,
];

/** Bodies that break off, or say two things of their length; the second: what comes is all. */
const BROKEN: [rest: string, half: boolean][] = [
  ['Content-Length: 100\r\n\r\n{"a"', true],
  ["Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n", false],
  ["Transfer-Encoding: chunked\r\n\r\nff\r\n{}", true],
  ["Content-Length: -1\r\n\r\n", false],
  ["Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", false],
  ["Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", false],
];

Deno.test("what is no request is a 4xx, and a body that breaks off too, or has no reply", async () => {
  await using app = await world(TRIO);
  const address = app.serve();
  for (const target of TARGETS) assertRefused(await exchange(address, get(target)), 400, target);
  for (const prefix of ["/", "/api/kembang/members?q=", "/api/kembang/members?apikey="]) {
    assertRefused(await exchange(address, get(prefix + "a".repeat(60_000))), 414, prefix);
  }
  for (const head of [...HEADS, `GET /${"a".repeat(70_000)} HTTP/1.1\r\nHost: x\r\n`]) {
    const { status } = await exchange(address, `${head}Connection: close\r\n\r\n`);
    assert.ok(status >= 400 && status < 500, `${status} for ${head.slice(0, 80)}`);
  }
  const head = `POST /api/melati/members HTTP/1.1\r\nHost: x\r\nx-api-key: ${app.key}\r\n`;
  for (const [rest, half] of BROKEN) {
    const { status } = await exchange(address, `${head}Connection: close\r\n${rest}`, { half });
    assert.ok(status === 0 || status >= 400 && status < 500, `${status} for ${rest}`);
  }
});
