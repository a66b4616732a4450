import { type CodeRecord, isUsedUp, readCode } from "../../access/records/code_store.ts";
import { command, type CommandDeps, CommandError, notFound } from "../command/command.ts";
import { count, EMAIL, optional } from "./options.ts";
import { isoOrNull } from "./outcomes.ts";

/** `code …` */
export const CODE_COMMANDS = [
  command("code issue", {
    description: "Makes a code that /api/codes/verify knows, and shows it, this once",
    at: "POST codes",
    options: {
      email: optional("address", "verify it only together with this address", EMAIL),
      uses: count(1, 1_000_000_000, "how often it may be used; once if left out"),
    },
    async run({ store, clock }, _, { email, uses: limit = 1 }) {
      const { record, secret } = await store.codes.issue({
        ...(email !== undefined && { email }),
        limit,
        createdAt: clock.now(),
      });
      return { json: { id: record.id, secret } };
    },
  }),
  command("code use", {
    subject: "code",
    description: "Counts one use of a code, which is named by itself or by its id",
    at: "POST codes/{}/use",
    run: (deps, name) =>
      change(deps, name, (code) => {
        if (code.revokedAt !== undefined) throw refused(code, "it is revoked");
        if (isUsedUp(code)) throw refused(code, `${spent(code)} already`);
        return { ...code, used: code.used + 1 };
      }),
  }),
  command("code list", {
    description: "Shows all codes",
    at: "GET codes",
    showsPersonalData: true,
    none: 'There are no codes yet; "code issue" makes one.',
    run: async ({ store }) => ({ json: (await store.codes.list()).map(codeView) }),
  }),
  command("code revoke", {
    subject: "id",
    description: "Ends a code: it is no longer active",
    at: "POST codes/{}/revoke",
    forGood: true,
    async run(deps, name) {
      const now = deps.clock.now();
      return await change(deps, name, (code) => ({ ...code, revokedAt: code.revokedAt ?? now }));
    },
  }),
];

/** Changes the code that is named by itself or by its id, and tells how it is then. */
async function change(
  { store }: CommandDeps,
  name: string,
  alter: (code: CodeRecord) => CodeRecord,
) {
  const isCode = readCode(name) !== undefined;
  const id = isCode ? (await store.codes.findByCode(name))?.id : name;
  const record = id === undefined ? undefined : await store.codes.update(id, alter);
  if (record !== undefined) return { json: codeView(record) };
  if (!isCode) throw notFound("code", name);
  throw new CommandError('Cannot find that code; "code list" shows all there are', "missing");
}

function refused(code: CodeRecord, why: string): CommandError {
  return new CommandError(`Cannot use code ${code.id}: ${why}`, "conflict");
}

function codeView(code: CodeRecord) {
  return {
    id: code.id,
    hint: code.hint,
    email: code.email ?? null,
    is_active: code.revokedAt === undefined,
    usage_count: code.used,
    usage_limit: code.limit,
    is_used: isUsedUp(code),
    created_at: isoOrNull(code.createdAt),
    revoked_at: isoOrNull(code.revokedAt),
  };
}

function spent({ used, limit }: CodeRecord): string {
  return `${used} of ${limit === 1 ? "1 use" : `${limit} uses`} ${used === 1 ? "is" : "are"} spent`;
}
