/** Accents of any script's letters, but not the marks that make another letter of a kana. */
const ACCENTS = /(?![\u3099\u309a])(?=\p{M})\p{Script=Inherited}/gu;

/** A name as people search for it: without accents, case, and differences of spacing. */
export function foldText(text: string): string {
  return text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase().trim()
    .replace(/\s+/g, " ");
}
