import { FIELDS_IN_INDONESIAN, LABELS_IN_INDONESIAN } from "./indonesian.ts";

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

function isIndonesian(language: string): boolean {
  return /^id(?:-|$)/.test(language);
}
