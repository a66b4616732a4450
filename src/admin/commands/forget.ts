import { foldEmail } from "../../access/records/code_store.ts";
import { joinExtras } from "../../access/records/records.ts";
import { forgottenMarks, openUseLog } from "../../audit/use_log.ts";
import type { Plans } from "../../model/plans.ts";
import type { Store } from "../../store/store.ts";
import {
  type Command,
  command,
  type CommandDeps,
  type CommandOutcome,
  found,
} from "../command/command.ts";
import { isoOrNull } from "./outcomes.ts";
import { codesOf, keysOf, type PersonKind, type PersonRecord, tokensOf } from "./person_kinds.ts";

/**
 * Empties keys, tokens and codes that were revoked, and applications that were turned down, before
 * `before` (epoch ms): nothing brings them back, and nobody needs to know whose they were. How many they
 * were; several processes may do it at once.
 */
export async function emptyRevoked(store: Store, before: number, now: number): Promise<number> {
  return await emptyEnded(keysOf(store, now), before, now) +
    await emptyEnded(tokensOf(store), before, now) +
    await emptyEnded(codesOf(store), before, now);
}

async function emptyEnded<R extends PersonRecord>(
  { records, endOf, empty, extraFor }: PersonKind<R>,
  before: number,
  now: number,
): Promise<number> {
  const due = (await records.list()).filter((record) =>
    record.forgottenAt === undefined && (endOf(record) ?? Infinity) < before
  );
  for (const { id } of due) {
    await records.update(id, (record) => empty(record, now), extraFor);
  }
  return due.length;
}

/** `key forget`, `token forget`, `code forget` */
export const FORGET_COMMANDS: readonly Command[] = [
  forgetCommand("key", "a key for good, and of codes bound to its e-mail; they are", keysOf),
  forgetCommand("token", "a token for good, and of codes bound to its e-mail; they are", tokensOf),
  forgetCommand("code", "a code for good; it is", codesOf),
];

function forgetCommand<R extends PersonRecord>(
  noun: string,
  what: string,
  kindOf: (store: Store, now: number, plans: () => Plans) => PersonKind<R>,
): Command {
  return command(`${noun} forget`, {
    subject: "id",
    description: `Empties the name, the e-mail, the addresses and the note of ${what} revoked too`,
    at: `POST ${noun}s/{}/forget`,
    forGood: true,
    run(deps, id) {
      const { store, clock, content } = deps;
      return forget(deps, id, kindOf(store, clock.now(), () => content().plans));
    },
  });
}

async function forget<R extends PersonRecord>(
  deps: CommandDeps,
  id: string,
  kind: PersonKind<R>,
): Promise<CommandOutcome> {
  const { store, clock } = deps;
  const { noun, records } = kind;
  const now = clock.now();
  const before = found(await records.find(id), noun, id);
  const others = await othersOf(store, before);
  const codes = noun === "code" ? [] : others.codes;
  // First, so that a run after one that was cut off finds them by the e-mail.
  for (const code of codes) await emptyPerson(codesOf(store), code, now);
  await emptyPerson(kind, id, now);
  await deps.inSteps({}, () => openUseLog({ ...store, clock }).blank([id, ...codes]));
  const same = noun === "code" ? [...others.records, ...others.codes] : others.records;
  const notes = [
    `The ${noun} ${id} names nobody any more and is revoked; every server knows it within 3 seconds.`,
    codes.length > 0 && `So are the codes bound to its e-mail: ${codes.join(", ")}.`,
    "No entry of the audit names its person.",
    same.length > 0 &&
    `The same e-mail is in ${
        same.join(", ")
      }, which stay as they are: forget them too, if it is the ` +
      "same person.",
    "Not reached: snapshots that were taken already, logs, messages that were sent to " +
    "the chat or another sink, letters.",
  ];
  return {
    json: { id, forgotten_at: isoOrNull(now), codes, same_email: same },
    notes: notes.filter((note) => note !== false),
  };
}

/**
 * Empties a record and marks its person as forgotten, in one commit: what goes on record afterwards, by
 * whatever process, does not name the person.
 */
async function emptyPerson<R extends PersonRecord>(
  { records, empty, extraFor }: PersonKind<R>,
  id: string,
  now: number,
): Promise<void> {
  const marks = { writes: forgottenMarks(id) };
  await records.update(
    id,
    (record) => empty(record, now),
    async (...change) => joinExtras([await extraFor?.(...change) ?? {}, marks]),
  );
}

/** The ids of other records that have the e-mail of one that is to be emptied. */
async function othersOf(
  { keys, tokens, codes }: Store,
  { id, email }: PersonRecord,
): Promise<{ records: string[]; codes: string[] }> {
  const wanted = foldEmail(email ?? "");
  if (wanted === "") return { records: [], codes: [] };
  const idsOf = (records: readonly PersonRecord[]) =>
    records.filter((other) => other.id !== id && foldEmail(other.email ?? "") === wanted)
      .map(({ id }) => id);
  const [ofKeys, ofTokens, ofCodes] = await Promise.all([keys.list(), tokens.list(), codes.list()]);
  return { records: idsOf([...ofKeys, ...ofTokens]), codes: idsOf(ofCodes) };
}
