import {
  type AdminEntry,
  type AuditEntry,
  ENTRY_KINDS,
  type EntryKind,
  type ExportedEntry,
} from "../../audit/entries.ts";
import { exportEntries, tailEntries } from "../../audit/read.ts";
import { openUseLog } from "../../audit/use_log.ts";
import { type CommandArguments, CommandError, commandsOf } from "../command/command.ts";
import { readCountOption, readKnown } from "./options.ts";
import { type Columns, rowLines } from "./table.ts";

/** A server that exports has callers to answer beside it. */
const FROM_A_SERVER = 20_000;

/** How many entries a server looks through for those about one subject. */
const SEARCHED_BY_SERVER = 20_000;

const KIND = {
  valueName: "kind",
  description: "`use` for uses of tokens alone, `admin` for what administrators did",
  choices: ["use", "admin"],
} as const;

const COLUMNS: Columns<AuditEntry> = {
  entry: ({ seq }) => `${seq}`,
  at: ({ at }) => at,
  name: (entry) => entry.kind === "admin" ? entry.by : entry.name,
  "e-mail": (entry) => entry.kind === "admin" ? "" : entry.email,
  address: ({ ip }) => ip ?? "",
  method: (entry) => entry.kind === "admin" ? "admin" : entry.method,
  "endpoint, act": (entry) => entry.kind === "admin" ? deedOf(entry) : entry.endpoint,
  times: (entry) => entry.kind === "admin" ? "" : `${entry.count ?? 1}`,
  status: (entry) => entry.kind === "admin" ? "" : `${entry.status}`,
  person: ({ forgotten }) => forgotten ? "forgotten" : "",
};

/** How many characters of a change people read in a line: `--json` has all of it. */
const SHOWN_OF_CHANGE = 48;

function deedOf({ command, subject, before, after }: AdminEntry): string {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  const change = was === "" ? is : `${was} → ${is || "gone"}`;
  const shown = change.length > SHOWN_OF_CHANGE
    ? `${change.slice(0, SHOWN_OF_CHANGE - 1)}…`
    : change;
  return [command, subject ?? "", shown].filter((part) => part !== "").join(" ");
}

function wordsOf(side: AdminEntry["before"]): string {
  return Object.entries(side ?? {}).map(([name, value]) =>
    `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`
  ).join(", ");
}

function readKind(input: CommandArguments): EntryKind | undefined {
  const kind = input.text("kind");
  return kind === undefined ? undefined : readKnown("kind", kind, ENTRY_KINDS);
}

const TOO_LONG =
  `Cannot export more than ${FROM_A_SERVER} entries at once from a server: ask for parts, by --limit ` +
  "and by --after with the last number of the part before";

async function* texts(
  entries: AsyncIterable<ExportedEntry>,
  limit: number,
): AsyncGenerator<string> {
  let count = 0;
  for await (const entry of entries) {
    yield JSON.stringify(entry);
    if (++count >= limit) return;
  }
}

/** `audit …` */
export const AUDIT_COMMANDS = commandsOf("audit", {
  tail: {
    description: "Shows the last uses of priority tokens, and what administrators did",
    at: "GET audit",
    always: true,
    showsPersonalData: true,
    options: {
      limit: { valueName: "number", description: "how many at most; 50 if left out" },
      kind: KIND,
      subject: {
        valueName: "id",
        description: "only entries about this key, or this token, code, " +
          "webhook or administrator; a server looks through the last 20,000 entries",
        repeats: true,
      },
    },
    async run({ store, clock, files }, input) {
      const limit = readCountOption(input, "limit", { least: 1, most: 10_000, absent: 50 });
      const kind = readKind(input);
      const subjects = input.all("subject");
      const among = files === undefined && subjects.length > 0 ? SEARCHED_BY_SERVER : Infinity;
      const entries = await tailEntries(openUseLog({ ...store, clock }), {
        limit,
        kind,
        subjects,
        among,
      });
      return { json: entries, lines: rowLines(COLUMNS, entries, "Nothing is on record.") };
    },
  },
  export: {
    description: "Prints every entry on record, one JSON object a line",
    at: "GET audit/export",
    showsPersonalData: true,
    options: {
      after: {
        valueName: "use",
        description: "only entries behind this number: for a long record, in parts",
      },
      limit: { valueName: "number", description: "how many at most; all if left out" },
      kind: KIND,
    },
    async run({ store, clock, files }, input) {
      const most = files === undefined ? FROM_A_SERVER : Infinity;
      const after = readCountOption(input, "after", { least: 0, most: 1e15, absent: 0 });
      const limit = readCountOption(input, "limit", {
        least: 1,
        most: Math.min(most, 1e15),
        absent: most,
      });
      const entries = exportEntries(openUseLog({ ...store, clock }), {
        after,
        kind: readKind(input),
      });
      // A record may be millions long.
      if (files !== undefined) return { json: undefined, lines: [], stream: texts(entries, limit) };
      const lines = await Array.fromAsync(texts(entries, limit + 1));
      if (lines.length > limit && input.text("limit") === undefined) {
        throw new CommandError(TOO_LONG);
      }
      const kept = lines.slice(0, limit);
      // Only the form that is asked for is made.
      return { json: { toJSON: () => kept.map((line) => JSON.parse(line)) }, lines: kept };
    },
  },
});
