/**
 * Requests per second of the real server against a bare `Deno.serve` that sends the same bytes with
 * the same headers. Both run all the time and are loaded in turn by processes of their own; each
 * figure is the median over the pairs. The processor time of a request says the same where other
 * programs make the machine restless.
 */
import { LIVE_SIZE, writeContent } from "../support/content_generator.ts";
import { buildContent, command, startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { issueKey } from "./issued_key.ts";
import { createLoad } from "./load.ts";
import { median, printTable } from "./table.ts";

const PAIRS = 7;

const CASES = [
  ["/members", "api/group1/members", "identity"],
  ["/members, br", "api/group1/members", "br"],
  ["/theater, all", "api/group1/theater", "identity"],
  ["/theater, all, br", "api/group1/theater", "br"],
  ["/v1/birthdays/upcoming", "v1/birthdays/upcoming?days=30", "identity"],
] as const;

await using folder = await temporaryFolder();
const env = {
  CONTENT_DIR: `${folder.path}/content`,
  OUT_DIR: `${folder.path}/out`,
  KV_PATH: `${folder.path}/kv/store.kv`,
  LIVE: "off",
};
writeContent(env.CONTENT_DIR, LIVE_SIZE);
await buildContent(env);
const key = await issueKey(env);
await using server = await startServer(env);

const load = await createLoad(folder.path);
const rows: (string | number)[][] = [];
for (const [name, path, coding] of CASES) rows.push(await measure(name, path, coding));
printTable(
  `Requests per second (load: ${load.name})`,
  ["endpoint", "bytes", "server", "bare", "ratio", "least", "most", "CPU µs", "bare", "ratio"],
  rows,
);

async function measure(name: string, path: string, coding: string): Promise<(string | number)[]> {
  const headers = { "x-api-key": key, "accept-encoding": coding };
  const answer = await capture(`${server.base}${path}`, headers);
  await using bare = await startBare(answer);
  const real = { pid: server.process.pid, url: `${server.base}${path}`, headers };
  const other = { ...real, pid: bare.pid, url: `${bare.base}${path}` };
  const pairs: { real: Measured; bare: Measured }[] = [];
  for (let pair = 0; pair <= PAIRS; pair++) {
    // Who comes first changes, so that a machine that slows down or speeds up favours nobody.
    const first = await measureOne(pair % 2 === 0 ? real : other);
    const second = await measureOne(pair % 2 === 0 ? other : real);
    const both = pair % 2 === 0 ? { real: first, bare: second } : { real: second, bare: first };
    // The first pair warms up.
    if (pair > 0) pairs.push(both);
  }
  return [name, answer.body.length, ...summary(pairs)];
}

interface Measured {
  readonly perSecond: number;
  readonly cpuUs: number;
}

function summary(pairs: readonly { real: Measured; bare: Measured }[]): (string | number)[] {
  const ratios = pairs.map(({ real, bare }) => real.perSecond / bare.perSecond);
  const [cpu, bareCpu] = [
    median(pairs.map(({ real }) => real.cpuUs)),
    median(pairs.map(({ bare }) => bare.cpuUs)),
  ];
  return [
    Math.round(median(pairs.map(({ real }) => real.perSecond))),
    Math.round(median(pairs.map(({ bare }) => bare.perSecond))),
    ...[median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)),
    cpu.toFixed(1),
    bareCpu.toFixed(1),
    (bareCpu / cpu).toFixed(2),
  ];
}

async function measureOne(
  target: { pid: number; url: string; headers: Record<string, string> },
): Promise<Measured> {
  const before = cpuSeconds(target.pid);
  const { answers, seconds } = await load.run(target.url, target.headers);
  const cpuUs = (cpuSeconds(target.pid) - before) * 1e6 / answers;
  return { perSecond: answers / seconds, cpuUs };
}

/** Processor time of all threads of a process, in seconds (Linux counts hundredths). */
function cpuSeconds(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The answer as it comes: its headers, without those that Deno adds by itself, and its bytes. */
async function capture(url: string, headers: Record<string, string>) {
  const { hostname, port, pathname, search } = new URL(url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const lines = Object.entries({ ...headers, host: hostname, connection: "close" })
    .map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const bytes = new Uint8Array(await new Response(connection.readable).arrayBuffer());
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 8192)).split("\r\n\r\n")[0]!;
  const [status, ...fields] = head.split("\r\n");
  if (!status!.includes(" 200 ")) throw new Error(`${url} answered ${status}`);
  const pairs = fields.map((field) => /^([^:]+): (.*)$/.exec(field)!.slice(1))
    .filter(([name]) => !["date", "content-length", "connection"].includes(name!.toLowerCase()));
  return { headers: Object.fromEntries(pairs), body: bytes.subarray(head.length + 4) };
}

async function startBare(answer: { headers: Record<string, string>; body: Uint8Array }) {
  const file = `${folder.path}/answer`;
  const head = new TextEncoder().encode(`${JSON.stringify(answer.headers)}\n`);
  Deno.writeFileSync(file, head);
  Deno.writeFileSync(file, answer.body, { append: true });
  const flags = ["--allow-net=127.0.0.1", `--allow-read=${file}`];
  const child = command(["run", ...flags, "test/bench/bare_server.ts", file], {}).spawn();
  const reader = child.stdout.getReader();
  const line = new TextDecoder().decode((await reader.read()).value);
  return {
    pid: child.pid,
    base: /http:\S+/.exec(line)![0],
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await reader.cancel();
      await child.stderr.cancel();
      await child.status;
    },
  };
}
