import assert from "node:assert/strict";
import { systemClock } from "../../src/platform/clock.ts";
import {
  createOutboundFetch,
  type OutboundOptions,
  retryAfterMs,
} from "../../src/platform/outbound_fetch.ts";

type Answer = (request: Request) => Response | Promise<Response>;

/** Runs a case against a real server; `url` holds a secret. */
async function withServer(
  answer: Answer,
  run: (url: string, seen: Request[]) => Promise<void>,
): Promise<void> {
  const seen: Request[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    seen.push(request);
    return answer(request);
  });
  try {
    await run(`http://127.0.0.1:${server.addr.port}/?key=very-secret`, seen);
  } finally {
    await server.shutdown();
  }
}

function createClient(options: OutboundOptions = {}) {
  return createOutboundFetch({ net: { fetch }, clock: systemClock }, options);
}

function endlessBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1_000)) });
}

Deno.test("a redirect is an answer, and is not followed", async () => {
  const answer: Answer = () =>
    new Response(null, { status: 302, headers: { location: "/inward" } });
  await withServer(answer, async (url, seen) => {
    const { status } = await createClient()({ url });
    assert.equal(status, 302);
    assert.equal(seen.length, 1);
  });
});

Deno.test("a body beyond the bound is refused, or cut off where that is asked for", async () => {
  await withServer(() => new Response(endlessBody()), async (url) => {
    const bounds = { maxBytes: 2_500 };
    await assert.rejects(createClient(bounds)({ url }), { fault: "too_large" });
    const { text } = await createClient({ ...bounds, excess: "truncate" })({ url });
    assert.equal(text.length, 2_500);
  });
});

Deno.test("a body that is not asked for is not waited for", async () => {
  const hanging = () =>
    new ReadableStream<Uint8Array>({ start: (it) => it.enqueue(new Uint8Array(1)) });
  await withServer(() => new Response(hanging()), async (url) => {
    const response = await createClient()({ url, onHead: ({ status }) => status !== 200 });
    assert.equal(response.text, "");
    await assert.rejects(createClient({ timeoutMs: 100 })({ url }), { fault: "timeout" });
  });
});

Deno.test("the caller ends a request early, also one that has not begun", async () => {
  await withServer(() => new Response(endlessBody()), async (url) => {
    const fetchOnce = createClient({ maxBytes: Infinity });
    await assert.rejects(fetchOnce({ url, signal: AbortSignal.abort() }), { fault: "aborted" });
    const signal = AbortSignal.timeout(50);
    await assert.rejects(fetchOnce({ url, signal }), { fault: "aborted" });
  });
});

Deno.test("a connection that fails is told of without its address", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  await assert.rejects(
    createClient()({ url: `http://127.0.0.1:${port}/?key=very-secret` }),
    (error: Error & { fault?: string }) => {
      assert.equal(error.fault, "network");
      assert.doesNotMatch(`${error.message} ${error.stack} ${error.cause}`, /very-secret/);
      return true;
    },
  );
});

Deno.test("retryAfterMs() reads seconds and dates, and nothing else", () => {
  const now = Date.parse("2025-07-03T12:00:00Z");
  const cases: readonly (readonly [string | null, number | undefined])[] = [
    ["120", 120_000],
    ["0.5", 500],
    ["Thu, 03 Jul 2025 12:01:00 GMT", 60_000],
    ["Thu, 03 Jul 2025 11:59:00 GMT", -60_000],
    ["soon", undefined],
    ["", undefined],
    [null, undefined],
  ];
  for (const [value, expected] of cases) {
    const headers = new Headers(value === null ? {} : { "retry-after": value });
    assert.equal(retryAfterMs(headers, now), expected, `${value}`);
  }
});
