import type { MemberFile } from "../../schema/content/member.ts";
import { LIVE_TYPES, type LiveType, PLATFORMS } from "../../../src/model/platforms.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/wording.ts";
import type { Source, ValuePath } from "../../read/source.ts";
import type { Entry, GroupContent } from "../content.ts";
import { phrase, type Words } from "../../words/say.ts";

/** An account on a live platform, and where a file names it. */
interface Account {
  readonly name: string | number;
  readonly source: Source;
  readonly path: ValuePath;
}

/** Warns of an account that two of a group have: a broadcast belongs to one of a group. */
export function checkAccounts(
  { members, group, source }: Pick<GroupContent, "group" | "members" | "source">,
  report: ReportDiagnostic,
): void {
  const owners = new Map<string, Account>();
  const reported = new Set<string>();
  const accounts = [...members.flatMap(accountsOf), ...groupAccounts(group.accounts, source)];
  for (const account of accounts) {
    warnForm(account, report);
    const key = foldText(String(account.name));
    const owner = owners.get(key) ?? account;
    owners.set(key, owner);
    // What two have twice in common was copied once.
    const pair = `${key}\n${owner.source.file}\n${account.source.file}`;
    if (owner.source !== account.source && !reported.has(pair)) {
      const { file, line } = owner.source.locate(owner.path);
      const message = phrase`The account ${
        shownName(account)
      } is at ${file}:${line} too: only one of the
        two is found by it, and has its broadcasts; correct one of the two`;
      report(warningAt(account.source.locate(account.path), message));
    }
    reported.add(pair);
  }
}

/** Warns of an address or a handle in the place of an account's name, by which no account is found. */
function warnForm({ name, source, path }: Account, report: ReportDiagnostic): void {
  if (typeof name === "number" || path.at(-1) === "room_id") return;
  const isChannel = path.includes("youtube");
  if (isChannel ? /^UC[\w-]+$/.test(name) : !/^@|\/|\s/.test(name)) return;
  const expected = isChannel
    ? phrase`expected the channel's id, which starts with UC`
    : phrase`expected the account's name alone`;
  const message = phrase`The platform finds nobody by ${quote(name)}: ${expected}`;
  report(warningAt(source.locate(path), message));
}

function accountsOf({ file, source }: Entry<MemberFile>): Account[] {
  const fields = LIVE_TYPES.flatMap((type) => PLATFORMS[type].memberFields);
  return fields.flatMap((field) => {
    const value = file[field];
    return value === undefined ? [] : [{ name: value, source, path: [field] }];
  });
}

function groupAccounts(accounts: GroupContent["group"]["accounts"], source: Source): Account[] {
  return LIVE_TYPES.flatMap((type) => leavesOf(accounts[type], ["accounts", type]))
    .map(({ value, path }) => ({ name: value, source, path }));
}

type AccountValue = GroupContent["group"]["accounts"][LiveType];

/** The names and numbers of an account, each with its path. */
function leavesOf(
  account: AccountValue,
  path: ValuePath,
): { readonly value: string | number; readonly path: ValuePath }[] {
  if (account === undefined) return [];
  if (typeof account === "string") return [{ value: account, path }];
  if (Array.isArray(account)) return account.map((value, at) => ({ value, path: [...path, at] }));
  return Object.entries(account).map(([name, value]) => ({ value, path: [...path, name] }));
}

/** Rooms are numbers: no platform's account is called so. */
function shownName({ name }: Account): Words {
  return typeof name === "number" ? phrase`"${phrase`room ${name}`}"` : quote(name);
}
