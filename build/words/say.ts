/**
 * This room puts messages into words, in the language of those who read them.
 *
 * @module
 */

import { AsyncLocalStorage } from "node:async_hooks";
import INDONESIAN from "./id.json" with { type: "json" };

/** The languages in which messages are written. */
export const LANGUAGES = ["en", "id"] as const;
export type Language = typeof LANGUAGES[number];

/**
 * What is to be said, or a part of it, in no language yet. The template is the English one, with `{0}`
 * where its first value is; it names the one of the other language in `id.json`.
 */
export interface Message {
  readonly template: string;
  readonly values: readonly unknown[];
}

/** A message, or a text that is the same in all languages: a name, what a file holds. */
export type Words = Message | string;

let spoken: Language = "en";
const spokenHere = new AsyncLocalStorage<Language>();

export function spokenLanguage(): Language {
  return spokenHere.getStore() ?? spoken;
}

/** Chooses the language of what is said from now on. */
export function speak(language: Language): void {
  spoken = language;
}

/** Says something in another language; what `act` waits for, too. */
export function speaking<T>(language: Language, act: () => T): T {
  return spokenHere.run(language, act);
}

/** `id_ID.UTF-8`, `id-ID`, `id`: everything that is not Indonesian is read in English. */
export function languageOfTag(tag: string): Language {
  return /^(?:id|in|ind)(?![a-z])/i.test(tag) ? "id" : "en";
}

/** A message; a line break of the template and the spaces around it are one space. */
export function phrase(strings: TemplateStringsArray, ...values: readonly unknown[]): Message {
  let template = templates.get(strings);
  if (template === undefined) templates.set(strings, template = templateKey(strings));
  return { template, values };
}

const templates = new WeakMap<TemplateStringsArray, string>();

/** `Cannot find {0}`: the name of a template in the table. */
export function templateKey(strings: readonly string[]): string {
  return strings.map((text, at) => (at === 0 ? "" : `{${at - 1}}`) + onOneLine(text)).join("");
}

function onOneLine(text: string): string {
  return text.includes("\n") ? text.replace(/\s*\n\s*/g, " ") : text;
}

/** What a message says in a language; messages among its values are put into words, too. */
export function wordsOf(message: Words, language: Language = spokenLanguage()): string {
  if (typeof message === "string") return message;
  const { template, values } = message;
  const translated = language === "en" ? template : TABLES[language][template] ?? template;
  return translated.replace(/\{(\d+)\}/g, (_, at) => {
    const value = values[Number(at)];
    return isMessage(value) ? wordsOf(value, language) : String(value);
  });
}

const TABLES: Readonly<Record<Exclude<Language, "en">, Readonly<Record<string, string>>>> = {
  id: INDONESIAN,
};

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && "template" in value;
}

/** A message in the language of the moment, for what is printed at once. */
export function say(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  return wordsOf(phrase(strings, ...values));
}

/** The message whose template is a text without values, such as one of a schema. */
export function messageOf(text: string): Message {
  return { template: text, values: [] };
}

/** What a schema says of a field, in the language of a tag; as it is where nobody has translated it. */
export function fieldMeaning(description: string, tag: string): string {
  return wordsOf(messageOf(description), languageOfTag(tag));
}

/** Joins messages with a text between them. */
export function joined(parts: readonly Words[], between: Words = ""): Words {
  return parts.reduce((all, part, at) => at === 0 ? part : phrase`${all}${between}${part}`, "");
}

/** `a`; `a and b`; `a, b and c`. */
export function listed(parts: readonly Words[]): Words {
  return parts.length < 2
    ? parts[0] ?? ""
    : phrase`${joined(parts.slice(0, -1), ", ")} and ${parts.at(-1)!}`;
}
