import { html, type HtmlValue } from "../../../page/html.ts";
import type { PageView } from "./view.ts";

/** What languages write in scripts that hardly another writes. */
const LANGUAGES: readonly (readonly [script: RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Javanese}/u, "jv-Java"],
];

const HAN = /\p{Script=Han}/u;

/** The languages that write Chinese characters. */
const OF_HAN = ["ja", "zh", "ko", "yue"];

/**
 * The language of a name in its own script (BCP 47). Chinese characters alone are the group's if it
 * writes them; else they are Japanese if `reading` has kana, and of a language that is not known.
 */
export function nameLanguage(name: string, reading: string | undefined, group: string): string {
  const [, language] = LANGUAGES.find(([script]) => script.test(name)) ?? [];
  if (language !== undefined) return language;
  if (!HAN.test(name)) return group;
  if (OF_HAN.includes(group.split("-")[0]!)) return group;
  const [, read] = LANGUAGES.find(([script]) => script.test(reading ?? "")) ?? [];
  return read ?? "und-Hani";
}

/** A name in its own script, and how it is read. */
export function nativeNames(
  { read: { group } }: PageView,
  { name_native: name, name_reading: reading }: {
    readonly name_native?: string | undefined;
    readonly name_reading?: string | undefined;
  },
): HtmlValue {
  const { language: own } = group;
  const language = name === undefined ? own : nameLanguage(name, reading, own);
  const latin = name === undefined ? own : `${language.split("-")[0]}-Latn`;
  const read = nameLanguage(reading ?? "", undefined, latin);
  const parts = [
    name !== undefined && html`<span lang="${language}">${name}</span>`,
    name !== undefined && reading !== undefined && " ",
    reading !== undefined && html`<span class="small" lang="${read}">${reading}</span>`,
  ];
  return (name ?? reading) !== undefined && html`<p>${parts}</p>`;
}

/** A title in the original language, behind the title. */
export function originalTitle(
  { read: { group } }: PageView,
  title: string | undefined,
): HtmlValue {
  return title !== undefined && html`
    <span lang="${nameLanguage(title, undefined, group.language)}">(${title})</span>
  `;
}
