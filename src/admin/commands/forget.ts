import { type CodeRecord, foldEmail } from "../../access/records/code_store.ts";
import { type KeyRecord, leftEmail } from "../../access/records/key_store.ts";
import {
  type ExtraFor,
  joinExtras,
  type Records,
  type SecretRecord,
} from "../../access/records/records.ts";
import { organizationKey, type TokenRecord } from "../../access/records/token_store.ts";
import { forgottenMarks, openUseLog } from "../../audit/use_log.ts";
import type { Plans } from "../../model/plans.ts";
import type { KvWrite } from "../../platform/kv.ts";
import type { Store } from "../../store/store.ts";
import {
  type Command,
  command,
  type CommandDeps,
  type CommandOutcome,
  found,
} from "../command/command.ts";
import { isoOrNull } from "./outcomes.ts";

/** A record that says who a person is. */
interface PersonRecord extends SecretRecord {
  readonly email?: string;
  readonly forgottenAt?: number;
}

/** The records of one kind that say who a person is. */
interface PersonKind {
  find(id: string): Promise<PersonRecord | undefined>;
  list(): Promise<readonly PersonRecord[]>;
  /** Those that ended for good before an instant (epoch ms), and name somebody still. */
  endedBefore(instant: number): Promise<readonly PersonRecord[]>;
  /**
   * Empties what says who the person of a record is, so that it opens nothing; its digest stays.
   * `writes` are made by the same commit.
   */
  empty(id: string, writes?: readonly KvWrite[]): Promise<void>;
}

/** The kinds by the nouns of their commands. */
function personKinds(store: Store, now: number, plans: () => Plans) {
  const ended = (record: KeyRecord | CodeRecord) => ({
    revokedAt: record.revokedAt ?? now,
    forgottenAt: record.forgottenAt ?? now,
  });
  return {
    key: kindOf(store.keys, {
      endOf: ({ revokedAt }) => revokedAt,
      // Its e-mail, which another key may have from now on, is not left by it again.
      emptied: ({ note: _, signup: _left, ...key }) => ({
        ...key,
        owner: "",
        email: "",
        ips: [],
        ...ended(key),
      }),
      extraFor: (key) => ({ writes: leftEmail(key, plans, now) }),
    }),
    token: kindOf(store.tokens, {
      endOf: ({ state, reviewedAt, revokedAt }) => state === "rejected" ? reviewedAt : revokedAt,
      emptied({ reason: _, ...token }): TokenRecord {
        const isOver = token.state === "rejected" || token.state === "revoked";
        return {
          ...token,
          // An organization may be named after a person.
          organization: token.id,
          name: "",
          email: "",
          forgottenAt: token.forgottenAt ?? now,
          ...(!isOver && { state: "revoked", revokedAt: now }),
        };
      },
      // An organization whose latest application this is may apply again.
      async extraFor({ id, organization }) {
        const { key, value, version } = await store.kv.get<string>(organizationKey(organization));
        return value === id ? { checks: [{ key, version }], writes: [{ delete: key }] } : {};
      },
    }),
    code: kindOf(store.codes, {
      endOf: ({ revokedAt }) => revokedAt,
      // One that was bound to an e-mail stays bound, to none that anybody has.
      emptied: (code) => ({
        ...code,
        ...(code.email !== undefined && { email: "" }),
        ...ended(code),
      }),
      extraFor: () => ({}),
    }),
  };
}

function kindOf<R extends PersonRecord>(
  { find, list, update }: Records<R>,
  { endOf, emptied, extraFor }: {
    endOf(record: R): number | undefined;
    emptied(record: R): R;
    readonly extraFor: ExtraFor<R>;
  },
): PersonKind {
  return {
    find,
    list,
    endedBefore: async (instant) =>
      (await list()).filter((record) =>
        record.forgottenAt === undefined && (endOf(record) ?? Infinity) < instant
      ),
    async empty(id, writes = []) {
      const extra: ExtraFor<R> = async (...change) =>
        joinExtras([await extraFor(...change), { writes }]);
      await update(id, emptied, extra);
    },
  };
}

/**
 * Empties keys, tokens and codes that were revoked, and applications that were turned down, before
 * `before` (epoch ms): nothing brings them back, and nobody needs to know whose they were. How many they
 * were; several processes may do it at once.
 */
export async function emptyRevoked(
  store: Store,
  before: number,
  now: number,
  plans: () => Plans,
): Promise<number> {
  let count = 0;
  for (const kind of Object.values(personKinds(store, now, plans))) {
    const ended = await kind.endedBefore(before);
    for (const { id } of ended) await kind.empty(id);
    count += ended.length;
  }
  return count;
}

/** `key forget`, `token forget`, `code forget` */
export const FORGET_COMMANDS: readonly Command[] = [
  forgetCommand("key", "a key for good, and of codes bound to its e-mail; they are"),
  forgetCommand("token", "a token for good, and of codes bound to its e-mail; they are"),
  forgetCommand("code", "a code for good; it is"),
];

function forgetCommand(noun: "key" | "token" | "code", what: string): Command {
  return command(`${noun} forget`, {
    subject: "id",
    description: `Empties the name, the e-mail, the addresses and the note of ${what} revoked too`,
    at: `POST ${noun}s/{}/forget`,
    forGood: true,
    run: (deps, id) => forget(deps, noun, id),
  });
}

/**
 * The commit that empties a record marks its person as forgotten: what goes on record afterwards, by
 * whatever process, does not name the person.
 */
async function forget(
  { store, clock, content, inSteps }: CommandDeps,
  noun: "key" | "token" | "code",
  id: string,
): Promise<CommandOutcome> {
  const now = clock.now();
  const kinds = personKinds(store, now, () => content().plans);
  const { email = "" } = found(await kinds[noun].find(id), noun, id);
  const sameEmail = async (...some: PersonKind[]) =>
    (await Promise.all(some.map((kind) => kind.list()))).flat()
      .filter((other) => email !== "" && other.id !== id)
      .filter((other) => foldEmail(other.email ?? "") === foldEmail(email))
      .map((other) => other.id);
  const same = await sameEmail(kinds.key, kinds.token);
  const bound = await sameEmail(kinds.code);
  const codes = noun === "code" ? [] : bound;
  if (noun === "code") same.push(...bound);
  // First, so that a run after one that was cut off finds them by the e-mail.
  for (const code of codes) await kinds.code.empty(code, forgottenMarks(code));
  await kinds[noun].empty(id, forgottenMarks(id));
  await inSteps({}, (store) => openUseLog({ ...store, clock }).blank([id, ...codes]));
  const notes = [
    `The ${noun} ${id} names nobody any more and is revoked; every server knows it within 3 seconds.`,
    codes.length > 0 && `So are the codes bound to its e-mail: ${codes.join(", ")}.`,
    "No entry of the audit names its person.",
    same.length > 0 &&
    `The same e-mail is in ${same.join(", ")}, which stay as they are: forget them too, if it is ` +
      "the same person.",
    "Not reached: snapshots that were taken already, logs, messages that were sent to " +
    "the chat or another sink, letters.",
  ];
  return {
    json: { id, forgotten_at: isoOrNull(now), codes, same_email: same },
    notes: notes.filter((note) => note !== false),
  };
}
