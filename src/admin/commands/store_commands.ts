import { restoreAnnounced } from "../../announce/announced_backup.ts";
import { countsOf, readBackup, takeBackup, writeBackup } from "../backup/backup.ts";
import { type Command, type CommandDeps, CommandError, type Files } from "../command/command.ts";
import { hasCredentials, notePepper, pepperToSet, restoreBackup } from "../backup/restore.ts";

const backup: Command = {
  noun: "store",
  verb: "backup",
  subject: "file",
  description:
    "Writes keys, tokens, users, codes, feed tokens, webhooks and when items were modified into a " +
    "file that only you can read; not what was used, and not the audit",
  options: {
    "with-pepper": {
      description: "the pepper too: then the file alone can make another store of this one",
    },
    overwrite: { description: "replace the file where there is one" },
  },
  async run(deps, input) {
    const withPepper = input.has("with-pepper");
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
          : "The pepper is not in it: without the same KEY_PEPPER or pepper file nobody can use it.",
      ],
    };
  },
};

const restore: Command = {
  noun: "store",
  verb: "restore",
  subject: "file",
  description: "Puts what a backup holds into this store",
  options: {
    overwrite: {
      description:
        "replace the keys, tokens, users, codes and feed tokens that are there; all of them",
    },
  },
  async run(deps, input) {
    const { store } = deps;
    const files = filesOf(deps);
    const backup = readBackup(await files.read(input.subject));
    const isFull = await hasCredentials(store);
    if (isFull && !input.has("overwrite")) {
      throw new CommandError(
        "Cannot restore: the store holds credentials already. --overwrite puts the backup in their " +
          "place; none of them is left then",
        "conflict",
      );
    }
    const pepper = pepperToSet(store, backup);
    await restoreBackup(store, backup);
    const { announced } = backup;
    const isKept = announced !== undefined &&
      !await restoreAnnounced(store.kv, announced, deps.clock.now());
    if (pepper !== undefined) {
      await notePepper(store, pepper);
      await files.write(store.pepperFile!, pepper, { replace: true });
    }
    const counts = countsOf(backup);
    const lines = [`Restored ${sentence(counts)} from ${input.subject}.`];
    if (isFull) lines.push("What the store held before is gone.");
    if (isKept) {
      lines.push(
        "This store has announced content since the backup: when items were modified stays as it is.",
      );
    }
    if (pepper !== undefined) {
      lines.push(
        `The pepper is the backup's now (${store.pepperFile}). Start servers of this store anew. An ` +
          "audit record that was made under the other pepper can no longer be verified.",
      );
    }
    return {
      json: { file: input.subject, ...counts, pepper: pepper !== undefined, overwritten: isFull },
      lines,
    };
  },
};

/** `store …`: for the machine itself only, since they read and write its files. */
export const STORE_COMMANDS: readonly Command[] = [backup, restore];

function filesOf({ files }: CommandDeps): Files {
  if (files === undefined) throw new CommandError("Cannot use files from here");
  return files;
}

function sentence(counts: Record<string, number>): string {
  const parts = Object.entries(counts).map(([kind, count]) => {
    const words = kind === "feeds" ? "feed tokens" : kind;
    return `${count} ${count === 1 ? words.slice(0, -1) : words}`;
  });
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
