import { SPACES, UNSEEN } from "./confusables.ts";
import { isLookalike, withLatinLetters } from "../../../src/model/fold_text.ts";
import { type Message, phrase } from "../../words/say.ts";

/** What looks like a space and is none; a wide one belongs between wide letters. */
const LIKE_SPACE = new RegExp(
  `[${SPACES.replace("\\u3000", "")}\\t]|(?<=[!-~])\\u3000(?=[!-~])`,
  "g",
);

/** A hyphen of word processors, at which no line ends. */
const LIKE_HYPHEN = /\u2011/g;

/** Invisible characters. Joiners belong into some scripts and pictures, marks of direction into others. */
// deno-lint-ignore no-control-regex
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/g;
const HIDDEN = new RegExp(
  `[${
    UNSEEN.replace("\\u200b-\\u200f", "\\u200b")
  }]|(?<=[\\p{Script=Latin}\\p{N} ]|^)[\\u200c\\u200d]`,
  "gu",
);
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

const LOST = /\ufffd/;

const NO_SPACE =
  phrase`This looks like a space and is another character: to programs this is a different text; delete it and type a space`;
const NO_HYPHEN =
  phrase`This looks like a hyphen and is another character: to programs this is a different text; delete it and type a hyphen`;
const NO_LATIN =
  phrase`This letter belongs to another script and looks like a Latin one: to programs this is a different text; type it again`;
const NOT_SEEN =
  phrase`An invisible character is here: to programs this is a different text; delete it`;
const LOST_LETTER =
  phrase`A letter was lost here when the file was saved or copied: write it again`;

/** What of a text was hardly typed: where it begins, and the whole text without any such. */
export interface OddText {
  readonly at: number;
  readonly message: Message;
  /** Undefined if the original is unknown. */
  readonly mended?: string;
}

/** The first character of a text that no one types; `hasOwnSpaces`: spaces of all sorts are as they should be. */
export function oddIn(text: string, hasOwnSpaces: boolean): OddText | undefined {
  const lost = text.search(LOST);
  if (lost >= 0) return { at: lost, message: LOST_LETTER };
  const mended = withoutOdd(text, hasOwnSpaces);
  if (mended === text) return undefined;
  let at = 0;
  while (text[at] === mended[at]) at++;
  return { at, message: wordsFor(text[at]!), mended };
}

function wordsFor(odd: string): Message {
  if (odd.replace(LIKE_SPACE, " ") !== odd || odd === "\u3000") return NO_SPACE;
  if (odd.replace(LIKE_HYPHEN, "-") !== odd) return NO_HYPHEN;
  return isLookalike(odd) ? NO_LATIN : NOT_SEEN;
}

function withoutOdd(text: string, hasOwnSpaces: boolean): string {
  const seen = text.replace(CONTROL, hasOwnSpaces ? "$&" : "").replace(HIDDEN, "");
  const turned = RIGHT_TO_LEFT.test(seen) ? seen : seen.replace(DIRECTION, "");
  return hasOwnSpaces
    ? turned
    : withLatinLetters(turned.replace(LIKE_SPACE, " ").replace(LIKE_HYPHEN, "-"));
}
