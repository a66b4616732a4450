/**
 * This room chooses the language of messages, and says them in it.
 *
 * @module
 */

import { INDONESIAN } from "./indonesian.ts";

/** The languages in which messages are written. */
export const LANGUAGES = ["en", "id"] as const;
export type Language = typeof LANGUAGES[number];

/** The language of this moment, and whether what concerns a group comes in the group's. */
const spoken: { language: Language; isOfGroups: boolean } = { language: "en", isOfGroups: false };

export function spokenLanguage(): Language {
  return spoken.language;
}

/** Chooses the language of all messages; `isOfGroups`: those of a group are in the group's own. */
export function speak(language: Language, isOfGroups = false): void {
  Object.assign(spoken, { language, isOfGroups });
}

/** Does something whose messages are in another language. */
export function speaking<T>(language: Language, act: () => T): T {
  const before = spoken.language;
  spoken.language = language;
  try {
    return act();
  } finally {
    spoken.language = before;
  }
}

/** Whether messages of a group are in its language. */
export function isSpeakingOfGroups(): boolean {
  return spoken.isOfGroups;
}

/** Does something whose messages are of one group: in its language, where that is chosen. */
export function speakingIn<T>(language: string | undefined, act: () => T): T {
  if (!spoken.isOfGroups || language === undefined) return act();
  return speaking(languageOfTag(language), act);
}

/** `id_ID.UTF-8`, `id-ID`, `id`: everything that is not Indonesian is read in English. */
export function languageOfTag(tag: string): Language {
  return /^(?:id|in|ind)(?![a-z])/i.test(tag) ? "id" : "en";
}

/**
 * A message, or a part of one, in the language of the moment. The table has its English template with
 * `{0}` where its first value is; a line break and the spaces around it are one space.
 */
export function say(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  const { texts, places } = templateOf(strings);
  let text = texts[0]!;
  for (const [at, place] of places.entries()) text += String(values[place]) + texts[at + 1];
  return text;
}

/** Marks a text that stands in the code as a whole, and is {@linkcode translated} where it is said. */
export function phrase(strings: TemplateStringsArray): string {
  return onOneLine(strings.join(""));
}

/** A {@linkcode phrase} in the language of the moment; any other text as it is. */
export function translated(text: string): string {
  return spoken.language === "en" ? text : INDONESIAN[text] ?? text;
}

/** The texts of a template, and which value is behind each but the last. */
interface Template {
  readonly texts: readonly string[];
  readonly places: readonly number[];
}

const templates = {
  en: new WeakMap<TemplateStringsArray, Template>(),
  id: new WeakMap<TemplateStringsArray, Template>(),
};

function templateOf(strings: TemplateStringsArray): Template {
  const known = templates[spoken.language];
  const found = known.get(strings);
  if (found !== undefined) return found;
  const template = spoken.language === "en"
    ? { texts: strings.map(onOneLine), places: [...strings.keys()].slice(1).map((at) => at - 1) }
    : divide(translated(templateKey(strings)));
  known.set(strings, template);
  return template;
}

/** `Cannot find {0}`: the name of a template in the table. */
export function templateKey(strings: readonly string[]): string {
  return strings.map((text, at) => (at === 0 ? "" : `{${at - 1}}`) + onOneLine(text)).join("");
}

function divide(template: string): Template {
  const parts = template.split(/\{(\d+)\}/);
  return {
    texts: parts.filter((_, at) => at % 2 === 0),
    places: parts.filter((_, at) => at % 2 === 1).map(Number),
  };
}

function onOneLine(text: string): string {
  return text.includes("\n") ? text.replace(/\s*\n\s*/g, " ") : text;
}
