import type { MemberFile } from "../schema/content/member.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { Entry } from "../check/content.ts";
import { quote } from "../diagnostic/wording.ts";
import { phrase, type Words } from "../words/say.ts";

type Member = Entry<MemberFile>;

/** What is said of a name that no member has, and that may be meant for one. */
export interface NameHint {
  /** The end of a message. */
  readonly words: Words;
  /** The members whose names are in one. */
  readonly parts?: readonly string[];
  /** The file of a member by this name who is not shown yet. */
  readonly draft?: string;
}

/** What stands between the names of several people. */
const BETWEEN_NAMES = /\s*(?:[,;&/+，；＆／＋、・･]|\s(?:dan|and|-)\s)\s*/;

/** What is said of a name that is a member's in another way: not shown yet, or among others. */
export function nameHint(
  name: string,
  members: readonly Member[],
  drafts: readonly Member[],
  isMember: (key: string) => boolean,
): NameHint | undefined {
  const key = foldText(name);
  const draft = drafts.find(({ slug, file }) =>
    [slug, file.name, ...file.nicknames].some((other) => foldText(other) === key)
  );
  if (draft !== undefined) return { words: "", draft: draft.source.file };
  const parts = name.split(BETWEEN_NAMES).filter((part) => part !== "");
  if (parts.length > 1 && parts.every((part) => isMember(foldText(part)))) {
    const each = phrase`. If these are ${parts.length} members, give each an entry of her own`;
    return { words: each, parts };
  }
  const other = inOtherOrder(key, members);
  return other === undefined ? undefined : { words: phrase`. Did you mean ${quote(other)}?` };
}

/** `Rahadian Anantari`. */
function inOtherOrder(key: string, members: readonly Member[]): string | undefined {
  if (!key.includes(" ")) return undefined;
  const sorted = (text: string) => text.split(" ").sort().join(" ");
  const words = sorted(key);
  return members.find(({ file }) => sorted(foldText(file.name)) === words)?.file.name;
}
