import { countsOf, readBackup, takeBackup, writeBackup } from "../backup/backup.ts";
import { type Command, type CommandDeps, CommandError, type Files } from "../command/command.ts";
import { hasCredentials, notePepper, pepperToSet, restoreBackup } from "../backup/restore.ts";

const backup: Command = {
  noun: "store",
  verb: "backup",
  subject: "file",
  says:
    "Writes keys, tokens, users and codes into a file that only you can read; not what was used, " +
    "and not the audit",
  options: {
    "with-pepper": {
      says: "the pepper too: then the file alone can make another store of this one",
    },
    overwrite: { says: "replace the file where there is one" },
  },
  async run(desk, given) {
    const withPepper = given.has("with-pepper");
    const taken = await takeBackup(desk.store, { withPepper });
    const text = writeBackup(taken, desk.clock.now());
    await filesOf(desk).write(given.subject, text, { replace: given.has("overwrite") });
    const counts = countsOf(taken);
    return {
      json: { file: given.subject, ...counts, pepper: withPepper },
      lines: [
        `Wrote ${sentence(counts)} to ${given.subject}.`,
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
  says: "Puts what a backup holds into this store",
  options: {
    overwrite: { says: "replace the keys, tokens, users and codes that are there; all of them" },
  },
  async run(desk, given) {
    const { store } = desk;
    const files = filesOf(desk);
    const backup = readBackup(await files.read(given.subject));
    const isFull = await hasCredentials(store);
    if (isFull && !given.has("overwrite")) {
      throw new CommandError(
        "Cannot restore: the store holds credentials already. --overwrite puts the backup in their " +
          "place; none of them is left then",
        "conflict",
      );
    }
    const pepper = pepperToSet(store, backup);
    await restoreBackup(store, backup);
    if (pepper !== undefined) {
      await notePepper(store, pepper);
      await files.write(store.pepperFile!, pepper, { replace: true });
    }
    const counts = countsOf(backup);
    const lines = [`Restored ${sentence(counts)} from ${given.subject}.`];
    if (isFull) lines.push("What the store held before is gone.");
    if (pepper !== undefined) {
      lines.push(
        `The pepper is the backup's now (${store.pepperFile}). Start servers of this store anew. An ` +
          "audit record that was made under the other pepper can no longer be verified.",
      );
    }
    return {
      json: { file: given.subject, ...counts, pepper: pepper !== undefined, overwritten: isFull },
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
  const parts = Object.entries(counts).map(([kind, count]) =>
    `${count} ${count === 1 ? kind.slice(0, -1) : kind}`
  );
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
