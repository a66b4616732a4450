import { CHOICES_IN_INDONESIAN, FIELDS_IN_INDONESIAN, LABELS_IN_INDONESIAN } from "./indonesian.ts";

/** What a field is called where people fill it in: `birth_date` is "Birth date". */
export function fieldLabel(field: string, language: string): string {
  const own = isIndonesian(language) ? LABELS_IN_INDONESIAN[field] : undefined;
  const words = field.replaceAll("_", " ");
  return own ?? words[0]!.toUpperCase() + words.slice(1);
}

/** What a field is for, in the language; as the schema says it where there is no translation. */
export function fieldMeaning(description: string, language: string): string {
  return isIndonesian(language) ? FIELDS_IN_INDONESIAN[description] ?? description : description;
}

/** What a word of a file is called where people choose it: `offair` is "Off air". */
export function choiceLabel(word: string, language: string): string {
  const own = isIndonesian(language) ? CHOICES_IN_INDONESIAN[word] : CHOICES_IN_ENGLISH[word];
  return own ?? word[0]!.toUpperCase() + word.slice(1);
}

/** Choices whose words are not what people call them. */
const CHOICES_IN_ENGLISH: Readonly<Record<string, string>> = {
  scheduled: "As announced",
  handshake: "Handshake event",
  offair: "Appearance (off air)",
  media: "Television, radio or print",
  ep: "EP",
  digital: "Digital release",
  draft: "A draft: nobody sees it yet",
  ready: "No",
};

function isIndonesian(language: string): boolean {
  return /^id(?:-|$)/.test(language);
}
