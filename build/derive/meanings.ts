import { NO_MEMORY } from "../cache/file_memory.ts";
import { areSame, createRemember, type MadeMemory, REPORTS_NOTHING } from "../cache/remember.ts";
import type { NamedMember, Roster } from "./roster.ts";

/** What the names in an entry meant when they were last looked up. */
interface Meanings {
  roster?: Roster;
  list: readonly object[];
}

const recallOnce = createRemember<Meanings>();

/**
 * Stands for what the names in an entry mean: the same object for as long as line-ups say the same of
 * each of them, whatever else changes in the roster. `names`: always the same ones of an entry.
 */
export function meaningsOf(
  entry: object,
  names: () => readonly string[],
  roster: Roster,
  memory: MadeMemory,
): object {
  if (memory === NO_MEMORY) return roster;
  const known = recallOnce(memory, entry, [], REPORTS_NOTHING, () => ({ list: [] }));
  if (known.roster === roster) return known.list;
  known.roster = roster;
  const list = names().map((name) => meaningOf(roster.find(name)));
  if (!areSame(known.list, list)) known.list = list;
  return known.list;
}

function meaningOf(found: NamedMember): object {
  return found.kind === "member" ? found.person : found;
}
