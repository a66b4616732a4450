import type { MemberFile } from "../../schema/content/member.ts";
import { LIVE_TYPES, type LiveType, PLATFORMS } from "../../../src/model/platforms.ts";
import { foldText } from "../../../src/model/fold_text.ts";
import { errorAt, type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import { quote } from "../../diagnostic/wording.ts";
import type { Source, ValuePath } from "../../read/source.ts";
import type { Entry, GroupContent } from "../content.ts";
import { phrase, type Words } from "../../words/say.ts";

/** An account on a live platform, and where a file names it. */
interface Account {
  readonly name: string | number;
  readonly source: Source;
  readonly path: ValuePath;
  /** Whether a name of whose it is stands in it. */
  readonly isNamed?: boolean;
}

/**
 * Warns of an account that two of a group have, and of one that is another member's address. Members
 * are found by either, the address first; a broadcast belongs to one of a group.
 */
export function checkAccounts(
  { members, group, source }: Pick<GroupContent, "group" | "members" | "source">,
  report: ReportDiagnostic,
): void {
  const addresses = new Map(
    members.flatMap((member) =>
      [member.slug, ...member.file.former_slugs].map((slug) => [foldText(slug), member.source])
    ),
  );
  const owners = new Map<string, Account>();
  const reported = new Set<string>();
  // Who is named in an account has the better right to it.
  const own = members.flatMap(accountsOf)
    .toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed));
  const accounts = [...own, ...groupAccounts(group.accounts, source)];
  for (const account of accounts) {
    warnForm(account, report);
    const key = foldText(String(account.name));
    const owner = owners.get(key) ?? account;
    owners.set(key, owner);
    const address = typeof account.name === "number" ? undefined : addresses.get(key);
    const warn = (words: Words) =>
      report(warningAt(account.source.locate(account.path), phrase`The account ${words}`));
    // What two have twice in common was copied once.
    const pair = `${key}\n${owner.source.file}\n${account.source.file}`;
    if (owner.source !== account.source && !reported.has(pair)) {
      const { file, line } = owner.source.locate(owner.path);
      warn(
        phrase`${shownName(account)} is at ${file}:${line} too: only one of the two is found by it,
        and has its broadcasts; correct one of the two`,
      );
    }
    reported.add(pair);
    if (account.source !== source && address !== undefined && address !== account.source) {
      warn(
        phrase`${
          shownName(account)
        } is the address of ${address.file} too: that is who is found by it`,
      );
    }
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
  const words = [file.name, ...file.nicknames].flatMap((name) => foldText(name).split(" "))
    .filter((word) => word.length > 2);
  return fields.flatMap((field) => {
    const value = file[field];
    if (value === undefined) return [];
    const isNamed = words.some((word) => foldText(String(value)).includes(word));
    return [{ name: value, source, path: [field], isNamed }];
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

/** Refuses known guests by whose names line-ups already mean a member of the group. */
export function checkGuests(
  { group, members, source }: Pick<GroupContent, "group" | "members" | "source">,
  report: ReportDiagnostic,
): void {
  if (group.guests.length === 0) return;
  const owners = new Map<string, string>();
  for (const { slug, file, source } of members) {
    for (const name of [slug, ...file.former_slugs, file.name, ...file.nicknames]) {
      owners.set(foldText(name), source.file);
    }
  }
  group.guests.forEach((guest, at) => {
    const owner = owners.get(foldText(guest));
    if (owner === undefined) return;
    const message = phrase`Cannot use the guest ${
      quote(guest)
    }: the member of ${owner} is called so;
      take the guest out, or write more of the name`;
    report(errorAt(source.locate(["guests", at]), message));
  });
}
