/**
 * Characters that are not seen or that change the direction of what is: controls, formats (zero-width,
 * bidirectional), private and unassigned ones, fillers and blanks that look like nothing.
 */
const UNSEEN = String
  .raw`([\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\u{e0100}-\u{e01ef}])\1*`;
/** A letter or mark of a script in which joiners change what is seen (RFC 5892, appendix A). */
const JOINED = String.raw`[[\p{L}\p{M}]&&[${
  [
    ...["Arab", "Beng", "Deva", "Gujr", "Guru", "Khmr", "Knda", "Mlym", "Mong", "Mymr", "Nkoo"],
    ...["Orya", "Sinh", "Syrc", "Taml", "Telu", "Tibt"],
  ].map((script) => String.raw`\p{scx=${script}}`).join("")
}]]`;
/** Characters without a picture of their own that a font makes another picture of, where it does. */
const SEEN_IN_PLACE = [
  // Emoji joined to one, and flags of regions (UTS #51).
  String
    .raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\u{1f3f4})[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,5}\u{e007f}`,
  String.raw`(?<=${JOINED})[\u200c\u200d](?=${JOINED})`,
  // Malayalam writes final consonants so.
  String.raw`(?<=\u0d4d)\u200d`,
  // Variants of ideographs, and of Mongolian letters.
  String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180f]`,
].join("|");
/** Made by the first text: to make it takes about as long as a third of the start. */
let unseenOrNot: RegExp | undefined;
/** More than four marks on one letter grow out of the line. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu;
/** What Discord makes a mention of, even where it does not ping. */
const MENTION_SIGN = /@(?=everyone|here|[!&]?\d)/giu;
const MARKDOWN = /[\\*_~`|[\]()<>]/gu;
const MARKDOWN_AT_START = /^([#+\-]|\d+\.)/u;

/**
 * `text` as one line of a chat message that pings no one, formats nothing, links nowhere and hides
 * nothing, in at most `longest` UTF-16 units; "(none)" where it is empty.
 */
export function plainText(text: string, longest: number): string {
  const escaped = visible(text)
    .replace(MARKDOWN, "\\$&")
    .replace(MARKDOWN_AT_START, "\\$1")
    .replaceAll("://", "\\://");
  return cut(escaped === "" ? "(none)" : escaped, longest);
}

/** The same as inline code: for addresses and paths, which are to be copied as they are. */
export function codeText(text: string, longest: number): string {
  return `\`${codeLine(text, longest - 2)}\``;
}

/** The same as a line within a code block. */
export function codeLine(text: string, longest: number): string {
  const line = visible(text).replaceAll("`", "ˋ");
  return cut(line === "" ? "(none)" : line, longest);
}

/**
 * `text` as one line that hides nothing, as it is, in at most `longest` UTF-16 units: for what is not read as Markdown.
 */
export function shownText(text: string, longest: number): string {
  const line = visible(text);
  return cut(line === "" ? "(none)" : line, longest);
}

function visible(text: string): string {
  return text.slice(0, 8_192).toWellFormed()
    .replace(/\s+/gu, " ").trim()
    .replace(unseenOrNot ??= new RegExp(`${SEEN_IN_PLACE}|${UNSEEN}`, "gv"), nameUnseen)
    .replace(PILED_MARKS, "$1")
    .replace(MENTION_SIGN, "＠");
}

function nameUnseen(run: string, one: string | undefined): string {
  if (one === undefined) return run;
  const code = one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  const times = run.length / one.length;
  return times === 1 ? `⟨U+${code}⟩` : `⟨U+${code} ×${times}⟩`;
}

/** Where a text may be cut: between escapes, emoji, letters with their marks, and named characters. */
const PIECE = String
  .raw`⟨U\+[^⟩]*⟩|\\?[\u200c\u200d]?(?:\p{RGI_Emoji}|.)[\p{M}\u{e0020}-\u{e007f}]*`;
let pieces: RegExp | undefined;

/** Cuts between pieces. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let kept = "";
  for (const [piece] of text.matchAll(pieces ??= new RegExp(PIECE, "gsv"))) {
    if (kept.length + piece.length > longest - 1) break;
    kept += piece;
  }
  return kept + "…";
}
