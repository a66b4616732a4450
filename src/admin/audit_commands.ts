import { exportUses } from "../audit/export.ts";
import { tailUses } from "../audit/tail.ts";
import { verifyRecord } from "../audit/verify.ts";
import { type Arguments, type Command, CommandError } from "./command.ts";
import { readCount } from "./option_values.ts";
import { table } from "./table.ts";

const tail: Command = {
  noun: "audit",
  verb: "tail",
  says: "Shows the last uses of priority tokens",
  at: { method: "GET", path: "audit", always: true },
  options: { limit: { takes: "number", says: "how many at most; 50 where left out" } },
  async run({ store }, given) {
    const limit = readCount(given, "limit", { least: 1, most: 10_000, absent: 50 });
    const uses = await tailUses(store.kv, limit);
    const rows = uses.map((use) => [
      `${use.seq}`,
      use.at,
      use.name,
      use.email,
      use.ip,
      use.method,
      use.endpoint,
      `${use.status}`,
    ]);
    const heads = ["use", "at", "name", "e-mail", "address", "method", "endpoint", "status"];
    return { json: uses, lines: uses.length === 0 ? ["No use is on record."] : table(heads, rows) };
  },
};

const verify: Command = {
  noun: "audit",
  verb: "verify",
  says:
    "Looks for uses that were edited, deleted, moved or cut off; exit code 1 where there are some",
  at: { method: "GET", path: "audit/verify" },
  options: {
    head: {
      takes: "use:head",
      says: "what a chat message's footer says behind `head`: the record must reach it",
      repeats: true,
    },
  },
  async run({ store }, given) {
    const verdict = await verifyRecord(store.kv, store.pepper, { heads: readHeads(given) });
    const { ok, uses, flaws, message } = verdict;
    return {
      json: { ok, uses },
      lines: [message, ...flaws.map((flaw) => `  use ${flaw.seq}: ${flaw.message}`)],
      code: ok ? 0 : 1,
    };
  },
};

const exportAll: Command = {
  noun: "audit",
  verb: "export",
  says: "Prints every use on record, one JSON object a line",
  at: { method: "GET", path: "audit/export" },
  options: {},
  async run({ store }) {
    const uses = await Array.fromAsync(exportUses(store.kv));
    return { json: uses, lines: uses.map((use) => JSON.stringify(use)) };
  },
};

/** `audit …` */
export const AUDIT_COMMANDS: readonly Command[] = [tail, verify, exportAll];

function readHeads(given: Arguments): { seq: number; link: string }[] {
  return given.all("head").map((text) => {
    const [, seq, link] = /^(\d{1,15}):([\w-]{22})$/.exec(text) ?? [];
    if (seq === undefined || link === undefined) {
      throw new CommandError(`Cannot use --head "${text}": write it as the chat's footer does`);
    }
    return { seq: Number(seq), link };
  });
}
