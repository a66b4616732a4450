import assert from "node:assert/strict";
import { systemClock } from "../../src/platform/clock.ts";
import { OutboundError } from "../../src/platform/outbound_fetch.ts";
import { openWebSocket, type SocketOptions } from "../../src/platform/web_socket.ts";
import { until } from "../support/until.ts";

/** Options of a connection, and how many messages were skipped. */
function options(more: Partial<SocketOptions> = {}) {
  const seen = { skipped: 0 };
  const all: SocketOptions = {
    clock: systemClock,
    signal: new AbortController().signal,
    timeoutMs: 5_000,
    mayReach: () => true,
    maxMessageBytes: 1_000,
    onSkipped: () => void seen.skipped++,
    ...more,
  };
  return { ...all, seen };
}

/** The runtime's own server of WebSockets. */
function startEcho(onOpen: (socket: WebSocket) => void = () => {}) {
  const ends: number[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.onopen = () => onOpen(socket);
      socket.onmessage = ({ data }) => socket.send(data);
      socket.onclose = ({ code }) => ends.push(code);
      return response;
    },
  );
  return {
    url: `ws://127.0.0.1:${server.addr.port}/chat?x=1`,
    ends,
    stop: () => server.shutdown(),
  };
}

Deno.test("a WebSocket sends and receives text, and says goodbye", async () => {
  const { url, ends, stop } = startEcho();
  const socket = await openWebSocket(url, options());
  for (const text of ["", "hello", "é".repeat(100), "x".repeat(500), "おつかれさま"]) {
    await socket.send(text);
    assert.equal(await socket.next(), text);
  }
  socket.close();
  assert.equal(await socket.next(), undefined);
  await until(() => ends.length === 1);
  assert.deepEqual(ends, [1000]);
  await socket.send("to nobody");
  await stop();
});

Deno.test("messages that are too long are skipped, and those behind them are read", async () => {
  const { url, stop } = startEcho((socket) => {
    socket.send("before");
    socket.send("x".repeat(1_001));
    socket.send("y".repeat(1 << 20));
    socket.send("z".repeat(1_000));
    socket.close();
  });
  const { seen, ...own } = options();
  const socket = await openWebSocket(url, own);
  assert.equal(await socket.next(), "before");
  assert.equal(await socket.next(), "z".repeat(1_000));
  assert.equal(await socket.next(), undefined, "the server has ended it");
  assert.equal(seen.skipped, 2);
  await stop();
});

/** A server that agrees to the protocol and then sends these bytes, one piece after the other. */
function startRaw(pieces: readonly Uint8Array[], head?: (key: string) => string) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const received: number[] = [];
  const serving = (async () => {
    const connection = await listener.accept();
    const buffer = new Uint8Array(4_096);
    const count = await connection.read(buffer);
    const request = new TextDecoder().decode(buffer.subarray(0, count ?? 0));
    const key = /sec-websocket-key: (\S+)/i.exec(request)?.[1] ?? "";
    const agreed = new TextEncoder().encode(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`);
    const accept = new Uint8Array(await crypto.subtle.digest("SHA-1", agreed)).toBase64();
    const answer = head?.(accept) ??
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: WebSocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`;
    await connection.write(new TextEncoder().encode(answer));
    for (const piece of pieces) {
      await connection.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (let got = await connection.read(buffer); got; got = await connection.read(buffer)) {
      received.push(...buffer.subarray(0, got));
    }
    connection.close();
  })().catch(() => {});
  const { port } = listener.addr as Deno.NetAddr;
  return {
    url: `ws://127.0.0.1:${port}/`,
    received,
    async stop() {
      listener.close();
      await serving;
    },
  };
}

function frame(first: number, payload: string, cut = Infinity): Uint8Array {
  const bytes = new TextEncoder().encode(payload);
  return new Uint8Array([first, bytes.length, ...bytes]).slice(0, cut);
}

Deno.test("a message in many frames is one, and a ping between them gets its pong", async () => {
  const { url, received, stop } = await startRaw([
    frame(0x01, "one "),
    frame(0x89, "ping"),
    frame(0x00, "message"),
    new Uint8Array([0x80]),
    new Uint8Array([0x00]),
  ]);
  const socket = await openWebSocket(url, options());
  assert.equal(await socket.next(), "one message");
  await until(() => received.length >= 10);
  const [first, second, ...rest] = received;
  assert.deepEqual([first, second], [0x8a, 0x84], "masked, as a client has to");
  const pong = rest.slice(4, 8).map((byte, n) => byte ^ rest[n]!);
  assert.equal(new TextDecoder().decode(new Uint8Array(pong)), "ping");
  socket.close();
  await stop();
});

const BROKEN: [string, Uint8Array][] = [
  ["a frame that is masked", new Uint8Array([0x81, 0x81, 0, 0, 0, 0, 65])],
  ["a frame with reserved bits", new Uint8Array([0xc1, 1, 65])],
  ["an unknown frame", new Uint8Array([0x83, 1, 65])],
  ["a frame that continues nothing", new Uint8Array([0x80, 1, 65])],
  ["a ping in two frames", new Uint8Array([0x09, 1, 65])],
  ["a ping that is too long", new Uint8Array([0x89, 126, 0, 200])],
  ["a message of 2 GB", new Uint8Array([0x81, 127, 0, 0, 0, 0, 0x80, 0, 0, 0])],
  ["an end", new Uint8Array([0x88, 2, 3, 232])],
];

Deno.test.each(BROKEN)("%s ends the connection", async (_what, bytes) => {
  const { url, stop } = await startRaw([frame(0x81, "before"), bytes]);
  const socket = await openWebSocket(url, options());
  assert.equal(await socket.next(), "before");
  assert.equal(await socket.next(), undefined);
  await stop();
});

Deno.test("a connection that is cut within a frame is over", async () => {
  const listener = await startRaw([frame(0x81, "cut off", 4)]);
  const controller = new AbortController();
  const socket = await openWebSocket(listener.url, options({ signal: controller.signal }));
  setTimeout(() => controller.abort(), 50);
  assert.equal(await socket.next(), undefined);
  await listener.stop();
});

const REFUSED: [string, (accept: string) => string][] = [
  ["another status", () => "HTTP/1.1 200 OK\r\nupgrade: websocket\r\n\r\n"],
  ["a redirect", () => "HTTP/1.1 302 Found\r\nlocation: ws://169.254.169.254/\r\n\r\n"],
  [
    "another key",
    () => "HTTP/1.1 101 OK\r\nupgrade: websocket\r\nsec-websocket-accept: AAAA\r\n\r\n",
  ],
  [
    "an extension",
    (accept) =>
      `HTTP/1.1 101 OK\r\nupgrade: websocket\r\nsec-websocket-accept: ${accept}\r\nsec-websocket-extensions: x\r\n\r\n`,
  ],
];

Deno.test.each(REFUSED)("a server that answers with %s is not connected", async (_what, head) => {
  const { url, stop } = await startRaw([], head);
  await assert.rejects(
    openWebSocket(url, options()),
    (error) => error instanceof OutboundError && error.fault === "network",
  );
  await stop();
});

Deno.test("a head without an end is refused, and so is a server that says nothing", async () => {
  const endless = await startRaw([new Uint8Array(9_000).fill(65)], () => "HTTP/1.1 101 OK\r\n");
  await assert.rejects(
    openWebSocket(endless.url, options()),
    (error) => error instanceof OutboundError && error.fault === "too_large",
  );
  await endless.stop();
  const mute = await startRaw([], () => "");
  await assert.rejects(
    openWebSocket(mute.url, options({ timeoutMs: 50 })),
    (error) => error instanceof OutboundError && error.fault === "timeout",
  );
  await mute.stop();
});

Deno.test("an address that may not be reached is sent nothing", async () => {
  const { url, received, stop } = await startRaw([]);
  const asked: string[] = [];
  const mayReach = (address: string) => asked.push(address) < 0;
  await assert.rejects(
    openWebSocket(url, options({ mayReach })),
    (error) => error instanceof OutboundError && error.fault === "forbidden",
  );
  assert.deepEqual([asked, received], [["127.0.0.1"], []]);
  await stop();
});

Deno.test("a signal ends a connection that is being made, and one that is there", async () => {
  const { url, stop } = startEcho();
  await assert.rejects(
    openWebSocket(url, options({ signal: AbortSignal.abort() })),
    (error) => error instanceof OutboundError && error.fault === "aborted",
  );
  const controller = new AbortController();
  const socket = await openWebSocket(url, options({ signal: controller.signal }));
  setTimeout(() => controller.abort(), 20);
  assert.equal(await socket.next(), undefined);
  await stop();
});

Deno.test("a server whose certificate is not for the name, or by no known authority, is sent nothing", async () => {
  const fixture = (name: string) =>
    Deno.readTextFileSync(new URL(`../fixtures/tls/${name}`, import.meta.url));
  let requests = 0;
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    cert: fixture("cert.pem"),
    key: fixture("key.pem"),
    onListen: () => {},
  }, () => new Response(String(++requests)));
  await assert.rejects(
    openWebSocket(`wss://localhost:${server.addr.port}/`, options()),
    (error) => error instanceof OutboundError && error.fault === "network",
  );
  assert.equal(requests, 0);
  await server.shutdown();
});
