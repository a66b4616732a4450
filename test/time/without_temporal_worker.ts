/// <reference lib="deno.worker" />
// A worker has globals of its own, so that an older runtime can be played without touching the rest.
delete (globalThis as { Temporal?: unknown }).Temporal;
const { answers } = await import("./answers.ts");
self.postMessage(answers());
