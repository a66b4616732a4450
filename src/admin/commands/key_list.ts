import type { KeyRecord } from "../../access/records/key_store.ts";
import { foldText } from "../../model/fold_text.ts";
import { sleep } from "../../platform/clock.ts";
import type { DayUsage } from "../../quota/tickets/usage.ts";
import type {
  CommandArguments,
  CommandDeps,
  CommandEntry,
  CommandOutcome,
  CommandPage,
  Option,
} from "../command/command.ts";
import { keyLines, keyView, type MeteredKey } from "./keys.ts";
import { readCountOption } from "./options.ts";
import { type Columns, csvLines, rowLines } from "./table.ts";

/** The options that select keys. */
export const SELECTION: Readonly<Record<string, Option>> = {
  search: {
    valueName: "words",
    description: "only keys that have all these words in owner, e-mail, id, hint or plan; " +
      "case and accents do not matter",
  },
  near: {
    valueName: "percent",
    description: "only keys that have used at least this part of their limit",
  },
  page: { valueName: "number", description: "which page, counted from 1" },
  perpage: {
    valueName: "number",
    description:
      "how many keys a page has; all where left out, from a server 1000, which is the most",
  },
};

/** Keys, with their use if it was asked for, and which page of how many they are. */
interface SelectedKeys {
  readonly keys: readonly MeteredKey[];
  readonly page: CommandPage | undefined;
}

/** A server that lists has callers to answer beside it. */
const FROM_A_SERVER = 1000;
/** Keys searched between two looks at other work. */
const SEARCHED_AT_ONCE = 2000;

/** Selects keys as {@linkcode SELECTION} says, and reads what they have used if it is needed. */
export async function selectKeys(
  deps: CommandDeps,
  input: CommandArguments,
  withUsage: boolean,
): Promise<SelectedKeys> {
  const asked = readPage(deps, input);
  const found = await searchKeys(deps, input.text("search"));
  const near = readCountOption(input, "near", { least: 1, most: 100, absent: 0 });
  if (near > 0) {
    const all = (await meterKeys(deps, found)).filter((key) => isNear(key, near));
    return cut(all, asked, input);
  }
  const { keys, page } = cut(found, asked, input);
  if (withUsage) return { keys: await meterKeys(deps, keys), page };
  return { keys: keys.map((key) => ({ key, quotaStatus: undefined })), page };
}

type AskedPage = { readonly page: number; readonly perpage: number } | undefined;

function readPage({ files }: CommandDeps, input: CommandArguments): AskedPage {
  const isHere = files !== undefined;
  const most = isHere ? 1_000_000 : FROM_A_SERVER;
  const page = readCountOption(input, "page", { least: 1, most: 1_000_000, absent: 1 });
  const perpage = readCountOption(input, "perpage", { least: 1, most, absent: FROM_A_SERVER });
  const isAsked = input.text("page") !== undefined || input.text("perpage") !== undefined;
  return isHere && !isAsked ? undefined : { page, perpage };
}

function cut<T>(
  all: readonly T[],
  asked: AskedPage,
  input: CommandArguments,
): { keys: readonly T[]; page: CommandPage | undefined } {
  if (asked === undefined) return { keys: all, page: undefined };
  const { page, perpage } = asked;
  const from = (page - 1) * perpage;
  const total_pages = Math.ceil(all.length / perpage);
  const counts = { ...asked, total_count: all.length, total_pages };
  const names = ["search", "near", "days"];
  const filters = Object.fromEntries(names.map((name) => [name, input.text(name)]));
  return { keys: all.slice(from, from + perpage), page: { counts, filters } };
}

async function searchKeys(
  { store, clock }: CommandDeps,
  search: string | undefined,
): Promise<readonly KeyRecord[]> {
  const keys = await store.keys.list();
  if (search === undefined) return keys;
  const words = foldText(search).split(" ");
  const found: KeyRecord[] = [];
  for (let start = 0; start < keys.length; start += SEARCHED_AT_ONCE) {
    const some = keys.slice(start, start + SEARCHED_AT_ONCE);
    found.push(...some.filter((key) => hasAll(key, words)));
    await sleep(clock, 0);
  }
  return found;
}

function hasAll({ owner, email, id, hint, plan }: KeyRecord, words: readonly string[]): boolean {
  const text = foldText([owner, email, id, hint, plan].join("\n"));
  return words.every((word) => text.includes(word));
}

/** Reads the state of keys' quotas. */
async function meterKeys(
  { meter }: CommandDeps,
  keys: readonly KeyRecord[],
): Promise<MeteredKey[]> {
  const statuses = await meter.quotaStatuses(keys);
  return keys.map((key, index) => ({ key, quotaStatus: statuses[index] }));
}

function isNear({ quotaStatus }: MeteredKey, percent: number): boolean {
  return quotaStatus !== undefined && quotaStatus.used * 100 >= quotaStatus.limit * percent;
}

/** The option of what is printed as a table for spreadsheets. */
export const CSV = { description: "as CSV (RFC 4180), for spreadsheets" };

/** The commands that show many keys. */
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
          return selected.keys.map(keyView);
        },
        get lines() {
          return keyLines(selected.keys, deps.content().plans, deps.clock.now());
        },
        ...pageOf(selected),
      };
    },
  },
  export: {
    description: "Prints the records of keys without their secrets, one JSON object a line, or CSV",
    at: "GET keys/export",
    always: true,
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
      return asCsv
        ? csvLines(rows, ["id", "owner", "email", "plan", "day", "used"])
        : rowLines(USAGE_COLUMNS, rows, "No key was used in this time.");
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
