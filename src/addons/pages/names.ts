import { html, type HtmlValue } from "../../page/html.ts";
import { local, type View } from "./view.ts";

/** What languages write in scripts that hardly another writes. */
const LANGUAGES: readonly (readonly [script: RegExp, language: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Thai}/u, "th"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Javanese}/u, "jv-Java"],
];

/** The languages that write Chinese characters. */
const OF_HAN = /^(?:ja|zh|ko|yue)(?:-|$)/;

/**
 * The language of a name in its own script (BCP 47). Chinese characters alone are the group's if it
 * writes them; else they are Japanese if `reading` has kana, and of a language that is not known.
 */
export function nameLanguage(name: string, reading: string | undefined, group: string): string {
  const written = (text: string) => LANGUAGES.find(([script]) => script.test(text))?.[1];
  if (!/\p{Script=Han}/u.test(name)) return written(name) ?? group;
  return written(name) ?? (OF_HAN.test(group) ? group : written(reading ?? "") ?? "und-Hani");
}

/** A generation in words if content counts it; else what content says. */
export function generationName(view: View, generation: string | undefined): HtmlValue {
  const number = generationNumber(generation);
  return number === undefined ? local(view, generation) : view.words.say`Generation ${number}`;
}

/** The number of a generation that content counts, as `gen9-groupa` does. */
export function generationNumber(generation: string | undefined): string | undefined {
  return /^gen(\d+)-/.exec(generation ?? "")?.[1];
}

/** A name in its own script, and how it is read. */
export function nativeNames(
  { read: { group: { language: own } } }: View,
  { name_native: name, name_reading: reading }: {
    readonly name_native?: string | undefined;
    readonly name_reading?: string | undefined;
  },
): HtmlValue {
  const language = name === undefined ? own : nameLanguage(name, reading, own);
  const latin = name === undefined ? own : `${language.split("-")[0]}-Latn`;
  return (name ?? reading) !== undefined &&
    html`<p>${name !== undefined && html`<span lang="${language}">${name}</span>`} ${
      reading !== undefined &&
      html`<span class="small" lang="${nameLanguage(reading, undefined, latin)}">${reading}</span>`
    }</p>`;
}

/** A title in the original language, behind the title. */
export function originalTitle({ read: { group } }: View, title: string | undefined): HtmlValue {
  return title &&
    html`
      <span lang="${nameLanguage(title, undefined, group.language)}">(${title})</span>
    `;
}
