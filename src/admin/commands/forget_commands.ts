import type { HashedRecord, HashedStore, RecordExtras } from "../../access/records/hashed_store.ts";
import { STORE_FORMAT } from "../../platform/store_keys.ts";
import { formatOf, PEOPLE_APART_FORMAT, type StoredFormat } from "../../store/format.ts";
import type { Store } from "../../store/store.ts";
import {
  type Command,
  type CommandDeps,
  CommandError,
  type CommandOutcome,
  commandsOf,
  found,
} from "../command/command.ts";
import { listTimestamp } from "./table.ts";
import {
  deleteFromRecord,
  deleteOfKey,
  emptyCode,
  emptyKey,
  emptyRecord,
  emptyToken,
  freeOrganization,
} from "./forget.ts";

const DAY_MS = 86_400_000;
/** Retention looks at the record so often, at the latest. */
const RETENTION_EVERY_MS = 7 * 3_600_000;

const WHAT = "Empties the name, the e-mail, the addresses and the note of";

/** `key forget`, `token forget`, `code forget` */
export const FORGET_COMMANDS: readonly Command[] = [
  ...commandsOf("key", {
    forget: {
      subject: "id",
      description: `${WHAT} a key for good, and of codes bound to its e-mail; they are revoked too`,
      at: "POST keys/{}/forget",
      run: (deps, { subject }) =>
        forget(deps, subject, {
          noun: "key",
          records: deps.store.keys,
          empty: emptyKey,
          rest: () => deleteOfKey(deps.store, subject),
        }),
    },
  }),
  ...commandsOf("token", {
    forget: {
      subject: "id",
      description:
        `${WHAT} a token for good, and of codes bound to its e-mail; they are revoked too`,
      at: "POST tokens/{}/forget",
      run: (deps, { subject }) =>
        forget(deps, subject, {
          noun: "token",
          records: deps.store.tokens,
          empty: emptyToken,
          besides: (token) => freeOrganization(deps.store.kv, token),
        }),
    },
  }),
  ...commandsOf("code", {
    forget: {
      subject: "id",
      description: `${WHAT} a code for good; it is revoked too`,
      at: "POST codes/{}/forget",
      run: (deps, { subject }) =>
        forget(deps, subject, { noun: "code", records: deps.store.codes, empty: emptyCode }),
    },
  }),
];

/** What forgetting the person of one kind of records takes. */
interface Forgetting<R extends HashedRecord> {
  readonly noun: string;
  readonly records: Pick<HashedStore<R>, "find" | "update">;
  empty(record: R, now: number): R;
  readonly besides?: RecordExtras<R>;
  /** What else goes, after the record was emptied. */
  rest?(): Promise<void>;
}

async function forget<R extends HashedRecord & { readonly email?: string }>(
  deps: CommandDeps,
  id: string,
  { noun, records, empty, besides, rest = () => Promise.resolve() }: Forgetting<R>,
): Promise<CommandOutcome> {
  const { store, clock } = deps;
  const { since } = await formatToForget(store);
  const now = clock.now();
  const before = found(await records.find(id), noun, id);
  const others = await othersOf(store, before);
  const codes = noun === "code" ? [] : others.codes;
  // First, so that a run after one that was cut off finds them by the e-mail.
  for (const code of codes) {
    await emptyRecord(store.codes, code, (record) => emptyCode(record, now));
  }
  await emptyRecord(records, id, (record) => empty(record, now), besides);
  await deps.onRecord({ subject: id, before: null, after: {} }, async () => {
    await rest();
    for (const each of [id, ...codes]) await deleteFromRecord(store.kv, each);
  });
  const untilMs = since === undefined ? 0 : since + deps.auditDays * DAY_MS + RETENTION_EVERY_MS;
  const until = untilMs > now ? listTimestamp(untilMs) : null;
  const same = noun === "code" ? [...others.records, ...others.codes] : others.records;
  return {
    json: {
      id,
      forgotten_at: listTimestamp(now),
      codes,
      older_entries_until: until,
      same_email: same,
    },
    lines: [
      `The ${noun} ${id} names nobody any more and is revoked; every server knows it within 3 seconds.`,
      ...(codes.length === 0 ? [] : [`So are the codes bound to its e-mail: ${codes.join(", ")}.`]),
      "No entry of the audit names its person" + (until === null ? "." : (
        `, but entries from before ${
          listTimestamp(since)
        }, when the store got format 3: the last of ` +
        `them goes until ${until} (AUDIT_RETENTION_DAYS).`
      )),
      ...(same.length === 0 ? [] : [
        `The same e-mail is in ${
          same.join(", ")
        }, which stay as they are: forget them too, if it is ` +
        "the same person.",
      ]),
      "Not reached: snapshots and backups that were taken already, logs, messages that were sent to " +
      "the chat or another sink, letters.",
    ],
  };
}

/**
 * The format of a store in which persons can be forgotten.
 *
 * @throws {CommandError} where an older program may still use the store, which would undo it
 */
async function formatToForget({ kv }: Store): Promise<StoredFormat> {
  const { value } = await kv.get<StoredFormat>(STORE_FORMAT);
  const format = formatOf(value);
  if (value !== null && format >= PEOPLE_APART_FORMAT) return value;
  throw new CommandError(
    `Cannot forget anybody in a store of format ${format}: its audit has names in entries that cannot ` +
      'be changed. Raise it first: "store migrate" says how',
    "conflict",
  );
}

/** The ids of other records that have the e-mail of one that is to be emptied. */
async function othersOf(
  { keys, tokens, codes }: Store,
  { id, email }: HashedRecord & { readonly email?: string },
): Promise<{ records: string[]; codes: string[] }> {
  const isSame = (other: HashedRecord & { readonly email?: string }) =>
    other.id !== id && foldEmail(other.email) === foldEmail(email);
  if (foldEmail(email) === "") return { records: [], codes: [] };
  const [ofKeys, ofTokens, ofCodes] = await Promise.all([keys.list(), tokens.list(), codes.list()]);
  return {
    records: [...ofKeys, ...ofTokens].filter(isSame).map(({ id }) => id),
    codes: ofCodes.filter(isSame).map(({ id }) => id),
  };
}

function foldEmail(email = ""): string {
  return email.trim().toLowerCase();
}
