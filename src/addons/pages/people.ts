import { type Html, html, type HtmlValue } from "../../page/html.ts";

const TINTS = 3;

/**
 * A person's initials in a disc of the accent's tints, and the picture over them: as long as it is on its
 * way, and if it cannot be loaded, the initials show. The name is beside it, so it is hidden from readers.
 */
export function face(name: string, picture?: string, size: "" | "large" = ""): Html {
  const side = size === "large" ? 160 : 56;
  const letters = initials(name);
  const image = picture &&
    html`<img src="${picture}" alt="" width="${side}" height="${side}" loading="lazy">`;
  return html`
    <span
      class="face tint-${tintOf(name)} ${size}" aria-hidden="true">${letters}${image}</span>
  `;
}

/** The same name has the same tint on every page. */
function tintOf(name: string): number {
  return [...name].reduce((sum, character) => sum + character.codePointAt(0)!, 0) % TINTS + 1;
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

const MANY = 12;

/** A person among others: the face, the name, and a line about the person. */
export interface Person {
  readonly name: string;
  readonly href?: string | undefined;
  readonly picture?: string | undefined;
  readonly line?: HtmlValue;
  /** Whether the person is on air: a ring is around the face. Words beside it say it too. */
  readonly isOnAir?: boolean;
}

/** People side by side; `lang`: the language of their names (BCP 47). On phones many stand closer. */
export function people(lang: string, list: readonly Person[]): Html {
  return html`<ul class="people${list.length >= MANY && " close"}">${
    list.map(({ name, href, picture, line, isOnAir }) =>
      html`<li class="person${isOnAir === true && " onair"}">${face(name, picture)}<div>${
        href
          ? html`<a href="${href}" lang="${lang}">${name}</a>`
          : html`<strong lang="${lang}">${name}</strong>`
      }${line && html`<div class="small">${line}</div>`}</div></li>`
    )
  }</ul>`;
}
