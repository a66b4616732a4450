/**
 * A process that issues codes one after the other, each as `code issue` does, and prints the id of each
 * that was answered: `code_process.ts <kv file>`.
 */
import { CODE_COMMANDS } from "../../src/admin/commands/code_commands.ts";
import { AT_THE_MACHINE, runOnRecord, type UnrecordedDeps } from "../../src/admin/trail/trail.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { stderrLog } from "../../src/platform/log.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { ENGINES } from "../../src/core/addons.ts";
import { readAllSettings } from "../../src/core/all_settings.ts";
import { openStore } from "../../src/store/store.ts";
import { PEPPER } from "../audit/sample_use.ts";

const env: Record<string, string> = { KV_PATH: Deno.args[0]!, KEY_PEPPER: PEPPER };
const outside = { engines: ENGINES, random: systemRandom, isPublic: false, onDeploy: false };
const store = await openStore(readAllSettings((name) => env[name]), outside);
const desk = { store, clock: systemClock, random: systemRandom, log: stderrLog };
const issue = CODE_COMMANDS.find(({ verb }) => verb === "issue")!;
const input = { subject: "", values: new Map() };
const encoder = new TextEncoder();
while (true) {
  const { json } = await runOnRecord(
    issue,
    desk as unknown as UnrecordedDeps,
    input,
    AT_THE_MACHINE,
  );
  Deno.stdout.writeSync(encoder.encode(`${(json as { id: string }).id}\n`));
}
