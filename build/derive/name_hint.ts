import type { MemberFile } from "../schema/content/member.ts";
import { foldText } from "../../src/model/fold_text.ts";
import type { Entry } from "../check/content.ts";
import { quote } from "../diagnostic/wording.ts";
import { EVERYBODY } from "../check/explain/advice.ts";
import { listed, phrase, type Words } from "../words/say.ts";

type Member = Entry<MemberFile>;

/** What is said of a name that no member has, and that may be meant for one. */
export interface NameHint {
  /** The end of a message. */
  readonly words: Words;
  /** What has to be written, where nobody else can be meant. */
  readonly meant?: string;
  /** The members whose names are in one. */
  readonly parts?: readonly string[];
  /** The file of a member by this name who is not shown yet. */
  readonly draft?: string;
}

/** What is around a name that was copied: the folder and ending of a file, and signs. */
const FILE_PARTS = /^(?:\S*\/)?members?\/|\.ya?ml$/gi;
/** How somebody is addressed, in front of her name or behind it. */
const TITLES =
  /^(?:kak|ka|mbak|mba|teh|dek|adik|ms\.?|miss)\s+|(?:[\s-]+(?:chan|tan|san|kun|sama|senpai)|ちゃん|たん|さん|くん|様|さま)$/giu;
const SIGNS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N})）\]]+$/gu;

/** What stands between the names of several people. */
const BETWEEN_NAMES = /\s*(?:[,;&/+，；＆／＋、・･]|\s(?:dan|and|-)\s)\s*/;

/** More words than two or three names have. */
const MOST_WORDS = 12;

/** What is said of a name that is a member's in another way: not shown yet, or among others. */
export function nameHint(
  name: string,
  members: readonly Member[],
  drafts: readonly Member[],
  isMember: (key: string) => boolean,
): NameHint | undefined {
  const key = foldText(name);
  const draft = drafts.find((one) => namesOf(one).some((other) => foldText(other) === key));
  if (draft !== undefined) return { words: "", draft: draft.source.file };
  const bare = (around: RegExp) => {
    const part = name.replace(around, "");
    return part !== name && isMember(foldText(part)) ? part : undefined;
  };
  const file = bare(FILE_PARTS);
  if (file !== undefined) return { ...nameMeant(file), meant: file };
  if (EVERYBODY.test(name)) return { words: phrase`: write each name, or leave members out` };
  const near = bare(SIGNS) ?? bare(TITLES) ?? inOtherOrder(key, members);
  if (near !== undefined) return nameMeant(near);
  const parts = name.split(BETWEEN_NAMES).filter((part) => part !== "");
  if (parts.length > 1 && parts.every((part) => isMember(foldText(part)))) {
    const each = phrase`. If these are ${parts.length} members, give each an entry of her own`;
    return { words: each, parts };
  }
  // Who sings with a member may be known by the rest of his name alone.
  if (parts.length > 1 && parts.some((part) => isMember(foldText(part)))) {
    return {
      words:
        phrase`. If these are ${parts.length} people, give each an entry of her own; if it is one
        guest, add it to guests in group.yaml`,
    };
  }
  const others = amongOthers(name, members, isMember);
  return others === undefined ? undefined : { words: others };
}

function namesOf({ slug, file }: Member): string[] {
  return [slug, file.name, ...file.nicknames];
}

function nameMeant(meant: string): NameHint {
  return { words: phrase`. Did you mean ${quote(meant)}?` };
}

/** `Rahadian Anantari`. */
function inOtherOrder(key: string, members: readonly Member[]): string | undefined {
  if (!key.includes(" ")) return undefined;
  const sorted = (text: string) => text.split(" ").sort().join(" ");
  const words = sorted(key);
  return members.find(({ file }) => sorted(foldText(file.name)) === words)?.file.name;
}

/** What is said of names in a row, and of one that stands among others. */
function amongOthers(
  name: string,
  members: readonly Member[],
  isMember: (key: string) => boolean,
): Words | undefined {
  const bare = name.replace(/ *[([（].*$/, "");
  if (bare !== name && isMember(foldText(bare))) {
    return phrase`. If this is ${quote(bare)}, write her name alone`;
  }
  const inARow = namesInARow(name.split(/\s+/).slice(0, MOST_WORDS + 1), isMember);
  if (inARow !== undefined) {
    return phrase`. If these are ${
      listed(inARow)
    }, put a comma between them, or write each on a line of her own`;
  }
  for (const { source, file } of members) {
    const whole = file.nicknames.find((nickname) => partsOf(nickname).includes(foldText(name)));
    if (whole === undefined) continue;
    return phrase`: ${source.file} has it within the nickname ${quote(whole)};
      give each nickname an entry of its own there`;
  }
  return undefined;
}

/** The members whose names some words are, one behind the other: as few as can be. */
function namesInARow(
  words: readonly string[],
  isMember: (key: string) => boolean,
): readonly string[] | undefined {
  if (words.length > MOST_WORDS) return undefined;
  const upTo: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= words.length; end++) {
    for (let start = 0; start < end; start++) {
      const name = words.slice(start, end).join(" ");
      const before = upTo[start];
      if (before === undefined || !isMember(foldText(name))) continue;
      if ((upTo[end]?.length ?? Infinity) > before.length + 1) upTo[end] = [...before, name];
    }
  }
  const found = upTo[words.length];
  return found !== undefined && found.length > 1 ? found : undefined;
}

function partsOf(nickname: string): string[] {
  const parts = nickname.split(BETWEEN_NAMES);
  return parts.length > 1 ? parts.map((part) => foldText(part)) : [];
}
