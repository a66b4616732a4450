import { type CodeRecord, isUsedUp, readCode } from "../../access/records/code_store.ts";
import { type CommandDeps, CommandError, commandsOf, notFound } from "../command/command.ts";
import { readCountOption, readEmail } from "./options.ts";
import { instant, listCommand, listTimestamp, secretOutcome } from "./table.ts";

/** `code …` */
export const CODE_COMMANDS = commandsOf("code", {
  issue: {
    description: "Makes a code that /api/codes/verify knows, and shows it, this once",
    at: "POST codes",
    options: {
      email: { valueName: "address", description: "verify it only together with this address" },
      uses: { valueName: "number", description: "how often it may be used; once if left out" },
    },
    async run({ store, clock }, input) {
      const { record, secret } = await store.codes.issue({
        ...(input.text("email") !== undefined && { email: readEmail(input) }),
        limit: readCountOption(input, "uses", { least: 1, most: 1_000_000_000, absent: 1 }),
        createdAt: clock.now(),
      });
      return secretOutcome(`Code ${record.id}, for ${times(record.limit)}:`, record.id, secret);
    },
  },
  use: {
    subject: "code",
    description: "Counts one use of a code, which is named by itself or by its id",
    at: "POST codes/{}/use",
    async run(deps, input) {
      const record = await change(deps, input.subject, (code) => {
        if (code.revokedAt !== undefined) throw refused(code, "it is revoked");
        if (isUsedUp(code)) throw refused(code, `${spent(code)} already`);
        return { ...code, used: code.used + 1 };
      });
      return { json: codeView(record), lines: [`Code ${record.id}: ${spent(record)}.`] };
    },
  },
  list: listCommand({
    description: "Shows all codes",
    at: "GET codes",
    rows: ({ store }) => store.codes.list(),
    view: codeView,
    none: 'There are no codes yet; "code issue" makes one.',
    columns: {
      id: ({ id }) => id,
      code: ({ hint }) => hint,
      "e-mail": ({ email = "" }) => email,
      used: ({ used, limit }) => `${used}/${limit}`,
      made: ({ createdAt }) => instant(createdAt),
      state: (code) =>
        code.revokedAt !== undefined ? "revoked" : isUsedUp(code) ? "used up" : "active",
    },
  }),
  revoke: {
    subject: "id",
    description: "Ends a code: it is no longer active",
    at: "POST codes/{}/revoke",
    forGood: true,
    async run(deps, input) {
      const now = deps.clock.now();
      const revoked = (code: CodeRecord) => ({ ...code, revokedAt: code.revokedAt ?? now });
      const record = await change(deps, input.subject, revoked);
      return { json: codeView(record), lines: [`Code ${record.id} is revoked.`] };
    },
  },
});

async function change(
  { store }: CommandDeps,
  name: string,
  alter: (code: CodeRecord) => CodeRecord,
): Promise<CodeRecord> {
  const isCode = readCode(name) !== undefined;
  const id = isCode ? (await store.codes.findByCode(name))?.id : name;
  const record = id === undefined ? undefined : await store.codes.update(id, alter);
  if (record !== undefined) return record;
  if (!isCode) throw notFound("code", name);
  throw new CommandError('Cannot find that code; "code list" shows all there are', "missing");
}

function refused(code: CodeRecord, why: string): CommandError {
  return new CommandError(`Cannot use code ${code.id}: ${why}`, "conflict");
}

function codeView(code: CodeRecord): Record<string, unknown> {
  return {
    id: code.id,
    hint: code.hint,
    email: code.email ?? null,
    is_active: code.revokedAt === undefined,
    usage_count: code.used,
    usage_limit: code.limit,
    is_used: isUsedUp(code),
    created_at: listTimestamp(code.createdAt),
    revoked_at: listTimestamp(code.revokedAt),
  };
}

function spent({ used, limit }: CodeRecord): string {
  return `${used} of ${times(limit)} ${used === 1 ? "is" : "are"} spent`;
}

function times(count: number): string {
  return count === 1 ? "1 use" : `${count} uses`;
}
