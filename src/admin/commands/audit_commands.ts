import { type ExportedUse, exportUses } from "../../audit/record/export.ts";
import { tailUses } from "../../audit/record/tail.ts";
import { verifyRecord } from "../../audit/record/verify.ts";
import { type Command, type CommandArguments, CommandError } from "../command/command.ts";
import { readCountOption } from "./option_values.ts";
import { table } from "./table.ts";

/** A server that exports has callers to answer beside it. */
const FROM_A_SERVER = 20_000;

const tail: Command = {
  noun: "audit",
  verb: "tail",
  description: "Shows the last uses of priority tokens",
  at: { method: "GET", path: "audit", always: true },
  options: { limit: { valueName: "number", description: "how many at most; 50 where left out" } },
  async run({ store }, input) {
    const limit = readCountOption(input, "limit", { least: 1, most: 10_000, absent: 50 });
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
  description:
    "Looks for uses that were edited, deleted, moved or cut off; exit code 1 where there are some",
  at: { method: "GET", path: "audit/verify" },
  options: {
    head: {
      valueName: "use:head",
      description:
        "a chat message's footer, or what it says behind `head`: the record must reach it",
      repeats: true,
    },
  },
  async run({ store }, input) {
    const verdict = await verifyRecord(store.kv, store.pepper, { heads: readHeads(input) });
    const { ok, uses, flaws, message } = verdict;
    return {
      json: { ok, uses },
      lines: [message],
      notes: flaws.map((flaw) => `use ${flaw.seq}: ${flaw.message}`),
      code: ok ? 0 : 1,
    };
  },
};

const exportAll: Command = {
  noun: "audit",
  verb: "export",
  description: "Prints every use on record, one JSON object a line",
  at: { method: "GET", path: "audit/export" },
  options: {
    after: {
      valueName: "use",
      description: "only uses behind this number: for a long record, in parts",
    },
    limit: { valueName: "number", description: "how many at most; all where left out" },
  },
  async run({ store, files }, input) {
    const most = files === undefined ? FROM_A_SERVER : Infinity;
    const after = readCountOption(input, "after", { least: 0, most: 1e15, absent: 0 });
    const limit = readCountOption(input, "limit", {
      least: 1,
      most: Math.min(most, 1e15),
      absent: most,
    });
    const uses = exportUses(store.kv, after);
    // A record may be millions long.
    if (files !== undefined) return { json: undefined, lines: [], stream: texts(uses, limit) };
    const lines = await Array.fromAsync(texts(uses, limit + 1));
    if (lines.length > limit && input.text("limit") === undefined) throw tooLong();
    const kept = lines.slice(0, limit);
    // Only the form that is asked for is made.
    return { json: { toJSON: () => kept.map((line) => JSON.parse(line)) }, lines: kept };
  },
};

function tooLong(): CommandError {
  return new CommandError(
    `Cannot export more than ${FROM_A_SERVER} uses at once from a server: ask for parts, by --limit ` +
      "and by --after with the last number of the part before",
  );
}

async function* texts(uses: AsyncIterable<ExportedUse>, limit: number): AsyncGenerator<string> {
  let count = 0;
  for await (const use of uses) {
    yield JSON.stringify(use);
    if (++count >= limit) return;
  }
}

/** `audit …` */
export const AUDIT_COMMANDS: readonly Command[] = [tail, verify, exportAll];

function readHeads(input: CommandArguments): { seq: number; link: string }[] {
  return input.all("head").map((text) => {
    const [, seq, link] = /(?:^|\bhead )(\d{1,15}):([\w-]{22})$/.exec(text.trim()) ?? [];
    if (seq === undefined || link === undefined) {
      throw new CommandError(`Cannot use --head "${text}": write it as the chat's footer does`);
    }
    return { seq: Number(seq), link };
  });
}
