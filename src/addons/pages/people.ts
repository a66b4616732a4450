import { type Html, html, type HtmlValue } from "../../page/html.ts";

/** How large a face is: 40, 56 or 160 px. */
export type FaceSize = "small" | "middle" | "large";

const SIDES: Readonly<Record<FaceSize, number>> = { small: 40, middle: 56, large: 160 };

const TINTS = 4;

/**
 * A person's initials in a disc of the accent's tints, and the picture over them: as long as it is on its
 * way, and if it cannot be loaded, the initials show. The name is beside it, so it is hidden from readers.
 */
export function face(name: string, picture?: string, size: FaceSize = "middle"): Html {
  const side = SIDES[size];
  const classes = ["face", `tint-${tintOf(name)}`, ...(size === "middle" ? [] : [size])];
  const letters = initials(name);
  // Where a picture cannot be loaded, the style writes the letters over the browser's own sign of it.
  const image = picture &&
    html`
      <img src="${picture}" alt="" width="${side}" height="${side}" loading="lazy"
        data-initials="${letters}">
    `;
  return html`<span class="${classes.join(" ")}" aria-hidden="true">${letters}${image}</span>`;
}

/** The same name has the same tint on every page. */
function tintOf(name: string): number {
  let sum = 0;
  for (const character of name) sum += character.codePointAt(0)!;
  return sum % TINTS + 1;
}

/** Writing that has no spaces between words, or few. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The first letters of two words at most; one character of writing that has no spaces. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const letters = words.map((word) => [...word][0]!.toLocaleUpperCase());
  const shown = letters.slice(0, WITHOUT_SPACES.test(letters[0] ?? "") ? 1 : 2).join("");
  return shown || [...name][0] || "?";
}

/** A person among others: the face, the name, and a line about the person. */
export interface Person {
  readonly name: string;
  readonly href?: string | undefined;
  readonly picture?: string | undefined;
  readonly line?: HtmlValue;
  /** The language of the name (BCP 47), if it is not the page's. */
  readonly lang?: string | undefined;
  /** Whether the person is on air: a ring is around the face. The line says it in words. */
  readonly isOnAir?: boolean;
}

/** A person as an entry of a list of {@linkcode people}. */
function personCard({ name, href, picture, line, lang, isOnAir }: Person): Html {
  const shown = href ? html`<a href="${href}">${name}</a>` : name;
  return html`
    <li
      class="person${isOnAir === true && " onair"}">${face(name, picture)}<div><strong${langOf(
        lang,
      )}>${shown}</strong>${line && html`<div class="small">${line}</div>`}</div></li>
  `;
}

/** People side by side. */
export function people(list: readonly Person[]): Html {
  return html`<ul class="people">${list.map(personCard)}</ul>`;
}

/** The attribute of a text in a language; nothing if it has the page's. */
export function langOf(lang: string | undefined): Html | undefined {
  return lang === undefined ? undefined : html`
    lang="${lang}"
  `;
}
