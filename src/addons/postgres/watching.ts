import { Buffer } from "node:buffer";
import { every, systemClock } from "../../platform/clock.ts";
import type { KvChanged, KvKey } from "../../platform/kv.ts";
import { byteaArray, encodeKey } from "./codec.ts";
import type { Connection } from "./connection.ts";
import { GREET, READ_MANY } from "./schema.ts";

const POLL_MS = 1_000;

interface Watcher {
  readonly names: readonly string[];
  readonly changed: KvChanged;
}

/** Creates what follows watched keys: it reads their versions every second, and after commits of this process. */
export function createWatching(
  read: (work: (asked: Connection) => Promise<void>) => Promise<void>,
) {
  const watchers = new Set<Watcher>();
  const versions = new Map<string, string>();
  let epoch: string | undefined;
  let isLooking = false;
  let isAskedAgain = false;
  let isAway = false;
  let endPolling: (() => void) | undefined;

  /** Reads the versions now, once for all who ask meanwhile. */
  function look(): void {
    if (isLooking) {
      isAskedAgain = true;
      return;
    }
    isLooking = true;
    read(readVersions).then(() => isAway = false, noteFailure).finally(() => {
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
    const keys = names.map((name) => Buffer.from(name, "hex"));
    // Greeting begins an epoch if the cluster was promoted, or the tables were put back.
    const [greeting] = await connection.query<{ epoch: string }>(GREET);
    const isOther = epoch !== undefined && epoch !== greeting!.epoch;
    epoch = greeting!.epoch;
    const rows = await connection.query<{ key: Buffer; version: string }>(READ_MANY, [
      byteaArray(keys),
    ]);
    const found = new Map(rows.map(({ key, version }) => [key.toString("hex"), version]));
    const changed = new Set(names.filter((name) => versions.get(name) !== (found.get(name) ?? "")));
    for (const name of names) versions.set(name, found.get(name) ?? "");
    for (const watcher of [...watchers]) {
      if (isOther || watcher.names.some((name) => changed.has(name))) watcher.changed(isOther);
    }
  }

  return {
    /** Calls `changed` whenever one of the keys may have changed; the returned function ends it. */
    watch(keys: readonly KvKey[], changed: KvChanged): () => void {
      const watcher = { names: keys.map((key) => encodeKey(key).toString("hex")), changed };
      watchers.add(watcher);
      endPolling ??= every(systemClock, POLL_MS, look);
      look();
      return () => void watchers.delete(watcher);
    },
    /** Looks at once if this process has written a watched key. */
    wrote(names: Iterable<string>): void {
      if ([...names].some((name) => versions.has(name))) look();
    },
    close(): void {
      watchers.clear();
      endPolling?.();
    },
  };
}
