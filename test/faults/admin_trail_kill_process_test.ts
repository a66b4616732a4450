import assert from "node:assert/strict";
import type { CodeRecord } from "../../src/access/records/code_store.ts";
import { exportEntries } from "../../src/audit/read.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { listAll } from "../../src/platform/kv.ts";
import { ENGINES } from "../../src/core/addons.ts";
import { readAllSettings } from "../../src/core/all_settings.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { openStore } from "../../src/store/store.ts";
import { PEPPER } from "../audit/sample_use.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { countEntries, useLogOf } from "../support/use_log.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { closing } from "../support/closing.ts";

const USES = new URL("../audit/writer_process.ts", import.meta.url).pathname;
const CODES = new URL("./code_process.ts", import.meta.url).pathname;
const KILLS = sizeOf({ default: 2, full: 20 });
/** Of each of the two kinds of processes. */
const PROCESSES = 4;

/** Starts a process, waits until it has printed `count` lines, kills it; the whole lines it printed. */
async function runAndKill(script: string, words: string[], count: number): Promise<string[]> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--unstable-kv", script, ...words],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let lines = "";
  let isKilled = false;
  for await (const part of process.stdout.pipeThrough(new TextDecoderStream())) {
    lines += part;
    if (isKilled || lines.split("\n").length <= count) continue;
    process.kill("SIGKILL");
    isKilled = true;
  }
  assert.equal((await process.status).signal, "SIGKILL");
  return lines.slice(0, lines.lastIndexOf("\n")).split("\n");
}

Deno.test(`over ${KILLS} rounds of 8 killed processes no change is without its entry, and no entry without its change`, async () => {
  const { fraction } = createPrng(testSeed());
  await using folder = await temporaryFolder();
  const path = `${folder.path}/kv`;
  const env: Record<string, string> = { KV_PATH: path, KEY_PEPPER: PEPPER };
  const outside = { engines: ENGINES, random: systemRandom, isPublic: false, onDeploy: false };
  (await openStore(readAllSettings((name) => env[name]), outside)).kv.close();
  const [codes, uses]: [string[], string[]] = [[], []];
  for (let round = 0; round < KILLS; round++) {
    const lanes = Array.from({ length: PROCESSES }, async (_, lane) => {
      const first = String((round * PROCESSES + lane) * 1_000_000);
      const [own, others] = await Promise.all([
        runAndKill(CODES, [path], 5 + fraction() * 40),
        runAndKill(USES, [path, first, "0.2"], 20 + fraction() * 60),
      ]);
      codes.push(...own);
      uses.push(...others);
    });
    await Promise.all(lanes);
  }
  using kv = closing(await openDenoKv(path));
  const [issued, used]: [string[], Set<string>] = [[], new Set()];
  for await (const entry of exportEntries(useLogOf(kv))) {
    if (entry.kind === "use") used.add(entry.endpoint.split("/").at(-1)!);
    else issued.push(entry.subject!);
  }
  const rows = await Array.fromAsync(listAll<CodeRecord>(kv, ["code"]));
  const stored = rows.map(({ value }) => value!.id);
  assert.ok(codes.length >= 5 * PROCESSES * KILLS && stored.length >= codes.length);
  assert.deepEqual(issued.toSorted(), stored.toSorted());
  assert.deepEqual(codes.filter((id) => !stored.includes(id)), []);
  assert.deepEqual(uses.filter((number) => !used.has(number)), []);
  assert.deepEqual(await countEntries(kv), { uses: used.size, admin: issued.length });
});
