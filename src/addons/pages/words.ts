import { choiceLabel, fieldLabel, isIndonesian } from "../../model/labels.ts";
import { INDONESIAN } from "./indonesian.ts";

/** How pages speak a language. */
export interface Words {
  readonly language: "en" | "id";
  /** For dates. */
  readonly locale: string;
  /** A text of pages: the English template, with `{0}` for its first value, names the Indonesian one. */
  say(english: TemplateStringsArray, ...values: readonly (string | number)[]): string;
  /** What a field of content is called, as in forms. */
  field(name: string): string;
  /** What a word that content chooses from is called: `offair` is "Appearance (off air)". */
  choice(word: string): string;
  /** The same where it begins no sentence: "appearance (off air)", but "EP". */
  innerChoice(word: string): string;
}

export const ENGLISH = speak("en", "en-GB");
const IN_INDONESIAN = speak("id", "id");

/** What the pages of a group say whose language is `tag` (BCP 47); in English if that is not known. */
export function wordsOf(tag: string): Words {
  return isIndonesian(tag) ? IN_INDONESIAN : ENGLISH;
}

function speak(language: Words["language"], locale: string): Words {
  const choice = (word: string) => choiceLabel(word, language);
  return {
    language,
    locale,
    say(strings, ...values) {
      const english = strings.reduce((text, next, place) => `${text}{${place - 1}}${next}`);
      const template = language === "en" ? english : INDONESIAN[english] ?? english;
      return template.replace(/\{(\d+)\}/g, (_, place) => String(values[place]));
    },
    field: (name) => fieldLabel(name, language),
    choice,
    innerChoice(word) {
      const name = choice(word);
      return /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);
    },
  };
}
