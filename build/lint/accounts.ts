/** Rules of accounts on live platforms: a broadcast is found by one name, and belongs to one of a group. */

import { LIVE_TYPES, PLATFORMS } from "../../src/model/platforms.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { GroupContent } from "../check/content.ts";
import { quote } from "../diagnostic/wording.ts";
import { type Leaf, leavesOf, type Source } from "../read/source.ts";
import { phrase } from "../words/say.ts";
import { type Finding, rule } from "./rule.ts";

/** The name or number of an account, and where a file has it. */
interface Account extends Leaf {
  readonly source: Source;
}

export const ACCOUNT_RULES = [
  // An address or a handle in the place of a name.
  rule("account/form", "group", (content) =>
    accountsIn(content).map(({ value, source, path }) => {
      if (typeof value === "number" || path.at(-1) === "room_id") return undefined;
      const isChannel = path.includes("youtube");
      if (isChannel ? /^UC[\w-]+$/.test(value) : !/^@|\/|\s/.test(value)) return undefined;
      const expected = isChannel
        ? phrase`expected the channel's id, which starts with UC`
        : phrase`expected the account's name alone`;
      const message = phrase`The platform finds nobody by ${quote(value)}: ${expected}`;
      return { place: source.locate(path), message };
    })),
  rule("account/twice", "group", (content) => {
    const owners = new Map<string, Account>();
    const told = new Set<string>();
    return accountsIn(content).map((account): Finding | undefined => {
      const { value, source, path } = account;
      const key = foldText(String(value));
      const owner = owners.get(key) ?? account;
      owners.set(key, owner);
      // What two have twice in common was copied once.
      const pair = `${key}\n${owner.source.file}\n${source.file}`;
      if (owner.source === source || told.has(pair)) return undefined;
      told.add(pair);
      const { file, line } = owner.source.locate(owner.path);
      // Rooms are numbers: no platform's account is called so.
      const shown = typeof value === "number" ? phrase`"${phrase`room ${value}`}"` : quote(value);
      const message = phrase`The account ${shown} is at ${file}:${line} too: only one of the
        two is found by it, and has its broadcasts; correct one of the two`;
      return { place: source.locate(path), message };
    });
  }),
];

function accountsIn({ members, group, source }: GroupContent): Account[] {
  const fields = LIVE_TYPES.flatMap((type) => PLATFORMS[type].memberFields);
  return [
    ...members.flatMap(({ file, source }) =>
      fields.flatMap((field) => leavesOf(file[field], [field])).map((leaf) => ({ ...leaf, source }))
    ),
    ...leavesOf(group.accounts, ["accounts"]).map((leaf) => ({ ...leaf, source })),
  ];
}
