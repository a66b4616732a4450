/**
 * This room is the command line that runs commands on the store or on a server.
 *
 * @module
 */

import { createLedger } from "../../quota/ledger.ts";
import { createMeter } from "../../access/limits/meter.ts";
import type { PackIndex } from "../../model/pack_index.ts";
import { ENGINES } from "../../core/addons.ts";
import { readIndexIn } from "../../core/follow_build.ts";
import { onKeyEnd } from "../../core/key_end.ts";
import { openMailer } from "../../core/base.ts";
import { StartError } from "../../platform/start_error.ts";
import { DEFAULT_KV_FILE } from "../../store/store_files.ts";
import { engineAt } from "../../store/engine.ts";
import { openStore } from "../../store/store.ts";
import { storeTrouble } from "../../store/store_trouble.ts";
import { openTimed } from "../../store/open_kv.ts";
import { systemClock } from "../../platform/clock.ts";
import { stderrLog } from "../../platform/log.ts";
import { systemNet } from "../../platform/net.ts";
import { processName, systemRandom } from "../../platform/random.ts";
import { readAllSettings } from "../../core/all_settings.ts";
import { type Settings, SettingsError } from "../../platform/settings.ts";
import { type CommandEnv, CommandError } from "../command/command.ts";
import { loadCommands } from "../../core/commands.ts";
import { askServer } from "./remote.ts";
import { runCommand } from "./run_command.ts";

let close = () => {};
let storePath: string | undefined;
try {
  const settings = readAllSettings((name) => Deno.env.get(name));
  storePath = settings.KV_PATH ?? DEFAULT_KV_FILE;
  const { out, err, code } = await runCommand(await loadCommands(), Deno.args, {
    openDesk: ({ mustExist }) => openDesk(settings, mustExist),
    closedStore: () => ({
      address: settings.KV_PATH ?? DEFAULT_KV_FILE,
      settings,
      engines: ENGINES,
      clock: systemClock,
      random: systemRandom,
      progress: console.error,
    }),
    ask: (server, command, input) => askServer(systemNet, server, settings, command, input),
  });
  const bytes = ReadableStream.from(out).pipeThrough(new TextEncoderStream());
  await bytes.pipeTo(Deno.stdout.writable, { preventClose: true }).catch((error) => {
    // A reader that has had enough, as `head`, ends it.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  });
  if (err.length > 0) console.error(err.join("\n"));
  Deno.exitCode = code;
} catch (error) {
  const isRefusal = error instanceof CommandError || error instanceof SettingsError ||
    error instanceof StartError;
  const message = isRefusal
    ? error.message
    : storeTrouble(error, storePath, engineAt(storePath, ENGINES));
  if (message === undefined) throw error;
  console.error(message);
  close();
  // What a locked store has not answered yet would keep the process, and may not happen any more.
  Deno.exit(1);
} finally {
  close();
}

async function openDesk(settings: Settings, mustExist: boolean): Promise<CommandEnv> {
  const [clock, random, log] = [systemClock, systemRandom, stderrLog];
  const store = await openStore(settings, {
    engines: ENGINES,
    onKeyEnd,
    random,
    isPublic: false,
    onDeploy: false,
    mustExist,
    connect: (open, isFile) => openTimed(open, isFile, clock),
  });
  close = () => store.kv.close();
  let index: PackIndex | undefined;
  const content = () => index ??= readIndexIn(settings.OUT_DIR);
  const ledger = createLedger({ kv: store.kv, clock, random, holder: processName(random), log });
  return {
    store,
    clock,
    log,
    meter: createMeter(ledger, () => plansOf(content)),
    mailer: openMailer(settings, () => content().site),
    content,
    site: () => ({ ...content().site, ...settings.BASE_URL && { base_url: settings.BASE_URL } }),
    isLocal: true,
  };
}

/** Keys can be looked at before any content was built; then nothing is known of their quotas. */
function plansOf(content: () => PackIndex): PackIndex["plans"] {
  try {
    return content().plans;
  } catch (error) {
    if (error instanceof StartError) return {};
    throw error;
  }
}
