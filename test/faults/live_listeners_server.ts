/**
 * A small server of event streams in a process of its own, so that a test can memory it:
 * `deno run -A sse_server.ts`. It prints its port; `GET /start?slug=` puts a broadcast on air,
 * `GET /memory` tells its memory and its listeners, everything else is a stream.
 */
import { idnItem } from "../support/fake_platforms/scene.ts";
import { createLiveHarness } from "../live/live_harness.ts";

const { live, clock, net } = createLiveHarness();
live.start();
await clock.advance(0);

const controller = new AbortController();
const server = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  signal: controller.signal,
  onListen: ({ port }) => console.log(port),
}, answer);

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/start") {
    net.scene.idn = [...net.scene.idn, idnItem("groupa_feni", searchParams.get("slug") ?? "")];
    await clock.advance(30_000);
    return new Response("ok");
  }
  if (pathname === "/memory") {
    for (let n = 0; n < 3; n++) gc();
    const { rss, heapUsed, external } = Deno.memoryUsage();
    return Response.json({ rss, heap: heapUsed + external, listeners: live.streams.size() });
  }
  const lastEventId = request.headers.get("last-event-id");
  return new Response(live.streams.open({ group: "groupa", lastEventId }), {
    headers: { "content-type": "text/event-stream" },
  });
}

function gc(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

// Whoever started this process may die without a word; it shall not stay behind.
setTimeout(() => controller.abort(), 60_000);
await server.finished;
