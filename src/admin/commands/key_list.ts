import type { KeyRecord } from "../../access/records/key_store.ts";
import type { DayUsage } from "../../quota/usage.ts";
import type { CommandDeps, CommandEntry, CommandOutcome } from "../command/command.ts";
import { type SelectedKeys, SELECTION, selectKeys } from "./key_selection.ts";
import { keyLines, keyView } from "./keys.ts";
import { type Columns, rowLines } from "./table.ts";

/** The command that shows many keys. */
export const KEY_LISTS = {
  list: {
    description: "Shows all keys, or those that are searched for",
    at: "GET keys",
    always: true,
    showsPersonalData: true,
    options: {
      ...SELECTION,
      usage: { description: "shows what each has used, too; --json has it always" },
    },
    async run(deps, input) {
      const selected = await selectKeys(deps, input, !input.forPeople || input.has("usage"));
      return {
        get json() {
          return selected.keys.map((key) => keyView(key, deps.content().plans));
        },
        get lines() {
          return keyLines(selected.keys, deps.content().plans, deps.clock.now());
        },
        ...pageOf(selected),
      };
    },
  },
} satisfies Readonly<Record<string, CommandEntry>>;

/** Keys whose use is read at once. */
const AT_ONCE = 16;

/** A key's use of one day. */
export interface KeyDayUsage extends DayUsage {
  readonly id: string;
  readonly owner: string;
  readonly email: string;
  readonly plan: string;
}

/** What the keys that `input` selects have used: a row for each key and day on which it was used. */
export async function usageOfAll(
  deps: CommandDeps,
  selected: SelectedKeys,
  days: number,
): Promise<CommandOutcome> {
  const rows: KeyDayUsage[] = [];
  for (let start = 0; start < selected.keys.length; start += AT_ONCE) {
    const keys = selected.keys.slice(start, start + AT_ONCE).map(({ key }) => key);
    const used = await Promise.all(keys.map((key) => usedDays(deps, key, days)));
    rows.push(...used.flat());
  }
  return {
    json: rows,
    get lines() {
      return rowLines(USAGE_COLUMNS, rows, "No key was used in this time.");
    },
    ...pageOf(selected),
  };
}

const USAGE_COLUMNS: Columns<KeyDayUsage> = {
  id: ({ id }) => id,
  owner: ({ owner }) => owner,
  "e-mail": ({ email }) => email,
  plan: ({ plan }) => plan,
  day: ({ day }) => day,
  used: ({ used }) => `${used}`,
};

async function usedDays(
  { meter }: CommandDeps,
  key: KeyRecord,
  days: number,
): Promise<KeyDayUsage[]> {
  const { id, owner, email, plan } = key;
  const usage = await meter.usage(key, days);
  return usage.filter(({ used }) => used > 0)
    .map(({ day, used }) => ({ id, owner, email, plan, day, used }));
}

/** Which page it is, and if there are others how to see them. */
function pageOf({ page }: SelectedKeys): Pick<CommandOutcome, "page" | "notes"> {
  if (page === undefined) return {};
  const { page: number, total_pages: pages, total_count: count } = page.counts;
  const note = `Page ${number} of ${pages} (${count} keys); --page shows another.`;
  return { page, notes: pages > 1 ? [note] : [] };
}
