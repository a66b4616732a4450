import type { Kv } from "../../platform/kv.ts";
import { storeAddress } from "../../platform/settings.ts";
import { beginCopy, copyEntries, CopyError } from "../../store/copy.ts";
import { engineAt } from "../../store/engine.ts";
import { isStoreInUse } from "../../store/in_use.ts";
import { openKv } from "../../store/open_kv.ts";
import { opening, openStore, type Store } from "../../store/store.ts";
import {
  isOnDisk,
  isStoreFile,
  kvFileOf,
  pepperFileOf,
  prepareStoreFiles,
} from "../../store/store_files.ts";
import { isForeign } from "../../store/snapshot.ts";
import { openTimed } from "../../store/timed_kv.ts";
import { type ClosedStore, CommandError, type CommandOutcome } from "../command/command.ts";

/** How often progress is shown, in ms. */
const PROGRESS_MS = 1_000;

/** Copies the store to another address; neither may be in use. */
export async function copyWholeStore(
  closed: ClosedStore,
  target: string,
): Promise<CommandOutcome> {
  const { address, settings, engines, clock, random } = closed;
  await refuseTarget(closed, target);
  for (const place of [address, target]) await refuseInUse(closed, place);
  const engine = engineAt(target, engines);
  const connect = (open: () => Promise<Kv>, isFile: boolean) => openTimed(open, isFile, clock);
  const how = { engines, random, isPublic: false, onDeploy: false, mustExist: true, connect };
  const source = await openStore({ ...settings, KV_PATH: address }, how);
  try {
    const file = kvFileOf(target);
    const to = await opening(target, engine, async () => {
      if (file !== undefined) prepareStoreFiles(file, { refuseLost: false, log: undefined });
      const open = () => openKv(target, { engines, settings });
      return await connect(open, file !== undefined);
    });
    try {
      // What fails is named: there are two stores.
      const commit: Kv["commit"] = (checks, writes) =>
        opening(target, engine, () => to.commit(checks, writes));
      const stores = { from: source.kv, to: { ...to, commit } };
      const mark = await beginCopy(stores, clock.now());
      const pepperFile = file && await copyPepper(source, file);
      const entries = await copyEntries(stores, {
        mark,
        now: clock.now,
        copied: progressOf(closed),
      });
      return outcomeOf(source, { target, entries, pepperFile });
    } catch (error) {
      if (!(error instanceof CopyError)) throw error;
      throw new CommandError(`Cannot copy to ${target}: ${error.message}`, "conflict");
    } finally {
      to.close();
    }
  } finally {
    source.kv.close();
  }
}

/**
 * Keeps the store's own files from being replaced.
 *
 * @throws {CommandError} if a path leads to one of them
 */
export async function refuseOwnFile(kvFile: string, file: string): Promise<void> {
  if (!await isStoreFile(kvFile, file)) return;
  throw new CommandError(
    `Cannot use ${file}: it belongs to the store itself (${kvFile}). Name another file`,
    "conflict",
  );
}

/** Refuses what is no address of another store. */
async function refuseTarget({ address, engines }: ClosedStore, target: string): Promise<void> {
  // Arguments are in the list of processes, which everybody on the machine may read.
  const hasSecret = /^\w+:\/\/[^/?#@]*:.*@/.test(target) || /^https?:\/\/.*@/i.test(target) ||
    /^\w+:\/\/.*[?&](password|access_token)=/i.test(target);
  if (hasSecret) {
    throw new CommandError(
      "Cannot use an address with a password: arguments are in the list of processes. It goes into " +
        "PGPASSWORD, the access token of a KV URL into DENO_KV_ACCESS_TOKEN",
    );
  }
  const { description, read } = storeAddress(engines);
  const file = kvFileOf(target);
  if (read(target) === undefined || (file !== undefined && !isOnDisk(file))) {
    throw new CommandError(`Cannot copy to ${target}: expected ${description}`);
  }
  const own = kvFileOf(address);
  if (own !== undefined && file !== undefined) await refuseOwnFile(own, file);
  if (file !== undefined && await isForeign(file)) {
    throw new CommandError(
      `Cannot copy to ${target}: it is another program's database`,
      "conflict",
    );
  }
  if (address === target) {
    throw new CommandError(`Cannot copy to ${target}: it is the store itself`, "conflict");
  }
}

async function refuseInUse(
  { settings, engines }: ClosedStore,
  place: string,
): Promise<void> {
  const inUse = () => isStoreInUse(place, settings, engines);
  if (!await opening(place, engineAt(place, engines), inUse)) return;
  throw new CommandError(
    `Cannot copy: a server or another command uses ${place}. Stop it, then do this again`,
    "conflict",
  );
}

/**
 * Lays the pepper beside a file as it lies beside the source; returns its path, if it does.
 *
 * @throws {CopyError} if another one lies there
 */
async function copyPepper(source: Store, kvFile: string): Promise<string | undefined> {
  if (source.pepperFile === undefined) return undefined;
  const file = pepperFileOf(kvFile);
  const pepper = new TextDecoder().decode(source.pepper);
  try {
    await Deno.writeTextFile(file, pepper, { createNew: true, mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    if (await Deno.readTextFile(file) !== pepper) {
      throw new CopyError(`another pepper lies at ${file}. Move it away, then do this again`);
    }
  }
  return file;
}

/** Shows each second how many entries are copied. */
function progressOf({ clock, progress }: ClosedStore): (count: number) => void {
  let last = clock.now();
  return (count) => {
    if (clock.now() - last < PROGRESS_MS) return;
    last = clock.now();
    progress(`Copied ${count} entries so far`);
  };
}

function outcomeOf(
  source: Store,
  { target, entries, pepperFile }: {
    readonly target: string;
    readonly entries: number;
    readonly pepperFile: string | undefined;
  },
): CommandOutcome {
  const pepper = pepperFile !== undefined
    ? `The pepper lies beside it: ${pepperFile}.`
    : source.pepperFile === undefined
    ? "It needs the same KEY_PEPPER."
    : `Set KEY_PEPPER to the text in ${source.pepperFile}: without it nobody can use the copy.`;
  return {
    json: { address: target, entries, pepper_file: pepperFile ?? null },
    notes: [
      pepper,
      "Set KV_PATH to the copy, and start servers on that one alone: what the former store counts from " +
      "now on is not in it.",
    ],
  };
}
