import { systemClock } from "../platform/clock.ts";
import { systemRandom } from "../platform/random.ts";
import { readSettings, SettingsError } from "../platform/settings.ts";
import { loadContent } from "../start/content.ts";
import { StartError } from "../start/start_error.ts";
import { openStore } from "../start/store.ts";
import { CommandError, type Desk } from "./command.ts";
import { KEY_COMMANDS } from "./key_commands.ts";
import { runCommand } from "./run_command.ts";

let close = () => {};
try {
  const { out, code } = await runCommand(KEY_COMMANDS, Deno.args, openDesk);
  console.log(out.join("\n"));
  Deno.exitCode = code;
} catch (error) {
  if (
    !(error instanceof CommandError || error instanceof SettingsError ||
      error instanceof StartError)
  ) {
    throw error;
  }
  console.error(error.message);
  Deno.exitCode = 1;
} finally {
  close();
}

async function openDesk(): Promise<Desk> {
  const settings = readSettings((name) => Deno.env.get(name));
  const store = await openStore(settings, {
    random: systemRandom,
    isPublic: false,
    onDeploy: false,
  });
  close = () => store.kv.close();
  const content = () => loadContent(settings.OUT_DIR).catalog.index;
  return { store, clock: systemClock, content };
}
