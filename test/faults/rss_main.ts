/**
 * The server as it is, with a second door that tells what memory its process holds after the garbage is
 * gone, and at `/stall` how long its loop was blocked since that was last asked:
 * `deno run -A --v8-flags=--expose-gc rss_main.ts`. Its address goes to standard error.
 */
import { createStallMeter } from "../support/stall_meter.ts";
import "../../src/main.ts";

const gc = (globalThis as { gc?: () => void }).gc;

const stalls = createStallMeter();

const door = Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.error(`Memory at http://127.0.0.1:${port}/`),
}, ({ url }) => {
  if (new URL(url).pathname === "/stall") return Response.json(stalls.take());
  for (let n = 0; n < 3; n++) gc?.();
  const { heapUsed, external, rss } = Deno.memoryUsage();
  return Response.json({ heap: heapUsed + external, rss });
});

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => door.shutdown());
}
