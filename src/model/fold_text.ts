/** Accents of any script's letters, but not the marks that make another letter of a kana. */
const ACCENTS = /(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}/gu;

/** What only has to be made lower case: ASCII, with single spaces inside. */
const PLAIN = /^[\x21-\x7e]*(?: [\x21-\x7e]+)*$/;

/** A name as people search for it: without accents, case, and differences of spacing. */
export function foldText(text: string): string {
  if (PLAIN.test(text) && !text.startsWith(" ")) return text.toLowerCase();
  return text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase().trim()
    .replace(/\s+/g, " ");
}
