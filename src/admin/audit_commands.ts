import { type Command, CommandError } from "./command.ts";
import { readCount } from "./option_values.ts";
import { table } from "./table.ts";

const tail: Command = {
  noun: "audit",
  verb: "tail",
  says: "Shows the last uses of priority tokens",
  at: { method: "GET", path: "audit", always: true },
  options: { limit: { takes: "number", says: "how many at most; 50 where left out" } },
  async run({ audit }, given) {
    const limit = readCount(given, "limit", { least: 1, most: 10_000, absent: 50 });
    if (audit === undefined) throw new CommandError("Cannot find an audit record here", "missing");
    const uses = await audit.tail(limit);
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

/** `audit …` */
export const AUDIT_COMMANDS: readonly Command[] = [tail];
