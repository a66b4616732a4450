import { describedSetting, type Settings, settingsOf, text } from "../../platform/settings.ts";
import { StartError } from "../../platform/start_error.ts";
import type { Engine } from "../../store/engine.ts";
import { NEW_STORE } from "../../store/store_files.ts";
import {
  POSTGRES_FORM,
  type PostgresAddress,
  readPostgresAddress,
  withoutPassword,
} from "./address.ts";

/** What Postgres reads of the environment. */
export const POSTGRES_SETTINGS = {
  PGPASSWORD: describedSetting<string | undefined>(
    text(),
    undefined,
    "the password of a `postgres://` store whose address has none",
  ),
};

/** The password that was in `KV_PATH`: no other address gets it. */
interface HiddenPassword {
  readonly passwordOf?: { readonly address: string; readonly password: string };
}

/** A server on another store does not load it. */
const load = () => import("./postgres_kv.ts");

/** Stores in Postgres, for servers on several machines. */
export const postgres: Engine = {
  name: "postgres",
  schemes: ["postgres", "postgresql"],
  form: POSTGRES_FORM,
  needs: "KV_PATH has to name a Postgres database (13 or later) that this user owns, whose " +
    "server has a certificate for its name unless it is on this machine; the password may be in " +
    "PGPASSWORD",
  copying: "the store is in Postgres, whose own means copy it whole: " +
    "`pg_dump --format=custom --schema=oshibase` while servers use it, and `pg_restore` into an empty " +
    "database while none does; `store copy` moves a store to another engine",
  settings: POSTGRES_SETTINGS,
  accepts: (address) => readPostgresAddress(address) !== undefined,
  hideSecret(settings, text) {
    const { address, password } = withoutPassword(text);
    const hidden: HiddenPassword | false = password !== undefined &&
      { passwordOf: { address, password } };
    return { ...settings, KV_PATH: address, ...hidden };
  },
  async open(path, settings, { mustExist }) {
    const { openPostgresKv } = await load();
    const kv = await openPostgresKv(loginAt(path, settings), !mustExist);
    if (kv !== undefined) return kv;
    throw new StartError(
      `Cannot find a store at ${path}: the database has no store. Set KV_PATH to the server's store, or ` +
        `start the server first, which makes it. ${NEW_STORE} makes a new, empty store there`,
    );
  },
  isInUse: async (path, settings) => (await load()).isInUse(loginAt(path, settings)),
};

/** Where and how to log in: with the password of the address, or that of `PGPASSWORD`. */
export function loginAt(path: string, settings: Settings): PostgresAddress {
  const address = readPostgresAddress(path);
  if (address === undefined) throw new StartError(`Cannot read the address ${path}`);
  const { PGPASSWORD } = settingsOf(settings, POSTGRES_SETTINGS);
  const { passwordOf } = settings as Settings & HiddenPassword;
  const hidden = passwordOf?.address === path ? passwordOf.password : undefined;
  return { ...address, password: address.password ?? hidden ?? PGPASSWORD };
}
