import { Buffer } from "node:buffer";
import { type Clock, every } from "../../platform/clock.ts";
import type { KvChanged, KvKey } from "../../platform/kv.ts";
import { byteaArray, encodeKey } from "./codec.ts";
import type { Connection, Target } from "./connection.ts";
import { createLink } from "./link.ts";
import { GREET, LISTEN, READ_VERSIONS, WATCH } from "./schema.ts";

/** How often the versions of watched keys are read, for what no notice came of, in ms. */
const POLL_MS = 1_000;

/** Somebody who watches keys, each named by its bytes in hexadecimal digits. */
interface Watcher {
  readonly names: readonly string[];
  readonly changed: KvChanged;
}

/**
 * Creates what follows watched keys: by the notices of commits, by reading their versions every second, and
 * whenever there was no connection.
 */
export function createWatching(target: Target, clock: Clock, fraction: () => number) {
  const watchers = new Set<Watcher>();
  /** The versions that were last seen, by name. */
  const versions = new Map<string, string>();
  /** The names that the connection has made known to all who commit. */
  let known = new Set<string>();
  /** The epoch of the database that was last seen. */
  let epoch: string | undefined;
  let isLooking = false;
  let isAskedAgain = false;
  let isAway = false;
  let endPolling: (() => void) | undefined;
  const link = createLink(target, fraction, {
    async prepare(connection) {
      known = new Set();
      await connection.query(LISTEN);
    },
    notice: take,
    // What was written meanwhile has no notice.
    lost: () => clock.after(0, look),
  });

  function take(payload: string): void {
    if (payload === "") return look();
    const [name = "", version = ""] = payload.split(" ");
    if (versions.get(name) === version) return;
    versions.set(name, version);
    notify(new Set([name]));
  }

  function notify(names: ReadonlySet<string>): void {
    for (const watcher of [...watchers]) {
      if (watcher.names.some((name) => names.has(name)) && watchers.has(watcher)) watcher.changed();
    }
  }

  /** Reads the versions now, once for all who ask meanwhile. */
  function look(): void {
    if (isLooking) {
      isAskedAgain = true;
      return;
    }
    isLooking = true;
    link.run(readVersions).then(() => isAway = false, noteFailure).finally(() => {
      isLooking = false;
      if (isAskedAgain) look();
      isAskedAgain = false;
    });
  }

  /** The next look tries again; those who watch find out by themselves that the database is away. */
  function noteFailure(): void {
    const isNews = !isAway;
    isAway = true;
    if (isNews) [...watchers].forEach(({ changed }) => changed());
  }

  async function readVersions(connection: Connection): Promise<void> {
    const names = [...new Set([...watchers].flatMap((watcher) => watcher.names))];
    const all = byteaArray(names.map((name) => Buffer.from(name, "hex")));
    const fresh = names.filter((name) => !known.has(name));
    if (fresh.length > 0) {
      await connection.query(WATCH, [byteaArray(fresh.map((name) => Buffer.from(name, "hex")))]);
      fresh.forEach((name) => known.add(name));
    }
    const isOther = await isOtherDatabase(connection);
    const rows = await connection.query<{ key: Buffer; version: string }>(READ_VERSIONS, [all]);
    const found = new Map(rows.map(({ key, version }) => [key.toString("hex"), version]));
    const changed = new Set(fresh);
    for (const name of names) {
      const version = found.get(name) ?? "";
      if (versions.get(name) !== version) changed.add(name);
      versions.set(name, version);
    }
    if (isOther) [...watchers].forEach(({ changed }) => changed(true));
    else if (changed.size > 0) notify(changed);
  }

  /** Greeting begins an epoch if the cluster was promoted, or the tables were put back. */
  async function isOtherDatabase(connection: Connection): Promise<boolean> {
    const [greeting] = await connection.query<{ epoch: string | null }>(GREET);
    const before = epoch;
    epoch = greeting!.epoch ?? undefined;
    return before !== undefined && epoch !== before;
  }

  return {
    /** Calls `changed` whenever one of the keys may have changed; the returned function ends it. */
    watch(keys: readonly KvKey[], changed: KvChanged): () => void {
      const watcher = { names: keys.map((key) => encodeKey(key).toString("hex")), changed };
      watchers.add(watcher);
      endPolling ??= every(clock, POLL_MS, look);
      look();
      return () => void watchers.delete(watcher);
    },
    close(): void {
      watchers.clear();
      endPolling?.();
      link.close();
    },
  };
}
