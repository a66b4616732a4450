import { createMeter } from "../../src/access/limits/meter.ts";
import { createPasswords } from "../../src/access/records/password.ts";
import { CommandError } from "../../src/admin/command/command.ts";
import { COMMANDS } from "../../src/admin/commands/commands.ts";
import type { UnrecordedDeps } from "../../src/admin/trail/trail.ts";
import { machineFiles } from "../../src/cli/files.ts";
import { runCommand } from "../../src/cli/run_command.ts";
import { readIndexIn } from "../../src/compose/content.ts";
import { openMailer } from "../../src/compose/base.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { processName, systemRandom } from "../../src/platform/random.ts";
import { readSettings, SettingsError } from "../../src/platform/settings.ts";
import { StartError } from "../../src/platform/start_error.ts";
import { createLedger } from "../../src/quota/ledger.ts";
import { openStore } from "../../src/store/store.ts";
import { createQuietLog } from "./quiet_log.ts";

/** What a command line printed, and how it ended. */
export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command of `deno task admin` in this process, on the store and the content that `env` names.
 * What only the program itself has (its permissions, locked stores, servers) is left out.
 */
export async function desk(
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<Printed> {
  // Timers of the system's clock keep no process alive.
  const awake = setInterval(() => {}, 1_000);
  let close = () => clearInterval(awake);
  const openDesk = async ({ mustExist }: { mustExist: boolean }): Promise<UnrecordedDeps> => {
    const settings = readSettings((name) => env[name]);
    const [clock, random, log] = [systemClock, systemRandom, createQuietLog()];
    const options = { random, isPublic: false, onDeploy: false, mustExist };
    const store = await openStore(settings, options);
    close = () => {
      clearInterval(awake);
      store.kv.close();
    };
    const content = () => readIndexIn(settings.OUT_DIR);
    const ledger = createLedger({ kv: store.kv, clock, random, holder: processName(random), log });
    return {
      ...{ store, clock, random, log, content, files: machineFiles },
      meter: createMeter(ledger, () => content().plans),
      mailer: openMailer(settings, () => content().site),
      passwords: createPasswords({ secretHash: store.secretHash, random }),
    };
  };
  try {
    const printed = await runCommand(COMMANDS, [...words, ...newStoreOf(env)], {
      terminal: NO_TERMINAL,
      openDesk,
      closedStore: () => ({
        address: readSettings((name) => env[name]).KV_PATH!,
        files: machineFiles,
        clock: systemClock,
      }),
      ask: () => Promise.reject(new Error("A desk asks no server")),
    });
    const pieces: string[] = [];
    for await (const piece of printed.out) pieces.push(piece);
    const err = printed.err.map((line) => `${line}\n`).join("");
    return { code: printed.code, out: pieces.join(""), err };
  } catch (error) {
    const isRefusal = error instanceof CommandError || error instanceof SettingsError ||
      error instanceof StartError;
    if (!isRefusal) throw error;
    return { code: 1, out: "", err: `${error.message}\n` };
  } finally {
    close();
  }
}

/** The one JSON value that a command gives. Throws what it said where it failed. */
export async function deskJson<T = Record<string, unknown>>(
  env: Readonly<Record<string, string>>,
  ...words: string[]
): Promise<T> {
  const { code, out, err } = await desk(env, ...words, "--json");
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

/** The words that make a key for somebody. */
export const ISSUE = [
  ...["key", "issue", "--owner", "Sari", "--email", "sari@fans.example"],
  ...["--plan", "standard"],
];

/** A test that begins with a command has no server that made its store. */
export function newStoreOf({ KV_PATH }: Readonly<Record<string, string>>): string[] {
  if (KV_PATH === undefined || /^\w+:\/\//.test(KV_PATH)) return [];
  try {
    Deno.statSync(KV_PATH);
    return [];
  } catch {
    return ["--new-store"];
  }
}

const NO_TERMINAL = {
  isPerson: false,
  read: () => Promise.resolve(undefined),
  setRaw() {},
  write() {},
};
