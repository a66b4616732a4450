import { foldEmail } from "../../access/records/code_store.ts";
import { forgottenMarks, openUseLog } from "../../audit/use_log.ts";
import type { Store } from "../../store/store.ts";
import {
  type Command,
  command,
  type CommandDeps,
  type CommandOutcome,
  found,
} from "../command/command.ts";
import { isoOrNull } from "./outcomes.ts";
import { type PersonKinds, personKinds, type PersonRecord } from "./person_kinds.ts";

/**
 * Empties keys, tokens and codes that were revoked, and applications that were turned down, before
 * `before` (epoch ms): nothing brings them back, and nobody needs to know whose they were. How many they
 * were; several processes may do it at once.
 */
export async function emptyRevoked(store: Store, before: number, now: number): Promise<number> {
  let count = 0;
  for (const kind of Object.values(personKinds(store, now))) {
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

function forgetCommand(noun: keyof PersonKinds, what: string): Command {
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
  noun: keyof PersonKinds,
  id: string,
): Promise<CommandOutcome> {
  const now = clock.now();
  const kinds = personKinds(store, now, () => content().plans);
  const before = found(await kinds[noun].find(id), noun, id);
  const others = await othersOf(kinds, before);
  const codes = noun === "code" ? [] : others.codes;
  // First, so that a run after one that was cut off finds them by the e-mail.
  for (const code of codes) await kinds.code.empty(code, forgottenMarks(code));
  await kinds[noun].empty(id, forgottenMarks(id));
  await inSteps({}, (store) => openUseLog({ ...store, clock }).blank([id, ...codes]));
  const same = noun === "code" ? [...others.records, ...others.codes] : others.records;
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

/** The ids of other records that have the e-mail of one that is to be emptied. */
async function othersOf(
  { key, token, code }: PersonKinds,
  { id, email }: PersonRecord,
): Promise<{ records: string[]; codes: string[] }> {
  const wanted = foldEmail(email ?? "");
  if (wanted === "") return { records: [], codes: [] };
  const idsOf = (records: readonly PersonRecord[]) =>
    records.filter((other) => other.id !== id && foldEmail(other.email ?? "") === wanted)
      .map(({ id }) => id);
  const [keys, tokens, codes] = await Promise.all([key.list(), token.list(), code.list()]);
  return { records: idsOf([...keys, ...tokens]), codes: idsOf(codes) };
}
