import { ENTRY_KINDS } from "../../audit/entries.ts";
import { exportEntries, tailEntries } from "../../audit/read.ts";
import { openUseLog } from "../../audit/use_log.ts";
import { wholeNumberText } from "../../toolbox/text_reader.ts";
import { command, type CommandEnv, CommandError } from "../command/command.ts";
import { count, oneOf, optional } from "./options.ts";

/** A server that exports has callers to answer beside it. */
const FROM_A_SERVER = 20_000;
const ANY_NUMBER = 999_999_999_999_999;

const KIND = optional(
  "kind",
  "`use` for uses of tokens alone, `admin` for what administrators did",
  oneOf(ENTRY_KINDS),
);

const TOO_LONG =
  `Cannot export more than ${FROM_A_SERVER} entries at once from a server: ask for parts, by --limit ` +
  "and by --after with the last number of the part before";

/** `audit …` */
export const AUDIT_COMMANDS = [
  command("audit tail", {
    description: "Shows the last uses of priority tokens, and what administrators did",
    at: "GET audit",
    always: true,
    showsPersonalData: true,
    none: "Nothing is on record.",
    options: {
      limit: count(1, 10_000, "how many at most; 50 if left out"),
      kind: KIND,
    },
    run: async ({ store, clock }, _, options) => ({
      json: await tailEntries(openUseLog({ ...store, clock }), options),
    }),
  }),
  command("audit export", {
    description: "Prints every entry on record, one JSON object a line",
    at: "GET audit/export",
    showsPersonalData: true,
    lineByLine: true,
    options: {
      after: {
        ...count(0, ANY_NUMBER, "only entries behind this number: for a long record, in parts"),
        valueName: "use",
      },
      limit: optional(
        "number",
        "how many at most; all if left out",
        ({ isLocal }: CommandEnv) => wholeNumberText(1, isLocal ? ANY_NUMBER : FROM_A_SERVER),
      ),
      kind: KIND,
    },
    async run({ store, clock, isLocal }, _, { after = 0, limit, kind }) {
      const entries = exportEntries(openUseLog({ ...store, clock }), { after, kind });
      // A record may be millions long.
      if (isLocal) return { json: [], stream: take(entries, limit ?? Infinity) };
      const json = await Array.fromAsync(take(entries, limit ?? FROM_A_SERVER + 1));
      if (json.length > FROM_A_SERVER) throw new CommandError(TOO_LONG);
      return { json };
    },
  }),
];

async function* take<T>(values: AsyncIterable<T>, limit: number): AsyncGenerator<T> {
  let count = 0;
  for await (const value of values) {
    yield value;
    if (++count >= limit) return;
  }
}
