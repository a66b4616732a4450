/**
 * This room opens the store of records and guards its files and its pepper.
 *
 * @module
 */

import { type CodeStore, createCodeStore } from "../access/records/code_store.ts";
import type { RecordDeps } from "../access/records/records.ts";
import type { SecretHash } from "../access/records/secret.ts";
import type { CommitChange } from "../audit/change.ts";
import { createMac } from "../toolbox/mac.ts";
import { createKeyStore, type KeyStore, type OnKeyEnd } from "../access/records/key_store.ts";
import { createTokenStore, type TokenStore } from "../access/records/token_store.ts";
import { createUserStore, type UserStore } from "../access/records/user_store.ts";
import type { StoreEngine } from "../model/enums.ts";
import type { Kv } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import type { Random } from "../platform/random.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import { PEPPER_MARK } from "../platform/credential_keys.ts";
import { STORE_FORMAT, UNFINISHED_COPY } from "../platform/store_keys.ts";
import { type Engine, engineAt } from "./engine.ts";
import { createLateKv, opening, openKv } from "./open_kv.ts";
import { openPepper } from "./pepper.ts";
import { refuseDamaged } from "./snapshot.ts";
import {
  DEFAULT_KV_FILE,
  isOnDisk,
  kvFileOf,
  prepareStoreFiles,
  refuseMissing,
} from "./store_files.ts";

/** The durable store, with what is needed to make digests of credentials. */
export interface Store {
  readonly kv: Kv;
  readonly secretHash: SecretHash;
  /** The secret that the digests are made with. */
  readonly pepper: Uint8Array;
  /** The file that keeps the pepper; undefined where it was given. */
  readonly pepperFile: string | undefined;
  /** What secrets and ids are made of. */
  readonly random: Random;
  readonly keys: KeyStore;
  readonly tokens: TokenStore;
  readonly users: UserStore;
  readonly codes: CodeStore;
  readonly engine: StoreEngine;
  /** How many days an entry of the audit stays: the setting AUDIT_RETENTION_DAYS. */
  readonly auditDays: number;
  /** Whether other processes can change it without the watch seeing it. */
  readonly isFile: boolean;
  /** How it is copied by means of its own, said after what cannot be done; undefined: it is not known. */
  readonly copying?: string | undefined;
  /** Its file; left out if it is on no disk of this machine. */
  readonly path?: string;
  /** What ends with a key. */
  readonly onKeyEnd?: OnKeyEnd | undefined;
}

type RecordStores = Pick<
  Store,
  "kv" | "random" | "keys" | "tokens" | "users" | "codes"
>;

interface OpenOptions {
  /** What opens addresses, besides the runtime's KV. */
  readonly engines: readonly Engine[];
  /** What ends with a key, in its commit; nothing if left out. */
  readonly onKeyEnd?: OnKeyEnd;
  readonly random: Random;
  readonly isPublic: boolean;
  readonly onDeploy: boolean;
  /** Whether a store whose pepper alone is left is an error rather than made again. */
  readonly refuseLost?: boolean;
  /** Whether a missing store is an error rather than made. */
  readonly mustExist?: boolean;
  /** Called with a folder that others may open. */
  readonly log?: Log;
  /** Opens it, and bounds how long its answers are waited for; left out where the caller has bounds. */
  readonly connect?: (open: () => Promise<Kv>, isFile: boolean) => Promise<Kv>;
}

/**
 * Opens the store: `KV_PATH`, or the default file, or on Deno Deploy the platform's own, which the
 * first call opens: an instance is to answer at once, and when it is tried after a build there may be
 * no store yet.
 *
 * @throws {StartError} where it cannot be opened, or a pepper is needed and not given
 */
export async function openStore(settings: Settings, options: OpenOptions): Promise<Store> {
  const { random, isPublic, onDeploy, refuseLost = false, mustExist = false } = options;
  const { log, connect, engines, onKeyEnd } = options;
  const path = settings.KV_PATH ?? (onDeploy ? undefined : DEFAULT_KV_FILE);
  const kvFile = path === undefined ? undefined : kvFileOf(path);
  const own = engineAt(path, engines);
  const engine = own?.name ??
    (path === undefined ? "deploy" : kvFile === undefined ? "denokv" : "file");
  if (path !== undefined && engine === "denokv") refuseLogin(path);
  const needs = { given: settings.KEY_PEPPER, kvFile, isPublic };
  const { pepper, file: pepperFile, isNew: isNewPepper } = await opening(path, own, async () => {
    if (isOnDisk(kvFile)) {
      if (mustExist) refuseMissing(kvFile);
      const isAsked = refuseLost && !onDeploy && settings.KEY_PEPPER === undefined;
      prepareStoreFiles(kvFile, { refuseLost: isAsked, log });
    }
    return await openPepper(needs, random);
  });
  const secretHash = createMac(pepper);
  const open = async () => {
    const openAtOnce = async () => {
      if (isOnDisk(kvFile)) await refuseDamaged(kvFile);
      return await openKv(path, { engines, settings, mustExist });
    };
    const kv = await (connect?.(openAtOnce, kvFile !== undefined) ?? openAtOnce());
    try {
      await checkFormat(kv);
      await checkPepper(kv, secretHash);
    } catch (error) {
      // Closing one that does not answer would wait for it, and it may have this pepper by then.
      if (!(error instanceof StartError)) throw error;
      kv.close();
      // A pepper that the store does not have only misleads the next command.
      if (pepperFile !== undefined && isNewPepper) await Deno.remove(pepperFile).catch(() => {});
      throw error;
    }
    return kv;
  };
  // On Deploy, a store that is not there yet ends no instance: it is tried again.
  const kv = onDeploy ? createLateKv(() => exitOnStartError(open)) : await opening(path, own, open);
  const isFile = kvFile !== undefined;
  return {
    secretHash,
    pepper,
    pepperFile,
    engine,
    auditDays: settings.AUDIT_RETENTION_DAYS,
    isFile,
    copying: own?.copying,
    onKeyEnd,
    ...recordStores({ kv, secretHash, random, onKeyEnd }),
    ...(isOnDisk(kvFile) && { path: kvFile }),
  };
}

/** No caller waits for a store that is opened late: what keeps the program from starting ends it then. */
async function exitOnStartError<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    return Deno.exit(1);
  }
}

/** The same store, whose records are changed by `commitChange`. */
export function storeOnRecord(store: Store, commitChange: CommitChange): Store {
  return { ...store, ...recordStores({ ...store, commitChange }) };
}

function recordStores(
  deps: Pick<Store, "kv" | "secretHash" | "random" | "onKeyEnd"> & RecordDeps,
): RecordStores {
  return {
    kv: deps.kv,
    random: deps.random,
    keys: createKeyStore(deps),
    tokens: createTokenStore(deps),
    users: createUserStore(deps),
    codes: createCodeStore(deps),
  };
}

/** The address appears in every message about it, and in the log. */
function refuseLogin(url: string): void {
  const { username = "", password = "" } = URL.parse(url) ?? {};
  if (username === "" && password === "") return;
  throw new StartError(
    "Cannot use KV_PATH: it takes an address without a name and password; the access token goes into " +
      "DENO_KV_ACCESS_TOKEN",
  );
}

/** The format of stores. The number goes up when an older program would read a store wrongly. */
const FORMAT = { format: 1 };

/**
 * Refuses a store of a newer program, and one that was not copied whole.
 *
 * @throws {StartError}
 */
async function checkFormat(kv: Kv): Promise<void> {
  const [stored, unfinished] = await kv.getMany([STORE_FORMAT, UNFINISHED_COPY]);
  if (unfinished!.version !== null) {
    throw new StartError(
      "Cannot use this store: a copy into it was not finished. With KV_PATH as the former store, run " +
        "again: deno task admin store copy <the address of this one>",
    );
  }
  const { format } = stored!.value as typeof FORMAT | null ?? FORMAT;
  if (format <= FORMAT.format) return;
  throw new StartError(
    `Cannot use this store: it has format ${format}, and this program knows ${FORMAT.format}; use a ` +
      `version of the program that knows format ${format}`,
  );
}

/**
 * With another pepper no stored digest would ever match: better not to start. An empty store gets its
 * mark, and the format with it.
 */
async function checkPepper(kv: Kv, secretHash: SecretHash): Promise<void> {
  // Tells one pepper from another, and nothing of the pepper itself.
  const mark = secretHash("pepper check");
  const stored = async () => (await kv.get(PEPPER_MARK)).value;
  let found = await stored();
  if (found === null) {
    const isEmpty = (await kv.list([], { limit: 1 })).length === 0;
    await kv.commit([{ key: PEPPER_MARK, version: null }], [
      { set: PEPPER_MARK, value: mark },
      ...(isEmpty ? [{ set: STORE_FORMAT, value: FORMAT }] : []),
    ]);
    // Another process may have been first.
    found = await stored();
  }
  if (found === mark) return;
  const entries = await kv.list([], { limit: 3 });
  const atFirst = [PEPPER_MARK, STORE_FORMAT].map(String);
  if (entries.every(({ key }) => atFirst.includes(String(key)))) {
    throw new StartError(
      "Cannot use this store: it is empty, and was made with another pepper. Set KEY_PEPPER to that " +
        "one, or move the empty KV file away, keep the pepper beside it, and start again",
    );
  }
  throw new StartError(
    "Cannot use this store: its keys were made with another pepper. Set KEY_PEPPER to the one it was " +
      "made with (without KEY_PEPPER, it is in a file beside the KV file)",
  );
}
