import assert from "node:assert/strict";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { findDenokv, startDenokv } from "../platform/denokv_server.ts";
import { closing } from "../support/closing.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { buildContent } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { connectStream } from "../support/stream_client.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { pause, quotaOf, statusOf } from "./fleet.ts";

/** What an instance has, of which the runtime leaves room for what is not its heap. */
const MEMORY_BYTES = 768 * 2 ** 20;
const HEAP_MIB = 512;
/** From the signal to its end. */
const END_MS = 5_000;
const STARTS = Math.max(3, sizeOf({ default: 3, full: 10 }));
const TOGETHER_MS = sizeOf({ default: 6_000, full: 60_000 });
const REQUESTS = sizeOf({ default: 2_000, full: 20_000 });
const MEMBERS = "api/bunga/members";

/** What the platform says of itself. */
const DEPLOY = {
  DENO_DEPLOY: "true",
  DENO_DEPLOYMENT_ID: crypto.randomUUID(),
  DENO_DEPLOY_BUILD_ID: crypto.randomUUID(),
  DENO_DEPLOY_ORGANIZATION_SLUG: "fans",
  DENO_DEPLOY_APPLICATION_SLUG: "oshibase",
  DENO_TIMELINE: "production",
  DENO_V8_FLAGS: `--max-old-space-size=${HEAP_MIB}`,
};
/** An instance forgets what it writes. */
const READ_ONLY = { flags: ["--deny-write"] };

const denokv = findDenokv();

function rehearsal(name: string, fn: () => Promise<void>): void {
  Deno.test({
    name: `as on Deno Deploy: ${name}`,
    ignore: ignoredWithout("denokv", denokv !== undefined),
    // The client of a KV Connect server keeps its connection open behind our back.
    sanitizeResources: false,
    sanitizeOps: false,
    fn,
  });
}

/** Built content, a store with an address, and what instances find. */
async function createSite() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const { url } = stack.use(await startDenokv(denokv!, `${folder.path}/kv`));
  const DENO_KV_ACCESS_TOKEN = Deno.env.get("DENO_KV_ACCESS_TOKEN")!;
  const fixture = stack.use(
    await createServerFixture(undefined, { KV_PATH: url, DENO_KV_ACCESS_TOKEN }),
  );
  const start = (more: Record<string, string> = {}) =>
    fixture.start({ ...DEPLOY, ...more }, READ_ONLY);
  return { fixture, url, start, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

rehearsal("cold starts write no file, and SIGINT ends one in time and loses no unit", async () => {
  await using site = await createSite();
  const { headers } = await site.fixture.key();
  const first = await site.start();
  for (let n = 0; n < REQUESTS; n++) assert.equal(await statusOf(first, MEMBERS, headers), 200);
  const stream = await connectStream(first.base, "/api/bunga/live/stream", headers);
  await stream.until("event: snapshot");
  assert.ok(peakBytes(first.process) < MEMORY_BYTES, `${peakBytes(first.process)} bytes`);
  const began = performance.now();
  first.process.kill("SIGINT");
  await stream.ended();
  stream.close();
  assert.equal((await first.process.status).code, 0, first.printed.err);
  assert.ok(performance.now() - began < END_MS, "it ends in time");
  for (let n = 1; n < STARTS; n++) {
    await using instance = await site.start();
    assert.equal(await statusOf(instance, MEMBERS, headers), 200);
    await instance.stop("SIGKILL");
    assert.doesNotMatch(instance.printed.err, /write access/);
  }
  const { used } = await quotaOf(await site.start(), headers);
  // One for the stream; those that were killed still hold what they leased.
  const sure = REQUESTS + STARTS;
  assert.ok(used >= sure && used <= sure + STARTS * 2 * 8, `${used}`);
});

rehearsal("the front page is answered before the store has answered anything", async () => {
  await using site = await createSite();
  // It takes connections, and never says a word; at the other port nobody listens.
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  gone.close();
  for (const { addr: { port } } of [silent, gone]) {
    await using instance = await site.start({ KV_PATH: `http://127.0.0.1:${port}` });
    for (const path of ["", "healthz"]) assert.equal(await statusOf(instance, path), 200);
    assert.equal(await statusOf(instance, "readyz"), 503);
    assert.doesNotMatch(instance.printed.err, /Uncaught|Cannot start/);
  }
});

rehearsal(
  "two builds served on one store are announced once each, the older never again",
  async () => {
    await using site = await createSite();
    const { fixture } = site;
    const announced = async () => {
      using kv = closing(await openDenoKv(site.url));
      return (await kv.get<{ readonly seq: number }>(["changes", "head"])).value?.seq ?? 0;
    };
    await site.start();
    await until(async () => await announced() === 1);
    const member = `${fixture.folder}/content/bunga/members/ayu.yaml`;
    await Deno.writeTextFile(member, "hobby: Bernyanyi\n", { append: true });
    const OUT_DIR = `${fixture.folder}/second`;
    assert.ok((await buildContent({ ...fixture.env, OUT_DIR })).success);
    await site.start({ OUT_DIR });
    await until(async () => await announced() === 2);
    // One of the older build wakes again, as a rollout lets it.
    await site.start();
    await pause(TOGETHER_MS);
    assert.equal(await announced(), 2);
  },
);

/** The most memory that a process of this machine had (Linux, proc(5): VmHWM). */
function peakBytes({ pid }: { readonly pid: number }): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
