import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { findDenokv, startDenokv } from "../platform/denokv_server.ts";
import { ignoredWithout } from "../support/ignored_without.ts";
import { issueKey } from "../support/issue.ts";
import { openFixtureStore } from "../support/server_fixture.ts";
import { keptEnvironment } from "../support/kept_environment.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { buildContent } from "../support/server.ts";
import { sizeOf } from "../support/size.ts";
import { dayPlan, writeSmallContent } from "../support/small_content.ts";
import { connectStream } from "../support/stream_client.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { closing } from "../support/closing.ts";

/** What an instance has, of which the runtime leaves room for what is not its heap. */
const MEMORY_BYTES = 768 * 2 ** 20;
const HEAP_MIB = 512;
/** From the signal to its end. */
const END_MS = 5_000;
const STARTS = Math.max(3, sizeOf({ default: 3, full: 10 }));
const TOGETHER_S = sizeOf({ default: 6, full: 60 });
const REQUESTS = sizeOf({ default: 2_000, full: 20_000 });
const PEPPER = "a pepper for tests alone";

const denokv = findDenokv();
const rehearsed = {
  ignore: ignoredWithout("denokv", denokv !== undefined),
  // The client of a KV Connect server keeps its connection open behind our back.
  sanitizeResources: false,
  sanitizeOps: false,
};

/** One start of the program, as the platform starts it. */
interface Instance extends AsyncDisposable {
  readonly base: string;
  readonly process: Deno.ChildProcess;
  readonly printed: () => string;
}

Deno.test({
  ...rehearsed,
  name:
    "as on Deno Deploy: cold starts, no file left behind, SIGINT ends it in time and loses no unit",
  fn: async () => {
    await using site = await createSite();
    const { secret } = await site.issueKey();
    const headers = { "x-api-key": secret };
    let peak = 0;
    for (let n = 0; n < STARTS; n++) {
      await using instance = await site.start("one");
      assert.equal((await ask(`${instance.base}api/bunga/members`, headers)).status, 200);
      if (n > 0) continue;
      for (let asked = 0; asked < REQUESTS; asked++) {
        await ask(`${instance.base}api/bunga/members`, headers);
      }
      const stream = await connectStream(instance.base, "/api/bunga/live/stream", headers);
      await stream.until("event: snapshot");
      peak = peakBytes(instance.process);
      const began = performance.now();
      instance.process.kill("SIGINT");
      await stream.ended();
      stream.close();
      assert.equal((await instance.process.status).code, 0, instance.printed());
      const endMs = performance.now() - began;
      assert.ok(endMs < END_MS, `it took ${endMs} ms to end`);
    }
    assert.ok(peak < MEMORY_BYTES, `${peak} bytes`);
    await using last = await site.start("one");
    const { used } = await (await fetch(`${last.base}v1/key`, { headers })).json();
    // One for the stream; the other instances still hold what they leased, as they were killed.
    assert.ok(
      used >= REQUESTS + STARTS + 1 && used <= REQUESTS + STARTS + 1 + STARTS * 2 * 8,
      `${used}`,
    );
  },
});

Deno.test({
  ...rehearsed,
  name: "as on Deno Deploy: the front page is answered before the store has answered anything",
  fn: async () => {
    await using site = await createSite();
    // It takes connections, and never says a word; at the other port nobody listens.
    using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const gone = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    gone.close();
    for (const { addr } of [silent, gone]) {
      const KV_PATH = `http://127.0.0.1:${addr.port}`;
      await using instance = await site.start("one", { KV_PATH });
      assert.equal((await ask(instance.base)).status, 200);
      assert.equal((await ask(`${instance.base}docs`)).status, 200);
      assert.equal((await ask(`${instance.base}healthz`)).status, 200);
      assert.equal((await ask(`${instance.base}readyz`)).status, 503);
      assert.doesNotMatch(instance.printed(), /Uncaught|Cannot start/);
    }
  },
});

Deno.test({
  ...rehearsed,
  name:
    `as on Deno Deploy: two builds that are served for ${TOGETHER_S} s on one store are announced once each, the older never again`,
  fn: async () => {
    await using site = await createSite();
    const headers = { "x-api-key": (await site.issueKey()).secret };
    await using old = await site.start("one");
    await until(async () => (await site.announcements()) === 1);
    await site.edit();
    await using fresh = await site.start("two");
    const endAt = performance.now() + TOGETHER_S * 1_000;
    let asked = 0;
    for (; performance.now() < endAt; asked++) {
      for (const { base } of [old, fresh]) {
        assert.equal((await ask(`${base}v1/changes`, headers)).status, 200);
        assert.equal((await ask(`${base}api/bunga/members`, headers)).status, 200);
      }
      // One of the older build wakes again, as a rollout lets it.
      if (asked === 20) await (await site.start("one"))[Symbol.asyncDispose]();
    }
    await until(async () => (await site.announcements()) === 2, 10_000);
  },
});

/** Built content in two versions, a store with an address, and instances that forget what they write. */
async function createSite() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const store = stack.use(await startDenokv(denokv!, `${folder.path}/kv`));
  const CONTENT_DIR = `${folder.path}/content`;
  await writeSmallContent(CONTENT_DIR, { standard: dayPlan(1_000_000) });
  const env = {
    KV_PATH: store.url,
    DENO_KV_ACCESS_TOKEN: Deno.env.get("DENO_KV_ACCESS_TOKEN")!,
    KEY_PEPPER: PEPPER,
    LIVE: "off",
  };
  const build = async (name: string) => {
    const OUT_DIR = `${folder.path}/${name}`;
    const { code, stderr } = await buildContent({ CONTENT_DIR, OUT_DIR });
    assert.equal(code, 0, new TextDecoder().decode(stderr));
  };
  await build("one");
  return {
    async issueKey() {
      const opened = await openFixtureStore(env);
      using _ = closing(opened.kv);
      return await issueKey(opened);
    },
    async edit() {
      const member = `${CONTENT_DIR}/bunga/members/ayu.yaml`;
      await Deno.writeTextFile(member, "hobby: Bernyanyi\n", { append: true });
      await build("two");
    },
    /** How many builds were announced. */
    async announcements() {
      using kv = closing(await openDenoKv(store.url));
      return (await kv.list(["changes", "build"])).length;
    },
    start: (name: string, more: Record<string, string> = {}) =>
      startInstance(`${folder.path}/apps/${name}`, `${folder.path}/${name}`, { ...env, ...more }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/**
 * Starts the program in the folder `app`, which holds what it runs from and is made anew each time: no
 * flag but what `deno.json` says, everything allowed, the platform's variables. That no file was written
 * there is looked at when it has ended.
 */
async function startInstance(
  app: string,
  out: string,
  env: Record<string, string>,
): Promise<Instance> {
  for (const name of ["src", "deno.json", "deno.lock"]) {
    await cp(name, `${app}/${name}`, { recursive: true });
  }
  await cp(out, `${app}/build/out`, { recursive: true });
  const before = filesIn(app);
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "src/main.ts"],
    cwd: app,
    clearEnv: true,
    env: {
      ...keptEnvironment(),
      ...platformVariables(),
      DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
      DENO_V8_FLAGS: `--max-old-space-size=${HEAP_MIB}`,
      NO_COLOR: "1",
      ...env,
    },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) printed += decoder.decode(bytes, { stream: true });
  };
  const reading = Promise.all([collect(process.stdout), collect(process.stderr)]);
  const base = `http://127.0.0.1:${port}/`;
  await until(async () => (await ask(base).catch(() => undefined))?.status === 200, 30_000);
  return {
    base,
    process,
    printed: () => printed,
    async [Symbol.asyncDispose]() {
      killIfRunning(process);
      await Promise.all([process.status, reading]);
      assert.deepEqual(filesIn(app), before, "a file was written");
    },
  };
}

/** What the platform says of itself. */
function platformVariables(): Record<string, string> {
  return {
    DENO_DEPLOY: "true",
    DENO_DEPLOYMENT_ID: crypto.randomUUID(),
    DENO_DEPLOY_BUILD_ID: crypto.randomUUID(),
    DENO_DEPLOY_ORGANIZATION_SLUG: "fans",
    DENO_DEPLOY_APPLICATION_SLUG: "oshibase",
    DENO_TIMELINE: "production",
  };
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return answer;
}

/** The most memory that a process of this machine had (Linux, proc(5): VmHWM). */
function peakBytes({ pid }: { readonly pid: number }): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Each file below a folder with its size. */
function filesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return filesIn(path);
    return [`${path} ${Deno.statSync(path).size}`];
  }).sort();
}
