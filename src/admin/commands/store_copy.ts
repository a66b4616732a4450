import { PEPPER_MARK } from "../../platform/credential_keys.ts";
import { type Kv, type KvEntry, type KvWrite, type Passing, setUntil } from "../../platform/kv.ts";
import { storeAddress } from "../../platform/settings.ts";
import { COUNTERS, STORE_FORMAT, UNFINISHED_COPY } from "../../platform/store_keys.ts";
import { type Counter, withoutHolders } from "../../quota/counter.ts";
import { engineAt } from "../../store/engine.ts";
import { isInUse } from "../../store/snapshot.ts";
import { opening, openKv, openTimed } from "../../store/open_kv.ts";
import { openStore, type Store } from "../../store/store.ts";
import {
  isOnDisk,
  isStoreFile,
  kvFileOf,
  pepperFileOf,
  prepareStoreFiles,
} from "../../store/store_files.ts";
import { type ClosedStore, CommandError, type CommandOutcome } from "../command/command.ts";

/** Entries of one commit: it takes 800 KiB, and a value up to 64 KiB. */
const AT_ONCE = 10;

/** Copies the store to another address; neither may be in use. */
export async function copyWholeStore(
  closed: ClosedStore,
  target: string,
): Promise<CommandOutcome> {
  const { address, settings, engines, clock, random } = closed;
  await refuseTarget(closed, target);
  for (const place of [address, target]) await refuseInUse("copy", closed, place);
  const engine = engineAt(target, engines);
  const connect = (open: () => Promise<Kv>, isFile: boolean) => openTimed(open, isFile, clock);
  const how = { engines, random, isPublic: false, onDeploy: false, mustExist: true, connect };
  const source = await openStore({ ...settings, KV_PATH: address }, how);
  try {
    const file = kvFileOf(target);
    // There are two stores: what fails in this one names it.
    const inTarget = <T>(work: () => Promise<T>) => opening(target, engine, work);
    const opened = await inTarget(async () => {
      if (file !== undefined) prepareStoreFiles(file, { refuseLost: false, log: undefined });
      return await connect(() => openKv(target, { engines, settings }), file !== undefined);
    });
    try {
      const commit: Kv["commit"] = (...change) => inTarget(() => opened.commit(...change));
      const to = { ...opened, commit };
      await beginCopy(source.kv, to, target);
      const pepperFile = file && await copyPepper(source, file);
      const entries = await copyEntries(source.kv, to, closed);
      return outcomeOf(source, { target, entries, pepperFile });
    } finally {
      opened.close();
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
  const [own, file] = [kvFileOf(address), kvFileOf(target)];
  if (read(target) === undefined || (file !== undefined && !isOnDisk(file))) {
    throw new CommandError(`Cannot copy to ${target}: expected ${description}`);
  }
  if (own !== undefined && file !== undefined) await refuseOwnFile(own, file);
  if (address === target) throw refusal(target, "it is the store itself");
}

/**
 * Refuses a store that a process has open; a KV Connect server does not say who has.
 *
 * @throws {CommandError}
 */
export async function refuseInUse(
  what: string,
  { settings, engines }: ClosedStore,
  place: string,
): Promise<void> {
  const engine = engineAt(place, engines);
  const file = kvFileOf(place);
  const isUsed = await opening(
    place,
    engine,
    async () =>
      engine !== undefined
        ? await engine.isInUse(place, settings)
        : isOnDisk(file) && await isInUse(file),
  );
  if (!isUsed) return;
  throw new CommandError(
    `Cannot ${what}: a server or another command uses ${place}. Stop it, then do this again`,
    "conflict",
  );
}

/**
 * Marks an empty store as one that a copy is being made into, so that nobody opens it. What a copy that was
 * cut off left in the store goes.
 *
 * @throws {CommandError} if it holds anything else, or was made with another pepper
 */
async function beginCopy(from: Kv, to: Kv, target: string): Promise<void> {
  const isOf = (...keys: (readonly unknown[])[]) => ({ key }: KvEntry) =>
    keys.map(String).includes(String(key));
  if ((await to.get(UNFINISHED_COPY)).version === null) {
    const entries = await to.list([], { limit: 3 });
    if (!entries.every(isOf(PEPPER_MARK, STORE_FORMAT))) {
      throw refusal(
        target,
        "it is not empty. Name an empty store, or a file that is not there yet",
      );
    }
    const made = (await to.get(PEPPER_MARK)).value;
    if (made !== null && made !== (await from.get(PEPPER_MARK)).value) {
      throw refusal(target, "it was made with another pepper. Name another place, or empty it");
    }
    await to.commit([], [{ set: UNFINISHED_COPY, value: true }]);
  }
  while (true) {
    const entries = await to.list([], { limit: AT_ONCE });
    const left = entries.filter((entry) => !isOf(UNFINISHED_COPY)(entry));
    if (left.length === 0) return;
    await to.commit([], left.map(({ key }) => ({ delete: key })));
  }
}

/** Copies all entries, each with the time that it has left; returns how many there are. */
async function copyEntries(
  from: Kv,
  to: Kv,
  { clock: { now }, progress }: ClosedStore,
): Promise<number> {
  let count = 0;
  let shownAt = now();
  let last: KvEntry | undefined;
  do {
    const entries = await from.list([], { limit: AT_ONCE, ...(last && { after: last.key }) });
    const writes = entries.flatMap((entry) => copyOf(entry, now()));
    await to.commit([], writes);
    count += writes.length;
    last = entries.at(-1);
    if (now() - shownAt < 1_000) continue;
    shownAt = now();
    progress(`Copied ${count} entries so far`);
  } while (last !== undefined);
  await to.commit([], [{ delete: UNFINISHED_COPY }]);
  return count;
}

/** What is written of an entry: nothing, if it has gone meanwhile. */
function copyOf({ key, value }: KvEntry, now: number): readonly KvWrite[] {
  const kept = key[0] === COUNTERS[0] ? withoutHolders(value as Counter) : value;
  const until = (kept as Partial<Passing> | null)?.storedUntil;
  if (until === undefined) return [{ set: key, value: kept }];
  return until <= now ? [] : [setUntil(key, kept as object, until, now)];
}

/**
 * Lays the pepper beside a file as it lies beside the source; returns its path, if it does.
 *
 * @throws {CommandError} if another one lies there
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
      throw refusal(kvFile, `another pepper lies at ${file}. Move it away, then do this again`);
    }
  }
  return file;
}

function refusal(target: string, why: string): CommandError {
  return new CommandError(`Cannot copy to ${target}: ${why}`, "conflict");
}

function outcomeOf(
  { pepperFile: ownPepper }: Store,
  { target, entries, pepperFile }: {
    readonly target: string;
    readonly entries: number;
    readonly pepperFile: string | undefined;
  },
): CommandOutcome {
  const pepper = pepperFile !== undefined
    ? `The pepper lies beside it: ${pepperFile}.`
    : ownPepper === undefined
    ? "It needs the same KEY_PEPPER."
    : `Set KEY_PEPPER to the text in ${ownPepper}: without it nobody can use the copy.`;
  return {
    json: { address: target, entries, pepper_file: pepperFile ?? null },
    notes: [
      pepper,
      "Set KV_PATH to the copy, and start servers on that one alone: what the former store counts from " +
      "now on is not in it.",
    ],
  };
}
