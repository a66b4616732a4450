import type { Credentials } from "../access/records/credential_table.ts";
import {
  isLive,
  type KeyRecord,
  type KeyRequest,
  type KeyStore,
} from "../access/records/key_store.ts";
import { isUsername, type UserStore } from "../access/records/user_store.ts";
import { AT_THE_MACHINE, createTrail, type TrailDeps } from "../admin/trail/trail.ts";
import { TAKEN_NAMES } from "../audit/entries.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Content } from "../catalog/content.ts";
import { isLoopback } from "../http/request.ts";
import type { Log } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { StartError } from "../platform/start_error.ts";
import { credentialKey } from "../platform/credential_keys.ts";
import { SNAPSHOT } from "../platform/store_keys.ts";
import { endSnapshot, type SnapshotMark } from "../store/snapshot.ts";
import { DAY_MS } from "../toolbox/durations.ts";

/**
 * Makes the administrator that `ADMIN_USERNAME` and `ADMIN_PASSWORD` name, if there is none yet.
 * Later both are ignored: the stored password holds, and "user passwd" changes it. The pair opens from
 * then on: `credentials` has it.
 *
 * @throws {StartError} if one of the two is missing or cannot be used
 */
export async function makeFirstAdmin(
  { ADMIN_USERNAME: username, ADMIN_PASSWORD: password }: Settings,
  { users, recordedUsers, credentials, log, now }: {
    users: UserStore;
    /** The same, which puts what it writes on record. */
    recordedUsers: (username: string) => UserStore;
    credentials: Pick<Credentials, "refresh">;
    log: Log;
    now: number;
  },
): Promise<void> {
  if (username === undefined && password === undefined) return;
  if (username === undefined || password === undefined) {
    const [present, absent] = username === undefined
      ? ["ADMIN_PASSWORD", "ADMIN_USERNAME"]
      : ["ADMIN_USERNAME", "ADMIN_PASSWORD"];
    throw new StartError(`Cannot use ${present} without ${absent}: set both, or neither`);
  }
  if (!isUsername(username)) {
    throw new StartError("Cannot use ADMIN_USERNAME: it takes 1 to 64 visible ASCII characters");
  }
  const taken = TAKEN_NAMES.get(username);
  if (taken !== undefined) {
    throw new StartError(`Cannot use ADMIN_USERNAME "${username}": the record calls ${taken} so`);
  }
  const known = await users.list();
  if (known.length > 0) {
    if (known.some(({ id }) => id === username)) return;
    log.warn("ADMIN_USERNAME was not used: there are other users already", { username });
    return;
  }
  const isFirst = await recordedUsers(username).addFirst(username, password, now);
  await credentials.refresh();
  if (isFirst) log.info("Made the first administrator", { username });
}

/** The users of a store, whose first administrator is put on record as made at the machine itself. */
export function usersOnRecord(deps: TrailDeps, username: string): UserStore {
  return createTrail(deps, AT_THE_MACHINE, "user add", username).store.users;
}

/** Notes that the store is a snapshot which was put in its place: once, by the first process that starts. */
export async function noteSnapshot(
  { store, clock, log }: TrailDeps & { readonly log: Log },
): Promise<void> {
  // Files alone are put in a place: on Deno Deploy no start waits for its store.
  if (!store.isFile) return;
  const { key, value, version } = await store.kv.get<SnapshotMark>(SNAPSHOT);
  if (value === null) return;
  const { commit } = createTrail({ store, clock }, AT_THE_MACHINE, "store restore");
  const snapshot_of = new Date(value.madeAt).toISOString();
  const change = { subject: null, before: null, after: { snapshot_of } };
  if (await commit(change, [{ key, version }], [{ delete: key }]) === null) return;
  if (store.path !== undefined) await endSnapshot(store.path);
  log.warn(
    `The store is as it was at ${snapshot_of}: what was revoked, forgotten or used since then is undone`,
  );
}

/**
 * Whether a demo key may be made at all: only for this machine alone. `hostname` is the address that
 * was really bound, whatever was asked for.
 */
export function mayHaveDemoKey(
  { onDeploy, hostname, proxies }: {
    onDeploy: boolean;
    hostname: string;
    proxies: readonly string[];
  },
): boolean {
  return !onDeploy && isLoopback(hostname) && proxies.length === 0;
}

/** Far fewer than a commit may delete: the next start takes the others. */
const DELETED_AT_ONCE = 200;

/**
 * Makes a key for trying the service out, while there is no key but demo keys, and deletes those that have
 * ended; its secret, or undefined where somebody has a key of their own, or had one. The key opens from
 * then on: `credentials` has it.
 */
export async function makeDemoKey(
  { keys, credentials }: {
    readonly keys: KeyStore;
    readonly credentials: Pick<Credentials, "refresh">;
  },
  catalog: Catalog,
  now: number,
): Promise<string | undefined> {
  const { record, secret } = keys.make(demoRequest(catalog, now));
  const isMade = await keys.addIf(record, (all) => {
    if (all.some(isOwn)) return undefined;
    const ended = all.filter((key) => !isLive(key, now)).slice(0, DELETED_AT_ONCE);
    return { writes: ended.map(({ id }) => ({ delete: credentialKey("key", id) })) };
  });
  // The store's watch would report it in a moment; the printed addresses may be asked before.
  await credentials.refresh();
  return isMade ? secret : undefined;
}

/** Whether it is somebody's own rather than a demo key. */
function isOwn({ demo }: KeyRecord): boolean {
  return demo === undefined;
}

function demoRequest({ index: { plans } }: Catalog, now: number): KeyRequest {
  return {
    owner: "Demo",
    email: "",
    plan: "standard" in plans ? "standard" : Object.keys(plans)[0] ?? "",
    groups: [],
    ips: ["127.0.0.0/8", "::1"],
    createdAt: now,
    expiresAt: now + DAY_MS,
    demo: true,
  };
}

/** Pages for people, in the order in which to read them. */
const PAGES = ["", "docs"];

/** Where a server listens, and what is worth a look there. */
export interface ListeningServer {
  /** `http://127.0.0.1:8000/` */
  readonly base: string;
  /** Undefined where there is no demo key. */
  readonly demo: DemoAddresses | undefined;
}

interface DemoAddresses {
  /** Pages for people. */
  readonly pages: readonly string[];
  /** With the demo key: each indented, and quoted for a shell. */
  readonly addresses: readonly string[];
}

/** What to print of a demo key besides the server's address. */
export function describeDemo(
  secret: string,
  base: string,
  { catalog, site }: Content,
): DemoAddresses {
  // The front page is made for each request; the others are in the site, if the build wrote them.
  const pages = PAGES.filter((path) => path === "" || site.file(`/${path}`) !== undefined);
  return {
    pages: pages.map((path) => `${base}${path}`),
    // In quotes, since a shell would end the command at the first `&`.
    addresses: demoAddresses(base, catalog, secret).map((address) => `  '${address}'`),
  };
}

/** One for each convention that the content has. */
function demoAddresses(base: string, catalog: Catalog, secret: string): string[] {
  const paths = catalog.groups.flatMap(({ slug, family }) =>
    family === "bare"
      ? [`api/${slug}/members`, `api/${slug}/theater?status=upcoming`]
      : [`api/${slug}/schedule?status=upcoming`]
  );
  return [...paths, "v1/birthdays/upcoming?days=30"].map((path) =>
    `${base}${path}${path.includes("?") ? "&" : "?"}apikey=${secret}`
  );
}
