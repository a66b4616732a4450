/**
 * This room lists keys: all, by search, in pages, with what they have used, as tables and as CSV.
 *
 * @module
 */

import type { Command, CommandDeps, CommandOutcome } from "../../command/command.ts";
import type { KeyRecord } from "../../../access/records/key_store.ts";
import type { DayUsage } from "../../../quota/tickets/usage.ts";
import { keyLines, keyView } from "../key_view.ts";
import { table } from "../table.ts";
import { csvLines } from "./csv.ts";
import { type SelectedKeys, SELECTION, selectKeys } from "./key_selection.ts";

/** The option of what is printed as a table for spreadsheets. */
export const CSV = { description: "as CSV (RFC 4180), for spreadsheets" };

const list: Command = {
  noun: "key",
  verb: "list",
  description: "Shows all keys, or those that are searched for",
  at: { method: "GET", path: "keys", always: true },
  showsPersonalData: true,
  options: {
    ...SELECTION,
    usage: { description: "shows what each has used, too; --json has it always" },
  },
  async run(deps, input) {
    const selected = await selectKeys(deps, input, !input.forPeople || input.has("usage"));
    return {
      get json() {
        return selected.keys.map(keyView);
      },
      get lines() {
        return keyLines(selected.keys, deps.content().plans, deps.clock.now());
      },
      ...pageOf(selected),
    };
  },
};

const exportAll: Command = {
  noun: "key",
  verb: "export",
  description: "Prints the records of keys without their secrets, one JSON object a line, or CSV",
  at: { method: "GET", path: "keys/export", always: true },
  showsPersonalData: true,
  options: { ...SELECTION, csv: CSV },
  async run(deps, input) {
    const selected = await selectKeys(deps, input, true);
    const views = selected.keys.map(keyView);
    return {
      json: views,
      isData: true,
      get lines() {
        return input.has("csv") ? csvLines(views) : views.map((view) => JSON.stringify(view));
      },
      ...pageOf(selected),
    };
  },
};

/** The commands that show many keys. */
export const KEY_LISTS: readonly Command[] = [list, exportAll];

/** Keys whose use is read at once. */
const AT_ONCE = 16;

/** A key's use of one day. */
interface KeyDayUsage extends DayUsage {
  readonly id: string;
  readonly owner: string;
  readonly email: string;
  readonly plan: string;
}

/** What the keys that `input` selects have used: a row for each key and day on which it was used. */
export async function usageOfAll(
  deps: CommandDeps,
  selected: SelectedKeys,
  { days, asCsv }: { days: number; asCsv: boolean },
): Promise<CommandOutcome> {
  const rows: KeyDayUsage[] = [];
  for (let start = 0; start < selected.keys.length; start += AT_ONCE) {
    const keys = selected.keys.slice(start, start + AT_ONCE).map(({ key }) => key);
    const used = await Promise.all(keys.map((key) => usedDays(deps, key, days)));
    rows.push(...used.flat());
  }
  return {
    json: rows,
    isData: asCsv,
    get lines() {
      return asCsv ? csvLines(rows, Object.keys(USAGE_HEADS)) : usageLines(rows);
    },
    ...pageOf(selected),
  };
}

const USAGE_HEADS = {
  id: "id",
  owner: "owner",
  email: "e-mail",
  plan: "plan",
  day: "day",
  used: "used",
};

function usageLines(rows: readonly KeyDayUsage[]): string[] {
  if (rows.length === 0) return ["No key was used in this time."];
  const cells = rows.map((
    { id, owner, email, plan, day, used },
  ) => [id, owner, email, plan, day, `${used}`]);
  return table(Object.values(USAGE_HEADS), cells);
}

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

/** Which page it is, and where there are others how to see them. */
function pageOf({ page }: SelectedKeys): Pick<CommandOutcome, "page" | "notes"> {
  if (page === undefined) return {};
  const { page: number, total_pages: pages, total_count: count } = page.counts;
  const note = `Page ${number} of ${pages} (${count} keys); --page shows another.`;
  return { page, notes: pages > 1 ? [note] : [] };
}
