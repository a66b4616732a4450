/**
 * A small server of chats in a process of its own, so that a test can measure it:
 * `deno run -A chat_process.ts <address of the chat>`. It prints its port; `GET /figures` has its memory,
 * its processor time and its counts, `GET /on` and `/off` put the broadcast on air and take it off,
 * everything else is its chat.
 */
import process from "node:process";
import { systemClock } from "../../src/platform/clock.ts";
import { openWebSocket } from "../../src/platform/web_socket.ts";
import { createProcess } from "../live/live_harness.ts";
import { createFakeNet } from "../support/fake_platforms/net.ts";
import { idnItem } from "../support/fake_platforms/scene.ts";
import { createMemoryKv } from "../support/memory_kv.ts";

const [idnChatUrl = ""] = Deno.args;
const platforms = createFakeNet();
platforms.scene.chatRooms.set("hello", "room-hello");
const live = createProcess({
  clock: systemClock,
  kv: createMemoryKv(),
  net: { ...platforms, openSocket: openWebSocket },
  settings: { idnApiKey: "secret", youtubeApiKey: undefined, intervalMs: 1_000, idnChatUrl },
});
live.start();
await live.chats.ready();

const controller = new AbortController();
const server = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  signal: controller.signal,
  onListen: ({ port }) => console.log(port),
}, answer);

async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/on" || pathname === "/off") {
    platforms.scene.idn = pathname === "/on" ? [idnItem("groupa_feni", "hello")] : [];
    live.noteRequest();
    await live.pollOlderThan(0);
    return new Response("ok");
  }
  if (pathname === "/figures") {
    for (let n = 0; n < 3; n++) (globalThis as { gc?: () => void }).gc?.();
    const { rss, heapUsed, external } = Deno.memoryUsage();
    const { user, system } = process.cpuUsage();
    return Response.json({
      rss,
      heap: heapUsed + external,
      cpuMs: (user + system) / 1000,
      ...live.chats.counts,
      rooms: live.chats.rooms(),
    });
  }
  const name = { username: "groupa_feni", slug: "hello" };
  return Response.json(await live.chats.loaded.read("groupa", name, 200));
}

// The test that started this process may die without a word; this one shall not stay behind.
setTimeout(() => controller.abort(), 20 * 60_000);
await server.finished;
