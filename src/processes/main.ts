/**
 * This room runs several servers on one port as one program, and starts again what died.
 *
 * @module
 */

import { readSettings, SettingsError } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import { asksForHelp, SERVE_HELP, SERVER_SCRIPT } from "../compose/serve/command_line.ts";
import { runProcesses } from "./supervisor.ts";

try {
  const words = Deno.args.filter((word) => word !== "--" && word !== SERVER_SCRIPT);
  if (asksForHelp(words)) {
    console.log(SERVE_HELP);
    Deno.exit();
  }
  Deno.exit(await runProcesses(readSettings((name) => Deno.env.get(name)), words));
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}
