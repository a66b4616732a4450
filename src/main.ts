/**
 * This room starts the server; each room within it has one task.
 *
 * @module
 */

import { createLiveCron, LIVE_CRON, LIVE_CRON_SCHEDULE } from "./live/live.ts";
import { SettingsError } from "./platform/settings.ts";
import { StartError } from "./platform/start_error.ts";
import type { Service } from "./core/program.ts";
import { startServer } from "./core/start.ts";
import { asksForHelp, readStartSettings, SERVE_HELP } from "./core/start_settings.ts";

const onDeploy = Deno.env.get("DENO_DEPLOYMENT_ID") !== undefined;
if (!onDeploy && asksForHelp(Deno.args)) printHelp();
const starting = start();

// Deno Deploy finds a cron job only where it is registered at top level.
if (onDeploy) {
  const pollOlderThan = async (leastAgeMs: number) => {
    const { openAddOns, live, wake } = await starting;
    await openAddOns();
    wake();
    await live.pollOlderThan(leastAgeMs);
  };
  const timeline = () => Deno.env.get("DENO_TIMELINE");
  Deno.cron(LIVE_CRON, LIVE_CRON_SCHEDULE, createLiveCron({ timeline, pollOlderThan }));
}

try {
  await starting;
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}

async function start(): Promise<Service> {
  const settings = readStartSettings(onDeploy);
  return await startServer({ onDeploy, settings });
}

function printHelp(): never {
  console.log(SERVE_HELP);
  Deno.exit();
}
