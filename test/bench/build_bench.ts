/**
 * How long a full build takes and how much memory it needs, at the live service's size and at ten
 * times that. The whole process counts, from its start to its end.
 */
import { LIVE_SIZE, timesSize, writeContent } from "../support/content_generator.ts";
import { command, permissionsOf } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { median, printTable } from "./table.ts";

const RUNS = [{ factor: 1, times: 5 }, { factor: 10, times: 1 }];

await using folder = await temporaryFolder();
const rows: (string | number)[][] = [];
for (const { factor, times } of RUNS) {
  const env = { CONTENT_DIR: `${folder.path}/x${factor}`, OUT_DIR: `${folder.path}/out${factor}` };
  writeContent(env.CONTENT_DIR, timesSize(LIVE_SIZE, factor));
  const runs = [];
  for (let run = 0; run < times; run++) runs.push(await measureBuild(env));
  rows.push([
    `live × ${factor}`,
    (median(runs.map(({ ms }) => ms)) / 1000).toFixed(2),
    Math.round(median(runs.map(({ peakKb }) => peakKb)) / 1024),
    Math.round(Deno.statSync(`${env.OUT_DIR}/oshibase.pack`).size / 2 ** 20),
  ]);
}
printTable("Full build", ["content", "seconds", "peak MiB", "pack MiB"], rows);

async function measureBuild(env: Record<string, string>): Promise<{ ms: number; peakKb: number }> {
  const args = ["run", ...await permissionsOf("build", env), "build/main.ts", "build"];
  const startedAt = performance.now();
  const child = command(args, env).spawn();
  let ms: number | undefined;
  const ended = child.output().then(({ code, stderr }) => {
    ms = performance.now() - startedAt;
    if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  });
  let peakKb = 0;
  while (ms === undefined) {
    peakKb = peakMemoryKb(child.pid) ?? peakKb;
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10))]);
  }
  return { ms, peakKb };
}

/** The most memory a process has had so far (VmHWM); Linux only. */
function peakMemoryKb(pid: number): number | undefined {
  try {
    const status = Deno.readTextFileSync(`/proc/${pid}/status`);
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? NaN) || undefined;
  } catch {
    return undefined;
  }
}
