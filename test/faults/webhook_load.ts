import type { KeyRecord } from "../../src/access/records/key_store.ts";
import { openKv } from "../../src/store/open_kv.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createSeal, createWebhookStore } from "../../src/webhooks/records/webhook_store.ts";
import { cursorFrom } from "../../src/webhooks/send/webhook_cursor.ts";
import { createStoredEventLog } from "../support/stored_event_log.ts";

export const PEPPER = "pepper of the load";
/** The secret of every endpoint. */
export const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** How an endpoint behaves. */
export type Manner = "healthy" | "slow" | "dead" | "failing" | "redirecting";

const PROCESS = new URL("webhook_process.ts", import.meta.url).pathname;
const SLOW_MS = 3_000;
const SUBJECTS = 40;

/** One delivery as it came. */
export interface Arrival {
  readonly endpoint: number;
  /** The number of its event. */
  readonly event: number;
  readonly webhookId: string;
  readonly waitMs: number;
}

/** What a run is made of. */
export interface LoadOptions {
  readonly manners: readonly Manner[];
  readonly processes: number;
  readonly events: number;
  readonly eventsPerSecond: number;
  /** A process is killed and another started so often; 0: never. */
  readonly killEveryMs: number;
  /** How long to wait for the last delivery. */
  readonly patienceMs: number;
}

/** The outcome of a run. */
export interface LoadResult {
  /** At endpoints that are healthy, in the order in which they came. */
  readonly arrivals: readonly Arrival[];
  readonly kills: number;
  readonly processes: readonly { stallMs: number; rssMiB: number }[];
}

/** Every key is good. */
export function loadKey(id: string): KeyRecord {
  const times = { groups: [], ips: [], createdAt: 0 };
  return { id, digest: id, hint: "", owner: "", email: "", plan: "standard", ...times };
}

/** The subject of an event: each has its share. */
export function subjectOf(event: number): string {
  return `s${event % SUBJECTS}`;
}

/** Runs processes over one store and counts what endpoints are told. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/kv`;
  const kv = await openKv(path);
  const arrivals: Arrival[] = [];
  await using receivers = openReceivers(options.manners, arrivals);
  await register(kv, receivers.urls);
  const fleet = openFleet(path, options.processes);
  try {
    await fleet.ready();
    const healthy = options.manners.filter((manner) => manner === "healthy").length;
    const killing = fleet.killEvery(options.killEveryMs);
    await emit(kv, options);
    await until(() => distinct(arrivals) === healthy * options.events, options.patienceMs);
    return { arrivals, kills: killing(), processes: await fleet.close() };
  } finally {
    await fleet.close();
    kv.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** How many deliveries there were, doubles not counted. */
export function distinct(arrivals: readonly Arrival[]): number {
  return new Set(arrivals.map(({ webhookId }) => webhookId)).size;
}

function openReceivers(manners: readonly Manner[], arrivals: Arrival[]) {
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const server = Deno.serve(options, async (request) => {
    const endpoint = Number(new URL(request.url).pathname.slice(1));
    const text = await request.text();
    const { data: { number, at } } = JSON.parse(text);
    const manner = manners[endpoint];
    const waitMs = Date.now() - at;
    const webhookId = request.headers.get("webhook-id")!;
    if (manner === "healthy") arrivals.push({ endpoint, event: number, webhookId, waitMs });
    if (manner === "slow") await new Promise((done) => setTimeout(done, SLOW_MS));
    if (manner === "failing") return new Response("no", { status: 500 });
    if (manner === "redirecting") return Response.redirect("http://127.0.0.1:1/", 302);
    return new Response(null, { status: 204 });
  });
  // Takes connections and never says a word.
  const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const ports = { dead: silent.addr.port, other: server.addr.port };
  return {
    urls: manners.map((manner, place) =>
      `http://127.0.0.1:${manner === "dead" ? ports.dead : ports.other}/${place}`
    ),
    async [Symbol.asyncDispose]() {
      silent.close();
      await server.shutdown();
    },
  };
}

async function register(kv: Kv, urls: readonly string[]): Promise<void> {
  const store = createWebhookStore(kv);
  const seal = createSeal(PEPPER, systemRandom);
  for (const [place, url] of urls.entries()) {
    const id = `w_${String(place).padStart(12, "0")}`;
    const sealed = seal.close(id, { url, secret: SECRET });
    const filters = { types: [], groups: [], members: [], format: "standard" } as const;
    const record = { id, keyId: `k_${place % 10}`, sealed, ...filters, createdAt: place };
    if (!await store.add(record, cursorFrom("0"), 1_000)) throw new Error("Cannot register");
  }
}

async function emit(kv: Kv, { events, eventsPerSecond }: LoadOptions): Promise<void> {
  const log = createStoredEventLog(kv);
  const startedAt = performance.now();
  for (let number = 0; number < events; number++) {
    const dueMs = startedAt + number * 1_000 / eventsPerSecond - performance.now();
    if (dueMs > 0) await new Promise((done) => setTimeout(done, dueMs));
    const at = Date.now();
    const common = { type: "live.started", group: "groupa", members: [] } as const;
    const data = { number, at };
    await log.write([
      { ...common, at: new Date(at).toISOString(), subject: subjectOf(number), data },
    ]);
  }
}

function openFleet(path: string, count: number) {
  const start = () =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--unstable-kv", PROCESS, path],
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
  let running = Array.from({ length: count }, start);
  let killed = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    /** Processes that start share the cores: what they are told meanwhile would wait for that. */
    ready: () => new Promise((done) => setTimeout(done, 500 * count)),
    killEvery(everyMs: number): () => number {
      if (everyMs > 0) {
        timer = setInterval(() => {
          const [victim] = running.splice(killed % running.length, 1);
          victim!.kill("SIGKILL");
          void victim!.stdout.cancel();
          killed++;
          running.push(start());
        }, everyMs);
      }
      return () => (clearInterval(timer), killed);
    },
    async close() {
      clearInterval(timer);
      const ending = running;
      running = [];
      return await Promise.all(ending.map(async (process) => {
        process.kill("SIGTERM");
        const { stdout } = await process.output();
        return JSON.parse(new TextDecoder().decode(stdout) || '{"stallMs":0,"rssMiB":0}');
      }));
    },
  };
}

async function until(isDone: () => boolean, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isDone() && performance.now() < end) await new Promise((done) => setTimeout(done, 50));
}
