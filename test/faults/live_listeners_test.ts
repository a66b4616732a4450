import assert from "node:assert/strict";
import { sizeOf } from "../support/size.ts";
import { noteFigure } from "./figures.ts";
import { killIfRunning } from "../support/kill_if_running.ts";

const CONNECTIONS = sizeOf({ default: 2_000, full: 10_000 });

interface Memory {
  readonly rss: number;
  readonly heap: number;
  readonly listeners: number;
}

Deno.test(`${CONNECTIONS} listeners all hear an event, cost a few KB each, and leave nothing behind`, async () => {
  const server = await startServer();
  const clients: Client[] = [];
  try {
    await server.get("/start?slug=warm-up");
    const before = await server.memory();
    while (clients.length < CONNECTIONS) {
      const batch = Array.from({ length: 100 }, () => connect(server.port));
      clients.push(...await Promise.all(batch));
    }
    await Promise.all(clients.map((client) => client.until("event: snapshot")));
    const full = await server.memory();
    assert.equal(full.listeners, CONNECTIONS);

    const start = performance.now();
    const heard = clients.map(async (client) => {
      await client.until("event: started");
      return performance.now() - start;
    });
    await server.get("/start?slug=big-news");
    const slowest = Math.max(...await Promise.all(heard));
    assert.ok(slowest < 5_000, `the slowest heard it after ${slowest} ms`);

    // A bare stream of the same server takes 5 KB of heap and 66 KB of the process (buffers of the
    // connection, outside the heap); what is ours comes on top.
    const heap = (full.heap - before.heap) / CONNECTIONS;
    const whole = (full.rss - before.rss) / CONNECTIONS;
    assert.ok(heap < 10_000, `${heap} bytes of heap per listener`);
    assert.ok(whole < 100_000, `${whole} bytes of the process per listener`);
    clients.forEach((client) => client.close());
    let left = Infinity;
    const isFreed = ({ listeners, heap }: Memory) => {
      left = (heap - before.heap) / CONNECTIONS;
      return listeners === 0 && left < 1_000;
    };
    await waitUntilFreed(server, isFreed);
    assert.ok(left < 1_000, `${left} bytes of heap left per closed listener`);
    noteFigure(
      `${CONNECTIONS} listeners over HTTP`,
      `the slowest heard an event after ${Math.round(slowest)} ms; ` +
        `${Math.round(heap)} bytes of heap and ${Math.round(whole)} of the process each, ` +
        `${Math.round(left)} of heap after closing`,
    );
  } finally {
    clients.forEach((client) => client.close());
    await server.stop();
  }
});

type Server = Awaited<ReturnType<typeof startServer>>;

async function startServer() {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "--no-lock", "--v8-flags=--expose-gc"],
      new URL("./live_listeners_server.ts", import.meta.url).pathname,
    ],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let printed = "";
  while (!printed.includes("\n")) printed += (await reader.read()).value ?? "";
  const port = Number(printed);
  const get = async (path: string) => await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  return {
    port,
    get,
    memory: async () => JSON.parse(await get("/memory")) as Memory,
    async stop() {
      killIfRunning(child);
      await child.status;
      await reader.cancel();
    },
  };
}

/** Looks at the memory until it is little enough, or long enough for a busy machine. */
async function waitUntilFreed(server: Server, isFreed: (memory: Memory) => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const memory = await server.memory();
    if (isFreed(memory)) return;
    if (tries === 399) assert.equal(memory.listeners, 0, "closed connections are let go");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

type Client = Awaited<ReturnType<typeof connect>>;

/** A bare connection: cheaper than `fetch`, so that the test can hold thousands. */
async function connect(port: number) {
  const socket = await Deno.connect({ hostname: "127.0.0.1", port });
  await socket.write(
    new TextEncoder().encode(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
  );
  const buffer = new Uint8Array(4096);
  let text = "";
  let open = true;
  return {
    async until(part: string): Promise<void> {
      while (!text.includes(part)) {
        const count = await socket.read(buffer);
        if (count === null) throw new Error(`The stream ended before ${JSON.stringify(part)}`);
        text += new TextDecoder().decode(buffer.subarray(0, count));
      }
    },
    close(): void {
      if (open) socket.close();
      open = false;
    },
  };
}
