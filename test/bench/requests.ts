import { type Asked, load } from "./load.ts";
import { untilAnswered } from "../support/until.ts";
import { cpuUs, memoryMib, pin, start } from "./process.ts";
import type { RunningServer } from "../support/server.ts";
import type { Site } from "./site.ts";
import { eachSide, type Figures, inTurns, print, type Sides } from "./turns.ts";

/** One request that is sent over and over; what stands in brackets is the site's. */
interface Case {
  readonly name: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

const KEY = { "x-api-key": "<key>", "accept-encoding": "identity" };
const BROTLI = { ...KEY, "accept-encoding": "br" };
const SIZED = [
  { name: "300B", path: "v1/birthdays/<member>" },
  { name: "2KB", path: "api/group1/member-detail?url=<member>" },
  { name: "10KB", path: "api/group1/theater?page=1&perpage=15" },
  { name: "30KB", path: "api/group1/events" },
  { name: "190KB", path: "api/group1/members" },
] as const;
const [{ path: SMALL }, , PAGE, , { path: LIST }] = SIZED;
const CASES: readonly Case[] = [
  ...SIZED,
  ...SIZED.map(({ name, path }) => ({ name: `${name}-br`, path, headers: BROTLI })),
  { name: "wrapped", path: "api/group2/theater?page=2&perpage=10" },
  { name: "upcoming", path: "v1/birthdays/upcoming?days=30" },
  { name: "apikey", path: `${SMALL}?apikey=<key>`, headers: {} },
  { name: "apikey-190KB", path: `${LIST}?apikey=<key>`, headers: {} },
  { name: "token", path: SMALL, headers: { "x-priority-token": "<token>" } },
  { name: "304", path: LIST, status: 304 },
  { name: "403", path: LIST, status: 403, headers: { "x-api-key": `J-osb_${"a".repeat(38)}` } },
  { name: "404", path: "api/group1/nothing", status: 404 },
];

export const CASE_NAMES: readonly string[] = CASES.map(({ name }) => name);

/** Rounds, how long they are, how long each case warms up a server, and which cases. */
export interface RequestBench {
  readonly pairs: number;
  readonly roundMs: number;
  readonly warmMs: number;
  readonly wants: (name: string) => boolean;
}

/** A case as servers are asked it. */
interface Question extends Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Processor time and p99 of each case, beside a server that only sends the same bytes and headers. */
export async function measureRequests(bench: RequestBench, sites: Sides<Site>): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const asked = await eachSide(sites, async (site) => {
    const server = stack.use(await startPinned(site));
    const questions = [];
    for (const one of CASES) questions.push(await questionOf(one, site, server));
    // Code that has seen fewer cases is compiled for those alone, and is faster: each side sees all.
    for (const question of questions) await load(question, bench.warmMs);
    return questions;
  });
  for (const [n, { name }] of CASES.entries()) {
    if (!bench.wants(name)) continue;
    const own = await eachSide(asked, (questions) => questions[n]!);
    const { url, headers } = own["now"]!;
    const args = ["run", "--allow-net=127.0.0.1", "test/bench/plain.ts", url];
    await using server = await startPinned({ serve: { args: [...args, JSON.stringify(headers)] } });
    const plain = { ...own["now"]!, servers: [server] };
    const sides = await eachSide({ plain, ...own }, (each) => () => ask(each, bench.roundMs));
    print(name, await inTurns(sides, bench.pairs, Math.ceil(bench.warmMs / bench.roundMs)));
  }
}

/** By how much two processes on one store do more than one. */
export async function measureProcesses(bench: RequestBench, sites: Sides<Site>): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const sides = await eachSide(sites, async (site) => {
    const server = stack.use(await startPinned(site));
    const other = stack.use(await startPinned(site));
    const one = await questionOf(PAGE, site, server);
    const two = { ...one, servers: [server, other] };
    await load(two, bench.warmMs * CASES.length);
    return async () => {
      const [alone, both] = [await ask(one, bench.roundMs), await ask(two, bench.roundMs)];
      return { "times one": 2 * alone["CPU µs"]! / both["CPU µs"]! };
    };
  });
  print("two processes", await inTurns(sides, bench.pairs));
}

/** Memory of a new server after so many requests, and after as many again. */
export async function measureMemory(requests: number, sites: Sides<Site>, times = 1) {
  const memory = await eachSide(sites, async (site) => {
    await using server = await startPinned(site);
    const question = await questionOf(PAGE, site, server);
    const figures: Record<string, number> = {};
    for (let time = 1; time <= times; time++) {
      for (let left = requests; left > 0;) left -= (await load(question, 1_000)).answers;
      figures[`MiB at ${time * requests / 1000},000`] = memoryMib(server);
    }
    return [figures];
  });
  print("memory after requests", memory);
}

/** The servers have one core, the load another. */
async function startPinned({ serve }: Pick<Site, "serve">): Promise<RunningServer> {
  const server = await start(serve);
  await pin(Deno.pid, 1);
  await pin(server.process.pid, 0);
  return server;
}

async function questionOf(asked: Case, site: Site, server: RunningServer): Promise<Question> {
  const { path, headers = KEY, status = 200 } = asked;
  const fill = (text: string) =>
    text.replace(/<(member|key|token)>/g, (_, name: "member" | "key" | "token") => site[name]);
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
  const [url, sent] = [`${server.base}${fill(path)}`, Object.fromEntries(filled)];
  // A server that has just started may wait for its store.
  const response = await untilAnswered(() => fetch(url, { headers: sent }));
  await response.body?.cancel();
  if (status === 304) sent["if-none-match"] = response.headers.get("etag");
  const fields = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const request = `GET /${fill(path)} HTTP/1.1\r\nhost: 127.0.0.1\r\n${fields}\r\n`;
  return { url, headers: sent, status, request, servers: [server] };
}

async function ask(question: Question, ms: number): Promise<Figures> {
  const used = () => question.servers.reduce((sum, server) => sum + cpuUs(server), 0);
  const before = used();
  const { answers, p99Ms } = await load(question, ms);
  return { "CPU µs": (used() - before) / answers, "p99 ms": p99Ms };
}
