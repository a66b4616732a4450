import { phrase } from "../../words/say.ts";

/** What of an article readers see otherwise than it is meant. */
interface Sign {
  /** Parts of which an article has one at least; most have none, and are looked at no further. */
  readonly parts: readonly string[];
  readonly pattern: RegExp;
  readonly message: string;
  /** What is written in the place of what was found, where that has one answer. */
  readonly replacement?: string;
}

/** In the order in which they are told. */
export const ARTICLE_SIGNS: readonly Sign[] = [
  {
    parts: ["##"],
    pattern: /^#{2,6}(?=[^\s#])/m,
    message: phrase`These # stay visible: a heading needs a space behind them`,
  },
  {
    parts: ["•", "●", "▪", "‣", "◦", "\n– ", "\n— "],
    pattern: /^[ \t]*(?:[•●▪‣◦]|[–—] )(?=.*\r?\n[ \t]*(?:[•●▪‣◦]|[–—] ))/m,
    message: phrase`These lines run into one: write a hyphen and a space in place of each sign`,
  },
  {
    parts: ["\n-"],
    pattern: /^-(?=[^\s-].*\r?\n-[^\s-])/m,
    message: phrase`These lines run into one: write a space behind each hyphen`,
  },
  {
    parts: ["\n2.", "\n2)"],
    pattern: /^1[.)](?=[^\s\d].*\r?\n2[.)][^\s\d])/m,
    message: phrase`These lines run into one: write a space behind each number and its sign`,
  },
  {
    parts: ["\n*"],
    pattern: /^\*(?=[^\s*][^\r\n\u2028\u2029*]*\r?\n\*[^\s*][^\r\n\u2028\u2029*]*$)/m,
    message: phrase`These lines run into one: write a space behind each *`,
  },
  {
    parts: ["\n---\n"],
    pattern: /^---\n(?=(?:[a-z_]+: [^\n]*\n)+---$)/m,
    message: phrase`Another article begins here: put it into a file of its own`,
  },
  {
    parts: ["\u00a0", "\u3000"],
    pattern: /(?<=^[ \t]*(?:#{1,6}|[-*+]|\d{1,2}[.)]))[\u00a0\u3000]/m,
    message:
      phrase`This looks like a space and is another character, so that the sign in front of it
      stays visible: delete it and type a space`,
    replacement: " ",
  },
  {
    parts: ["[/"],
    pattern: /\[\/(?:b|i|u|s|url|img|color|size|quote|center|code|list)\]/i,
    message:
      phrase`This stays visible: write Markdown, such as **bold** or [text](https://address)`,
  },
  {
    parts: ["[gallery", "[caption", "[embed", "[video", "[audio"],
    pattern: /\[(?:gallery|caption|embed|video|audio)\b[^[\]\n]*\](?!\()/,
    message: phrase`This stays visible: it belongs to another program; write what is meant`,
  },
  {
    parts: ["{{", "{%"],
    pattern: /\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}/,
    message: phrase`This stays visible: it belongs to another program; write what is meant`,
  },
  {
    parts: ["** "],
    pattern: /(?<![^\s(])\*\*[ \t]+[^*\s][^*\n]*[ \t]\*\*/,
    message:
      phrase`These ** stay visible: bold text needs ** right before its first letter and right
      behind its last one`,
  },
  {
    parts: ["~"],
    pattern: /(?<![~\w/.])~(?=[^~\s])[^~\n]*~(?![~\w/])/,
    message: phrase`These ~ stay visible: text to be struck out has two of them on each side`,
  },
  {
    parts: ["*"],
    pattern: /^\*(?=[^*\n]*\p{Lu})[^*\n\p{Ll}]+\*[ \t]*$/mu,
    message: phrase`This is shown slanted: bold text has two * on each side`,
  },
  {
    parts: ["] "],
    pattern: /^\[\d{1,2}[.:]\d{2}(?:[.:]\d{2})?,? \d{1,2}[/.]\d{1,2}[/.]\d{2,4}\] [^\n:]{1,40}: /m,
    message:
      phrase`The time and name of a chat message are here, and readers see them: delete them`,
  },
  {
    parts: ["] ", " - "],
    pattern:
      /^(?:\[|(?=\d))\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}[.:]\d{2}(?:[.:]\d{2})?(?: ?[ap]m)?(?:\]| -) [^\n:]{1,40}: /im,
    message:
      phrase`The time and name of a chat message are here, and readers see them: delete them`,
  },
  {
    parts: ["\n---"],
    pattern: /^(?![#>|\-*\s]).{60,}(?=\r?\n-{3,}[ \t]*\r?$)/m,
    message: phrase`This text becomes a heading, since a line of hyphens is right below it:
      leave an empty line between them`,
  },
];
