/**
 * This room is the command line that runs commands on the store or on a server.
 *
 * @module
 */

import { createLedger } from "../quota/ledger.ts";
import { createMeter } from "../access/limits/meter.ts";
import type { PackIndex } from "../model/pack_index.ts";
import { ENGINES } from "../core/addons.ts";
import { readIndexIn } from "../core/follow_build.ts";
import { onKeyEnd } from "../core/key_end.ts";
import { openMailer } from "../core/base.ts";
import { StartError } from "../platform/start_error.ts";
import { DEFAULT_KV_FILE } from "../store/store_files.ts";
import { engineAt } from "../store/engine.ts";
import { openStore } from "../store/store.ts";
import { storeTrouble } from "../store/store_trouble.ts";
import { openTimed } from "../store/timed_kv.ts";
import { systemClock } from "../platform/clock.ts";
import type { Kv } from "../platform/kv.ts";
import { stderrLog } from "../platform/log.ts";
import { systemNet } from "../platform/net.ts";
import { processName, systemRandom } from "../platform/random.ts";
import { readAllSettings } from "../core/all_settings.ts";
import { SettingsError } from "../platform/settings.ts";
import { CommandError } from "../admin/command/command.ts";
import type { UnrecordedDeps } from "../admin/trail/trail.ts";
import { loadCommands } from "../core/commands.ts";
import { askServer, type Login } from "./remote.ts";
import { printPieces, runCommand } from "./run_command.ts";
import { readSeen, readUnseen, systemTerminal as terminal } from "./terminal.ts";

let close = () => {};
let storePath: string | undefined;
try {
  const { out, err, code } = await runCommand(await loadCommands(), Deno.args, {
    openDesk,
    closedStore() {
      const settings = readAllSettings((name) => Deno.env.get(name));
      storePath = settings.KV_PATH ?? DEFAULT_KV_FILE;
      return {
        address: storePath,
        settings,
        engines: ENGINES,
        clock: systemClock,
        random: systemRandom,
        progress: console.error,
      };
    },
    ask: async (server, command, input) =>
      await askServer(systemNet, server, await login(), command, input),
  });
  await printPieces(out, Deno.stdout.writable);
  if (err.length > 0) console.error(err.join("\n"));
  Deno.exitCode = code;
} catch (error) {
  const message = refusal(error) ?? storeTrouble(error, storePath, engineAt(storePath, ENGINES));
  if (message === undefined) throw error;
  console.error(message);
  close();
  // What a locked store has not answered yet would keep the process, and may not happen any more.
  Deno.exit(1);
} finally {
  close();
}

/** What an error says to the operator; undefined if it is no refusal. */
function refusal(error: unknown): string | undefined {
  const isRefusal = error instanceof CommandError || error instanceof SettingsError ||
    error instanceof StartError;
  return isRefusal ? error.message : undefined;
}

async function openDesk({ mustExist }: { mustExist: boolean }): Promise<UnrecordedDeps> {
  const settings = readAllSettings((name) => Deno.env.get(name));
  const [clock, random, log] = [systemClock, systemRandom, stderrLog];
  storePath = settings.KV_PATH ?? DEFAULT_KV_FILE;
  const connect = (open: () => Promise<Kv>, isFile: boolean) => openTimed(open, isFile, clock);
  const place = { random, isPublic: false, onDeploy: false, mustExist, connect };
  const how = { engines: ENGINES, onKeyEnd, ...place };
  const store = await openStore(settings, how);
  close = () => store.kv.close();
  let index: PackIndex | undefined;
  const content = () => index ??= readIndexIn(settings.OUT_DIR);
  const ledger = createLedger({ kv: store.kv, clock, random, holder: processName(random), log });
  return {
    store,
    clock,
    random,
    log,
    meter: createMeter(ledger, () => plansOf(content)),
    mailer: openMailer(settings, () => content().site),
    content,
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

async function login(): Promise<Login> {
  const settings = readAllSettings((name) => Deno.env.get(name));
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = settings;
  if ((username === undefined || password === undefined) && !terminal.isPerson) {
    throw new CommandError("Cannot log in without ADMIN_USERNAME and ADMIN_PASSWORD");
  }
  return {
    username: username ?? await readSeen(terminal, "Administrator"),
    password: password ?? await readUnseen(terminal, "Password"),
  };
}
