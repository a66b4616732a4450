import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:http2";
import fc from "fast-check";
import { TRIO } from "../support/contents.ts";
import { exchange, type Reply } from "./wire.ts";
import { propertyRun } from "../support/size.ts";
import { world } from "../support/world.ts";

/** An error of the program's own: JSON, with the headers that every response carries. */
function assertRefused(reply: Reply, status: number): void {
  assert.equal(reply.status, status);
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

Deno.test.each(HOSTS)("Host: %s is refused with 400", async (host) => {
  await using app = await world(TRIO);
  for (const target of ["/healthz", "/nope", "/api/kembang/members"]) {
    assertRefused(await exchange(app.serve(), get(target, `Host: ${host}`)), 400);
  }
});

const GOOD = ["oshibase.test", "a_b.example", "127.0.0.1:80", "[::1]", "[::1]:8000", "a:", "A-1.b"];

Deno.test.each(GOOD)("Host: %s is fine", async (host) => {
  await using app = await world(TRIO);
  assert.equal((await exchange(app.serve(), get("/healthz", `Host: ${host}`))).status, 200);
});

Deno.test("a request without Host is refused with 400, but for health checks", async () => {
  await using app = await world(TRIO);
  for (const target of ["/status", "/nope", "/api/kembang/members"]) {
    assertRefused(await exchange(app.serve(), get(target, "X-A: b")), 400);
  }
  // The runtime does not say whether it came by HTTP/1.0, which needs no host.
  assert.equal((await exchange(app.serve(), get("/healthz", "X-A: b"))).status, 200);
});

Deno.test("HTTP/2 has no Host, and needs none", async () => {
  await using app = await world(TRIO);
  const { hostname, port } = app.serve();
  const session = connect(`http://${hostname}:${port}`);
  const stream = session.request({ ":path": "/healthz" });
  const [headers] = await once(stream, "response");
  assert.equal(headers[":status"], 200);
  stream.close();
  session.destroy();
});

Deno.test("an address of 60 KB is refused with 414, and a longer one with a 4xx", async () => {
  await using app = await world(TRIO);
  for (const prefix of ["/", "/api/kembang/members?q=", "/api/kembang/members?apikey="]) {
    assertRefused(await exchange(app.serve(), get(prefix + "a".repeat(60_000))), 414);
  }
  const { status } = await exchange(app.serve(), get(`/${"a".repeat(70_000)}`));
  assert.ok(status >= 400 && status < 500, String(status));
});

Deno.test.each([
  "/%",
  "/%zz",
  "/%f",
  "/api/kembang/%c3%28",
  "/api/kembang/%ff",
  "/api/kembang/%ed%a0%80",
  "/healthz?%",
  "/nope?a=%zz",
  "/api/kembang/members?q=%e0%a4%a",
  "/%00",
  "/api/kembang/%0a",
  "/api/kembang/members?q=%00",
  "/api/kembang/member/%7f",
  "/api/kembang/members?%1f=1",
  "/api/kembang/members?q=%c2%85",
])("%s is a broken escape or a control character: 400", async (target) => {
  await using app = await world(TRIO);
  assertRefused(await exchange(app.serve(), get(target)), 400);
});

Deno.test.each([
  ["control characters in the path", "GET /healthz\x01 HTTP/1.1\r\nHost: x\r\n"],
  ["a zero byte in the query", "GET /healthz?a=\x00 HTTP/1.1\r\nHost: x\r\n"],
  ["a tab in the path", "GET /health\tz HTTP/1.1\r\nHost: x\r\n"],
  ["a space in the path", "GET /health z HTTP/1.1\r\nHost: x\r\n"],
  ["a control character in a header", "GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: a\x01\r\n"],
  ["a header without a colon", "GET /healthz HTTP/1.1\r\nHost: x\r\nnonsense\r\n"],
  ["two hosts, one of them bad", "GET /healthz HTTP/1.1\r\nHost: x\r\nHost: a b\r\n"],
  ["no path", "GET HTTP/1.1\r\nHost: x\r\n"],
  ["a star", "GET * HTTP/1.1\r\nHost: x\r\n"],
  ["a path outside", "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n"],
  ["an escaped path outside", "GET /api/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n"],
  ["another protocol", "GET /healthz RTSP/1.0\r\nHost: x\r\n"],
  ["a proxy's method", "CONNECT a:80 HTTP/1.1\r\nHost: x\r\n"],
  ["a trace", "TRACE /healthz HTTP/1.1\r\nHost: x\r\nX-Secret: y\r\n"],
  ["a method of its own", "BREW /healthz HTTP/1.1\r\nHost: x\r\n"],
  ["a method in small letters", "get /healthz HTTP/1.1\r\nHost: x\r\n"],
  ["all server's options", "OPTIONS * HTTP/1.1\r\nHost: x\r\n"],
  ["a header of 300 KB", `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(300_000)}\r\n`],
  ["500 headers", `GET /healthz HTTP/1.1\r\nHost: x\r\n${"X-A: a\r\n".repeat(500)}`],
])("%s: a 4xx", async (_what, head) => {
  await using app = await world(TRIO);
  const { status } = await exchange(app.serve(), `${head}Connection: close\r\n\r\n`);
  assert.ok(status >= 400 && status < 500, String(status));
});

Deno.test.each([
  ["a body that breaks off", 'Content-Length: 100\r\n\r\n{"a"', true],
  ["a chunk without a size", "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n", false],
  ["a chunk that breaks off", "Transfer-Encoding: chunked\r\n\r\nff\r\n{}", true],
  ["a length below zero", "Content-Length: -1\r\n\r\n", false],
  ["two lengths", "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", false],
  ["length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", false],
])("%s: a 4xx or no reply", async (_what, rest, half) => {
  await using app = await world(TRIO);
  const head = `POST /api/melati/members HTTP/1.1\r\nHost: x\r\nx-api-key: ${app.key}\r\n`;
  const request = `${head}Connection: close\r\n${rest}`;
  const { status } = await exchange(app.serve(), request, { half });
  assert.ok(status === 0 || status >= 400 && status < 500, String(status));
});

Deno.test("a body that says it is too large is refused before it comes", async () => {
  await using app = await world(TRIO);
  const head = "POST /v1/birthdays HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
  const reply = await exchange(app.serve(), `${head}Content-Length: 99999999999\r\n\r\n`, {
    half: true,
  });
  assertRefused(reply, 413);
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

Deno.test("a real client gets the same data in every coding", async () => {
  await using app = await world(TRIO);
  const { hostname, port } = app.serve();
  const url = `http://${hostname}:${port}/api/kembang/theater?apikey=${app.key}`;
  const texts = await Promise.all(["identity", "gzip", "br"].map(async (coding) => {
    const response = await fetch(url, { headers: { "accept-encoding": coding } });
    assert.equal(response.status, 200);
    return await response.text();
  }));
  assert.equal(new Set(texts).size, 1);
  assert.equal(JSON.parse(texts[0]!).length, 16);
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
