/**
 * This room starts the server; each room within it has one task.
 *
 * @module
 */

import { createLiveCron, LIVE_CRON, LIVE_CRON_SCHEDULE } from "./live/live.ts";
import { type Settings, SettingsError } from "./platform/settings.ts";
import { StartError } from "./platform/start_error.ts";
import { asksForHelp, PRINT, SERVE_HELP } from "./compose/serve/command_line.ts";
import type { Service } from "./compose/assemble.ts";
import { startServer } from "./compose/start_server.ts";
import { readStartSettings } from "./compose/start_settings.ts";

const onDeploy = Deno.env.get("DENO_DEPLOYMENT_ID") !== undefined;
if (!onDeploy && asksForHelp(Deno.args)) printHelp();
const starting = start();

// Deno Deploy finds a cron job only where it is registered at top level.
if (onDeploy) {
  const pollOlderThan = async (leastAgeMs: number) => {
    const { live, audit, webhooks, alerts, notices } = await starting;
    audit.wake();
    webhooks.wake();
    alerts.wake();
    notices.wake();
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
  if (Deno.args.includes(PRINT)) await printCommandLine(settings);
  return await startServer({ onDeploy, settings });
}

function printHelp(): never {
  console.log(SERVE_HELP);
  Deno.exit();
}

async function printCommandLine(settings: Settings): Promise<never> {
  const { describeCommandLine, directCommandLine } = await import(
    "./compose/serve/command_line.ts"
  );
  const words = Deno.args.filter((word) => word !== PRINT && word !== "--");
  console.log(directCommandLine(settings, Deno.execPath(), words));
  console.error(describeCommandLine(settings));
  Deno.exit();
}
