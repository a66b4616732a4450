/**
 * How long it takes from the start of the process to the first 200 of a data endpoint, at the live
 * service's size. A process that does nothing is started in turn, to compare with.
 */
import { LIVE_SIZE, writeContent } from "../support/content_generator.ts";
import { buildContent, command, permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { issueKey } from "./issued_key.ts";
import { median, printTable } from "./table.ts";

const STARTS = 15;

await using folder = await temporaryFolder();
const env = {
  CONTENT_DIR: `${folder.path}/content`,
  OUT_DIR: `${folder.path}/out`,
  KV_PATH: `${folder.path}/kv/store.kv`,
  LIVE: "off",
  PORT: "0",
};
writeContent(env.CONTENT_DIR, LIVE_SIZE);
await buildContent(env);
const key = await issueKey(env);
const permissions = await permissionsOf("serve", env);

const starts: number[] = [];
const idle: number[] = [];
for (let start = 0; start < STARTS; start++) {
  starts.push(await timeToAnswer("api/group1/members"));
  idle.push(await timeOfNothing());
}
printTable("Start to first 200, ms", ["process", "median", "least", "most"], [
  ["server, 260 members, 3,000 shows, 1,720 news", ...spread(starts)],
  ["deno that does nothing", ...spread(idle)],
]);

async function timeToAnswer(path: string): Promise<number> {
  const startedAt = performance.now();
  const child = command(["run", ...permissions, "src/main.ts"], env).spawn();
  const output = child.stdout.getReader();
  const base = await listening(output);
  const response = await fetch(`${base}${path}`, { headers: { "x-api-key": key } });
  const elapsedMs = performance.now() - startedAt;
  await response.body?.cancel();
  child.kill("SIGTERM");
  await Promise.all([output.cancel(), child.stderr.cancel(), child.status]);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return elapsedMs;
}

async function listening(output: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let printed = "";
  while (true) {
    const { value, done } = await output.read();
    printed += new TextDecoder().decode(value);
    const base = /^Listening on (\S+)$/m.exec(printed)?.[1];
    if (base !== undefined) return base;
    if (done) throw new Error("The server did not start");
  }
}

async function timeOfNothing(): Promise<number> {
  const startedAt = performance.now();
  await command(["eval", "0"], {}).output();
  return performance.now() - startedAt;
}

function spread(times: readonly number[]): number[] {
  return [median(times), Math.min(...times), Math.max(...times)].map(Math.round);
}
