import { restoreAnnounced } from "../../change_feed/announce_store.ts";
import { restoreSums } from "../../live/store/sums_backup.ts";
import { countsOf, readBackup, takeBackup, writeBackup } from "../backup/backup.ts";
import {
  type CommandArguments,
  type CommandDeps,
  CommandError,
  type CommandOutcome,
  commandsOf,
  filesOf,
} from "../command/command.ts";
import { discardNewStore } from "../../store/empty_store.ts";
import { isDatabaseFile } from "../../store/sqlite.ts";
import { refuseOwnFiles, restoreSnapshot, snapshot, WITHOUT_PEPPER } from "./snapshot_commands.ts";
import { STORE_FORMAT } from "../../platform/store_keys.ts";
import {
  ADMIN_ENTRIES_FORMAT,
  formatOf,
  NEWEST_FORMAT,
  type StoredFormat,
} from "../../store/format.ts";
import { hasCredentials, notePepper, pepperToSet, restoreBackup } from "../backup/restore.ts";

async function restoreAny(deps: CommandDeps, input: CommandArguments): Promise<CommandOutcome> {
  if (await isDatabaseFile(input.subject)) return await restoreSnapshot(deps, input);
  const { store } = deps;
  const files = filesOf(deps);
  const backup = await readBackup(await files.read(input.subject));
  const isFull = await hasCredentials(store);
  if (isFull && !input.has("overwrite")) {
    throw new CommandError(
      "Cannot restore: the store holds credentials already. --overwrite puts the backup in their " +
        "place; none of them is left then",
      "conflict",
    );
  }
  const pepper = pepperToSet(store, backup);
  const { announced } = backup;
  const counts = countsOf(backup);
  const before = countsOf(await takeBackup(store, { withPepper: false }));
  const kept = await deps.onRecord({ before, after: counts, pepper }, async () => {
    await restoreBackup(store, backup);
    const isKept = announced !== undefined &&
      !await restoreAnnounced(store.kv, announced, deps.clock.now());
    const hasOwnSums = backup.sums.length > 0 && !await restoreSums(store.kv, backup.sums);
    if (pepper !== undefined) {
      await notePepper(store, pepper);
      await files.write(store.pepperFile!, pepper, { replace: true });
    }
    return { isKept, hasOwnSums };
  });
  const lines = [`Restored ${sentence(counts)} from ${input.subject}.`];
  if (isFull) lines.push("What the store held before is gone.");
  if (kept.hasOwnSums) {
    lines.push("This store has broadcasts of its own: its statistics of them stay as they are.");
  }
  if (kept.isKept) {
    lines.push(
      "This store has announced content since the backup: when items were modified stays as it is.",
    );
  }
  if (pepper !== undefined) {
    lines.push(
      `The pepper is the backup's now (${store.pepperFile}). Restart the servers of this store. An ` +
        "audit record that was made under the other pepper can no longer be verified.",
    );
  }
  return {
    json: { file: input.subject, ...counts, pepper: pepper !== undefined, overwritten: isFull },
    lines,
  };
}

const ADMIN_ENTRIES =
  "From then on what administrators do is on record, in one chain with the uses of tokens.";

/** `store …`: those that read and write files are for the machine itself only. */
export const STORE_COMMANDS = commandsOf("store", {
  backup: {
    subject: "file",
    description:
      "Writes keys, tokens, users, codes, feed tokens, webhooks, statistics of broadcasts and when items " +
      "were modified into a file that only you can read; not what was used, and not the audit",
    showsPersonalData: true,
    options: {
      "with-pepper": {
        description: "the pepper too: then the file alone can make another store of this one",
      },
      overwrite: { description: "replace the file where there is one" },
    },
    async run(deps, input) {
      const withPepper = input.has("with-pepper");
      await refuseOwnFiles(deps.store, input.subject);
      const taken = await takeBackup(deps.store, { withPepper });
      const text = writeBackup(taken, deps.clock.now());
      await filesOf(deps).write(input.subject, text, { replace: input.has("overwrite") });
      const counts = countsOf(taken);
      return {
        json: { file: input.subject, ...counts, pepper: withPepper },
        lines: [
          `Wrote ${sentence(counts)} to ${input.subject}.`,
          withPepper
            ? "The pepper is in it: keep the file as you keep a password."
            : WITHOUT_PEPPER,
        ],
      };
    },
  },
  snapshot,
  restore: {
    makesStore: true,
    subject: "file",
    description:
      "Puts what a backup holds into this store, or fills an empty store that no server uses with a " +
      "snapshot",
    options: {
      overwrite: {
        description:
          "of a backup: replace the keys, tokens, users, codes and feed tokens that are there; all of " +
          "them",
      },
    },
    async run(deps, input) {
      try {
        return await restoreAny(deps, input);
      } catch (error) {
        // What keeps one pepper from being restored must not leave another one behind.
        await discardNewStore(deps.store).catch(() => {});
        throw error;
      }
    },
  },
  migrate: {
    description:
      "Says what raising the store's format to that of this program does; with --yes it does so",
    at: "POST store/migrate",
    options: { yes: { description: "raise it; no older program may use the store from then on" } },
    async run({ store: { kv }, clock }, input) {
      const { version, value } = await kv.get<StoredFormat>(STORE_FORMAT);
      const from = formatOf(value);
      const outcome = (migrated: boolean, lines: readonly string[]): CommandOutcome => ({
        json: { from, to: NEWEST_FORMAT, migrated },
        lines,
      });
      if (from === NEWEST_FORMAT) {
        return outcome(false, [
          `The store has format ${from}, the newest that this program knows.`,
        ]);
      }
      if (!input.has("yes")) {
        return outcome(false, [
          `The store has format ${from}; --yes raises it to ${NEWEST_FORMAT}. Nothing was changed.`,
          ...(from < ADMIN_ENTRIES_FORMAT ? [ADMIN_ENTRIES] : []),
          "From then on the audit keeps what says who a person is beside its chain, and persons can be",
          "forgotten. Entries that are there stay as they are until they go for their age.",
          "Servers of this program may run on. Stop those of an older program first: one that does not",
          "know the format uses the store no more, and the oldest pass over entries, and may delete them.",
          "There is no way back but a snapshot made before.",
        ]);
      }
      const raised = await kv.commit([{ key: STORE_FORMAT, version }], [
        { set: STORE_FORMAT, value: { format: NEWEST_FORMAT, since: clock.now() } },
      ]);
      if (raised === null) throw new CommandError("Another migration came first", "conflict");
      return outcome(true, [
        `The store has format ${NEWEST_FORMAT} now: what administrators do is on record, and persons can ` +
        "be forgotten.",
      ]);
    },
  },
});

function sentence(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([kind, count]) => {
    const words = kind === "feeds" ? "feed tokens" : kind;
    return `${count} ${count === 1 ? words.slice(0, -1) : words}`;
  });
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
