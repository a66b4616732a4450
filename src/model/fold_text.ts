/** Accents of any script's letters, but not the marks that make another letter of a kana. */
const ACCENTS = /(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}/gu;

/** What no one sees, and quotation marks around the whole. */
const AROUND = /\p{Default_Ignorable_Code_Point}|^[“”„]+|[“”„]+$/gu;

const APOSTROPHES = /['’‘‚‛ʼʻ`´]/g;

/** Blanks and hyphens, of any kind. */
const BETWEEN = /[\s‐-―−-]+/g;

/** What only has to be made lower case: ASCII, with single spaces inside, and no mark between words. */
const PLAIN = /^[!-&(-,.-_a-~]+(?: [!-&(-,.-_a-~]+)*$/;

/** Latin letters that Unicode does not take apart into a letter and its accent. */
const OWN_LETTERS: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  ŋ: "n",
  ħ: "h",
  ŧ: "t",
  ĸ: "k",
  ɓ: "b",
  ɖ: "d",
  ɗ: "d",
  ƒ: "f",
  ɨ: "i",
  ƙ: "k",
  ƴ: "y",
  ʉ: "u",
};

/** Kanji of names in the form of registers, each before the usual one: 髙橋 and 高橋 are one name. */
const FORMS =
  "髙高﨑崎邉辺邊辺齋斎齊斉澤沢濵浜濱浜嶋島嶌島櫻桜廣広惠恵眞真德徳榮栄國国瀨瀬黑黒栁柳彌弥圓円" +
  "淸清𠮷吉曻昇槇槙藪薮萬万與与實実寬寛桒桑靑青靜静豐豊祿禄緖緒薰薫禮礼增増學学寶宝應応來来條条";

const PLAIN_LETTERS = new Map([
  ...Object.entries(OWN_LETTERS),
  ...FORMS.match(/../gu)!.map((pair) => [...pair] as [string, string]),
]);
const OWN_LETTER = new RegExp(`[${[...PLAIN_LETTERS.keys()].join("")}]`, "gu");

/** Letters of other scripts that look like Latin ones, where they stand among such. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ѕ: "s",
  ј: "j",
  А: "A",
  В: "B",
  Е: "E",
  К: "K",
  М: "M",
  Н: "H",
  О: "O",
  Р: "P",
  С: "C",
  Т: "T",
  Х: "X",
  Α: "A",
  Β: "B",
  Ε: "E",
  Ι: "I",
  Κ: "K",
  Μ: "M",
  Ν: "N",
  Ο: "O",
  Ρ: "P",
  Τ: "T",
  ο: "o",
};
const MIXED = /(?<=\p{Script=Latin})[\u0370-\u04ff]|[\u0370-\u04ff](?=\p{Script=Latin})/gu;

/** Whether a letter belongs to another script and looks like a Latin one. */
export function isLookalike(letter: string): boolean {
  return letter in LOOKALIKES;
}

/** A text with Latin letters in the place of those that look like them. */
export function withLatinLetters(text: string): string {
  return text.replace(MIXED, (letter) => LOOKALIKES[letter] ?? letter);
}

/**
 * A name as people compare it: without case, width, accents, apostrophes and what cannot be seen, hyphens
 * and blanks of any kind as one space, letters such as ł and æ in plain ones, 髙 as 高. Two texts are the same name
 * if this makes the same of them. A text that is nothing but such marks keeps them.
 */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const seen = withLatinLetters(text.replace(AROUND, "").replace(APOSTROPHES, ""));
  const letters = seen.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase();
  const folded = letters.replace(OWN_LETTER, (letter) => PLAIN_LETTERS.get(letter)!)
    .replace(APOSTROPHES, "").replace(BETWEEN, " ").trim();
  return folded || text.trim().toLowerCase();
}
