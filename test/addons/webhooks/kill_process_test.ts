import { createWebhookSeal, createWebhookStore } from "../../../src/addons/webhooks/store.ts";
import { EVENT_LIFE_MS, type LogEntry } from "../../../src/events/event.ts";
import { openLog } from "../../../src/events/entry_log.ts";
import { systemClock } from "../../../src/platform/clock.ts";
import { type Kv } from "../../../src/platform/kv.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { openKv } from "../../support/open_kv.ts";
import { sizeOf } from "../../support/size.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import assert from "node:assert/strict";

const EVENTS = sizeOf({ default: 100, full: 2_000 });

const HEALTHY = sizeOf({ default: 30, full: 100 });

Deno.test("of webhooks whose two processes are killed in turn every 8 s nothing is lost and no order is broken, whoever is slow or dead", async () => {
  const { arrivals, kills } = await runLoad({ events: EVENTS, healthy: HEALTHY });
  assert.ok(kills > 0);
  const first = firstOnes(arrivals);
  const found = new Set(arrivals.map(({ endpoint, event }) => `${endpoint} ${event}`));
  assert.equal(found.size, HEALTHY * EVENTS, "a delivery is lost");
  assert.equal(first.length, found.size, "an event has two ids");
  const lines = Map.groupBy(first, ({ endpoint, event }) => `${endpoint} ${subjectOf(event)}`);
  for (const [line, list] of lines) {
    const events = list.map(({ event }) => event);
    assert.deepEqual(events, events.toSorted((a, b) => a - b), line);
  }
});

/** Deliveries without doubles: one may come late; what counts is when an event came first. */
function firstOnes(arrivals: readonly Arrival[]): Arrival[] {
  const seen = new Set<string>();
  return arrivals.filter(({ webhookId }) => !seen.has(webhookId) && seen.add(webhookId));
}

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** How an endpoint behaves; five of each kind but the healthy. */
type Manner = "healthy" | "slow" | "dead" | "failing" | "redirecting";

const SICK: readonly Manner[] = ["slow", "dead", "failing", "redirecting"];

const PROCESS = new URL("kill_process.ts", import.meta.url).pathname;

const PROCESSES = 2;

const KILL_EVERY_MS = 8_000;

const EVENTS_PER_SECOND = 8;

const SLOW_MS = 3_000;

const SUBJECTS = 40;

/** How long the next delivery is waited for. */
const PATIENCE_MS = 40_000;

/** One delivery as it came. */
interface Arrival {
  readonly endpoint: number;
  /** The number of its event. */
  readonly event: number;
  readonly webhookId: string;
}

/** The subject of an event: each has its share. */
function subjectOf(event: number): string {
  return `s${event % SUBJECTS}`;
}

/** Runs processes over one store, kills them in turn, and returns what came to healthy endpoints. */
async function runLoad(
  { events, healthy }: { readonly events: number; readonly healthy: number },
): Promise<{ arrivals: readonly Arrival[]; kills: number }> {
  await using folder = await temporaryFolder();
  const path = `${folder.path}/kv`;
  const kv = await openKv(path);
  const arrivals: Arrival[] = [];
  const manners = [
    ...Array<Manner>(healthy).fill("healthy"),
    ...SICK.flatMap((manner) => Array<Manner>(5).fill(manner)),
  ];
  await using receivers = openReceivers(manners, arrivals);
  await register(kv, receivers.urls);
  await using fleet = openFleet(path);
  try {
    await emit(kv, events);
    const done = new Set<string>();
    let read = 0;
    let end = performance.now() + PATIENCE_MS;
    while (done.size < healthy * events && performance.now() < end) {
      const before = done.size;
      for (; read < arrivals.length; read++) done.add(arrivals[read]!.webhookId);
      if (done.size > before) end = performance.now() + PATIENCE_MS;
      await pause(50);
    }
    return { arrivals, kills: fleet.kills() };
  } finally {
    kv.close();
  }
}

function openReceivers(manners: readonly Manner[], arrivals: Arrival[]) {
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const server = Deno.serve(options, async (request) => {
    const endpoint = Number(new URL(request.url).pathname.slice(1));
    const { data: { number } } = await request.json();
    const manner = manners[endpoint];
    const webhookId = request.headers.get("webhook-id")!;
    if (manner === "healthy") arrivals.push({ endpoint, event: number, webhookId });
    if (manner === "slow") await pause(SLOW_MS);
    if (manner === "failing") return new Response("no", { status: 500 });
    if (manner === "redirecting") return Response.redirect("http://127.0.0.1:1/", 302);
    return new Response(null, { status: 204 });
  });
  // Takes connections and never says a word.
  const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return {
    urls: manners.map((manner, place) =>
      `http://127.0.0.1:${manner === "dead" ? silent.addr.port : server.addr.port}/${place}`
    ),
    async [Symbol.asyncDispose]() {
      silent.close();
      await server.shutdown();
    },
  };
}

async function register(kv: Kv, urls: readonly string[]): Promise<void> {
  const store = createWebhookStore(kv);
  const seal = createWebhookSeal("pepper", systemRandom);
  for (const [place, url] of urls.entries()) {
    const id = `w_${String(place).padStart(12, "0")}`;
    const sealed = seal.close(id, { url, secret: SECRET });
    const filters = { types: [], groups: [], members: [], format: "standard" } as const;
    const record = { id, keyId: `k_${place % 10}`, sealed, ...filters, createdAt: place };
    if (!await store.add(record, 0, 1_000)) throw new Error("Cannot register");
  }
}

async function emit(kv: Kv, events: number): Promise<void> {
  const env = { kv, clock: systemClock, random: systemRandom };
  const log = openLog<LogEntry>(env, { name: "event", lifeMs: EVENT_LIFE_MS });
  for (let number = 0; number < events; number++) {
    const entry = { type: "live.started", group: "groupa", members: [] } as const;
    const at = new Date().toISOString();
    await log.append([{ ...entry, at, subject: subjectOf(number), data: { number } }]);
    await pause(1_000 / EVENTS_PER_SECOND);
  }
}

/** Processes of which one is killed every 8 s, and another started in its place. */
function openFleet(path: string) {
  const start = () =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--unstable-kv", PROCESS, path],
      stderr: "inherit",
    }).spawn();
  const running = Array.from({ length: PROCESSES }, start);
  let kills = 0;
  const timer = setInterval(() => {
    const victim = kills++ % PROCESSES;
    running[victim]!.kill("SIGKILL");
    running[victim] = start();
  }, KILL_EVERY_MS);
  return {
    kills: () => kills,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      for (const process of running) process.kill("SIGKILL");
      await Promise.all(running.map(({ status }) => status));
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
