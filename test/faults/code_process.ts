/**
 * A process that issues codes one after the other, each as `code issue` does, and prints the id of each
 * that was answered: `code_process.ts <store>`.
 */
import { CODE_COMMANDS } from "../../src/admin/commands/code_commands.ts";
import type { CommandEnv } from "../../src/admin/command/command.ts";
import { AT_THE_MACHINE, runOnRecord } from "../../src/admin/trail/trail.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { stderrLog } from "../../src/platform/log.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { PEPPER } from "../support/issue.ts";
import { openFixtureStore } from "../support/server_fixture.ts";

const store = await openFixtureStore({ KV_PATH: Deno.args[0]!, KEY_PEPPER: PEPPER });
const desk = { store, clock: systemClock, random: systemRandom, log: stderrLog };
const issue = CODE_COMMANDS.find(({ verb }) => verb === "issue")!;
const input = { subject: "", values: new Map() };
while (true) {
  const parts = desk as unknown as CommandEnv;
  const { json } = await runOnRecord(issue, parts, input, AT_THE_MACHINE);
  Deno.stdout.writeSync(new TextEncoder().encode(`${(json as { id: string }).id}\n`));
}
