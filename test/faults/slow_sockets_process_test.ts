import assert from "node:assert/strict";
import { placeBuild } from "../support/built.ts";
import { openFixtureStore } from "../support/fixture.ts";
import { issueKey } from "../support/issue.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { mebibytes, openFilesOf, residentBytes } from "./process_memory.ts";

const SOCKETS = sizeOf({ default: 200, full: 2_000 });
const HELD_MS = sizeOf({ default: 2_500, full: 20_000 });
/** Longer than a body may take. */
const BODY_MS = 6_500;
const BETWEEN_BYTES_MS = 1_000;
/**
 * What 19 of 20 ordinary requests may take meanwhile, on a machine that does much else too; some wait
 * for what thousands of others ask at the beginning.
 */
const MAX_MS = 1_500;
const LEAST_TIMES = 200;
/** What each of them may take: less than a slow body does. */
const MOST_MS = 5_000;
/** Well below the rate of the plan. */
const PAUSE_MS = 5;
const BIG = "/api/groupa/theater";

/** A way to keep a server waiting. */
interface Slowness {
  /** What is sent at once. */
  readonly beginning: (key: string) => string;
  /** What is sent each second; nothing where the answer is waited for, and not read. */
  readonly drip?: string;
}

const KINDS: Readonly<Record<string, Slowness>> = {
  "slow heads": { beginning: () => `GET ${BIG} HTTP/1.1\r\nHost: x\r\nx-slow: `, drip: "a" },
  "slow bodies": {
    beginning: (key) =>
      `POST /v1/birthdays HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n` +
      "Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n{",
    drip: " ",
  },
  "slow readers": {
    beginning: (key) => `GET ${BIG} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\n\r\n`.repeat(20),
  },
};

Deno.test(`${SOCKETS} sockets with slow heads, bodies and readers hold up nobody else`, async (t) => {
  await using folder = await temporaryFolder();
  const env = {
    OUT_DIR: `${folder.path}/out`,
    KV_PATH: `${folder.path}/data/store.kv`,
    KEY_PEPPER: "a pepper for tests alone",
    LIVE: "off",
  };
  await placeBuild(env);
  const store = await openFixtureStore(env);
  const [secret, slow] = [
    (await issueKey(store, { plan: "enterprise" })).secret,
    (await issueKey(store, { plan: "enterprise" })).secret,
  ];
  store.kv.close();
  await using server = await startServer(env);
  await askOften(server, secret, 300);
  for (const [name, slowness] of Object.entries(KINDS)) {
    await t.step(name, () => hold(server, { secret, slow }, name, slowness));
  }
  assert.doesNotMatch(server.printed.err, /^\S+ (?:warn|error) /m);
});

/** The key of those who wait for nobody, and that of those who are slow. */
interface Keys {
  readonly secret: string;
  readonly slow: string;
}

async function hold(server: RunningServer, keys: Keys, name: string, slowness: Slowness) {
  const { process } = server;
  const before = { files: openFilesOf(process), memory: residentBytes(process) };
  const sockets = await openAll(server, slowness.beginning(keys.slow));
  const dripping = slowness.drip === undefined ? undefined : dripInto(sockets, slowness.drip);
  const endAt = performance.now() + Math.max(HELD_MS, name === "slow bodies" ? BODY_MS : 0);
  const times: number[] = [];
  while (performance.now() < endAt || times.length < LEAST_TIMES) {
    times.push(...await askOften(server, keys.secret, 20));
  }
  const held = residentBytes(process);
  dripping?.stop();
  for (const { connection } of sockets) connection.close();
  const statuses = countStatuses(await Promise.all(sockets.map(({ said }) => said)));
  await until(() => openFilesOf(process) <= before.files + 8, 30_000);

  times.sort((one, other) => one - other);
  const [median, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) =>
    times[Math.ceil(share * times.length) - 1]!
  );
  assert.ok(p95! < MAX_MS, `requests took ${p95} ms beside ${SOCKETS} ${name}`);
  assert.ok(most! < MOST_MS, `a request took ${most} ms beside ${SOCKETS} ${name}`);
  if (name === "slow bodies") {
    assert.deepEqual(Object.keys(statuses).filter((one) => !["408", "503"].includes(one)), []);
    assert.equal(statuses["408"], Math.min(SOCKETS, 256));
  }
  const each = Math.max(0, held - before.memory) / SOCKETS / 1024;
  console.log(
    `${SOCKETS} ${name}`,
    `${times.length} other requests: median ${median!.toFixed(1)}, p99 ${p99!.toFixed(1)}, ` +
      `slowest ${most!.toFixed(0)} ms; ${each.toFixed(0)} KiB a socket, ${mebibytes(held)} in all` +
      (Object.keys(statuses).length > 0 ? `; told ${JSON.stringify(statuses)}` : ""),
  );
}

/** A socket, and what the server said on it until it was closed, as far as it was read. */
interface Socket {
  readonly connection: Deno.TcpConn;
  readonly said: Promise<string>;
}

async function openAll({ base }: RunningServer, beginning: string): Promise<Socket[]> {
  const port = Number(new URL(base).port);
  const isRead = !beginning.includes(BIG);
  const sockets: Socket[] = [];
  while (sockets.length < SOCKETS) {
    const batch = Array.from({ length: Math.min(100, SOCKETS - sockets.length) }, async () => {
      const connection = await Deno.connect({ hostname: "127.0.0.1", port });
      await connection.write(new TextEncoder().encode(beginning));
      return { connection, said: isRead ? readAll(connection) : Promise.resolve("") };
    });
    sockets.push(...await Promise.all(batch));
  }
  return sockets;
}

async function readAll(connection: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(1024);
  let text = "";
  try {
    for (let read; (read = await connection.read(buffer)) !== null;) {
      text += new TextDecoder().decode(buffer.subarray(0, read));
    }
  } catch {
    // It was closed.
  }
  return text;
}

function dripInto(sockets: readonly Socket[], drip: string): { stop(): void } {
  const bytes = new TextEncoder().encode(drip);
  const timer = setInterval(() => {
    for (const { connection } of sockets) connection.write(bytes).catch(() => {});
  }, BETWEEN_BYTES_MS);
  return { stop: () => clearInterval(timer) };
}

/** How long each of so many ordinary requests took, in ms. */
async function askOften({ base }: RunningServer, key: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    const answer = await fetch(`${base}api/groupa/members`, { headers: { "x-api-key": key } });
    await answer.arrayBuffer();
    assert.equal(answer.status, 200);
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times;
}

function countStatuses(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) {
    const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
    if (status !== undefined) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}
