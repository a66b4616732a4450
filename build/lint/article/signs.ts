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

const FOREIGN = phrase`This stays visible: it belongs to another program; write what is meant`;
const CHAT =
  phrase`The time and name of a chat message are here, and readers see them: delete them`;

/** In the order of the reports. */
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
    message: FOREIGN,
  },
  { parts: ["{{", "{%"], pattern: /\{\{[^{}\n]*\}\}|\{%[^%\n]*%\}/, message: FOREIGN },
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
    message: CHAT,
  },
  {
    parts: ["] ", " - "],
    pattern:
      /^(?:\[|(?=\d))\d{1,2}[/.]\d{1,2}[/.]\d{2,4},? \d{1,2}[.:]\d{2}(?:[.:]\d{2})?(?: ?[ap]m)?(?:\]| -) [^\n:]{1,40}: /im,
    message: CHAT,
  },
  {
    parts: ["\n---"],
    pattern: /^(?![#>|\-*\s]).{60,}(?=\r?\n-{3,}[ \t]*\r?$)/m,
    message: phrase`This text becomes a heading, since a line of hyphens is right below it:
      leave an empty line between them`,
  },
  {
    parts: ["oaicite", "[cite", "†", "turn0", "contentReference"],
    pattern:
      /:contentReference\[|\[cite(?:_start\]|: ?\d)|【\d+[^】\n]*†|\bturn\d+(?:search|view|news)\d+/,
    message: phrase`A program that writes texts left this sign, which readers see: delete it`,
  },
  {
    parts: ["Tentu", "Sure", "Certainly", "Of course", "Berikut", "Here"],
    pattern:
      /^(?:(?:Tentu|Sure|Certainly|Of course)[!,.][^\n]{0,80}(?:berikut|ini|here|below)|(?:Berikut adalah|Here(?:'s| is)) (?:versi|draf|artikel|the|a|your) [^\n]{0,80}:[ \t]*$)/im,
    message: phrase`This is said to the one who asked for the text, and readers see it: delete it`,
  },
  {
    parts: ["Dikirim dari", "Sent from", "Terkirim dari", "Sent via"],
    pattern: /^(?:Dikirim dari|Sent from|Sent via|Terkirim dari) [^\n]{1,40}$/im,
    message: phrase`A telephone or a mail program added this line, which readers see: delete it`,
  },
  {
    parts: ["wrote:", "menulis:"],
    pattern: /^(?:On|Pada) [^\n]{1,120} (?:wrote|menulis):[ \t]*$/m,
    message: phrase`A mail program added this line, which readers see: delete it`,
  },
  {
    parts: ["[["],
    pattern: /!?\[\[[^[\]\n]+\]\](?!\()/,
    message: phrase`This link stays as it is written: write [text](https://address)`,
  },
  {
    parts: ["<@", "<#", "<t:", "<:", "<a:", "||"],
    pattern:
      /<(?:@[!&]?\d{5,}|#\d{5,}|t:\d+(?::\w)?|a?:\w+:\d{5,})>|(?<![|\n])\|\|(?=\S)[^|\n]+\|\|(?!\|)/,
    message: FOREIGN,
  },
  { parts: ["=="], pattern: /(?<![=\w])==(?=[^\s=])[^=\n]*[^\s=]==(?![=\w])/, message: FOREIGN },
  { parts: [":"], pattern: /(?<![\w:/[(]):[a-z][a-z_]{2,30}:(?![\w:/])/, message: FOREIGN },
  {
    parts: ["- [", "* ["],
    pattern: /^[ \t]*[-*] \[[ xX]\] /m,
    message: phrase`These brackets stay visible: no boxes can be ticked here; take them out`,
  },
  {
    parts: ["＊", "＃", "｜", "］（"],
    pattern: /＊＊[^＊\n]+＊＊|^＃+(?=[\s\u3000])|^｜[^｜\n]*｜|［[^［］\n]*］（/m,
    message: phrase`These signs are wide ones, and stay visible: type them without the Japanese
      keyboard, such as ** # | [ ] ( )`,
  },
  {
    parts: ["\\*", "\\#", "\\_"],
    pattern: /\\\*\\\*[^\n]+?\\\*\\\*|^\\#{1,6} |\\_\\_[^\n]+?\\_\\_/m,
    message: phrase`These signs stay visible, since a backslash is in front of each: delete the
      backslashes`,
  },
  {
    parts: ["\\n"],
    pattern: /\\n(?![a-z])/,
    message: phrase`This \\n stays visible: begin a new line in its place`,
  },
  {
    parts: ["__ "],
    pattern: /(?<![^\s(])__[ \t]+[^_\s][^_\n]*[ \t]__/,
    message:
      phrase`These __ stay visible: bold text needs them right before its first letter and right
      behind its last one`,
  },
  {
    parts: ["]()"],
    pattern: /\[[^[\]\n]*\]\(\)/,
    message: phrase`This link leads nowhere: write its address between the round brackets`,
  },
  {
    parts: ["[]("],
    pattern: /(?<!!)\[\]\((?=[^)\s])/,
    message: phrase`Nobody sees this link: write its words between the square brackets`,
  },
  {
    parts: ["\t"],
    pattern: /^[^\s|][^\t\n]*\t[^\n]*\S\r?\n[^\s|][^\t\n]*\t[^\n]*\S$/m,
    message: phrase`These lines of a table run into one: write | around and between their columns,
      and a line such as | --- | --- | below the first one`,
  },
];
