import { type Html, html, type HtmlValue } from "./html.ts";

/** The state of something, by word, shape and colour: never by colour alone. */
export type Tone = "good" | "warn" | "bad" | "plain";

const SHAPES: Readonly<Record<Tone, string>> = { good: "●", warn: "▲", bad: "■", plain: "○" };

/** A word with a shape. */
export function badge(tone: Tone, word: string): Html {
  return html`<span class="badge ${tone}"><span aria-hidden="true">${
    SHAPES[tone]
  }</span>${word}</span>`;
}

/** The text in place of an empty list: names what would be listed here. */
export function emptyState(text: HtmlValue): Html {
  return html`<p class="empty">${text}</p>`;
}

/** A box that informs, warns or tells of an error. */
export function notice(tone: "info" | "warn" | "bad", text: HtmlValue): Html {
  return html`<div class="notice ${tone}" role="note">${text}</div>`;
}

/** A person or broadcast: a picture, the name, what is to be said of it. */
export interface Card {
  readonly name: string;
  readonly href?: string | undefined;
  readonly picture?: string | undefined;
  readonly lines: readonly HtmlValue[];
}

/** Cards side by side. */
export function cards(list: readonly Card[]): Html {
  return html`<ul class="grid">${list.map(card)}</ul>`;
}

function card({ name, href, picture, lines }: Card): Html {
  const face = picture
    ? html`<img src="${picture}" alt="" width="56" height="56" loading="lazy">`
    : html`<span class="face" aria-hidden="true">${[...name][0]}</span>`;
  const title = href ? html`<a href="${href}">${name}</a>` : html`${name}`;
  return html`<li class="card">${face}<div><strong>${title}</strong>${
    lines.map((line) => html`<br>${line}`)
  }</div></li>`;
}

/** Days or hours with what happens then. */
export function dayList(entries: readonly { when: HtmlValue; what: HtmlValue }[]): Html {
  return html`<ul class="days">${
    entries.map(({ when, what }) =>
      html`
        <li>
          <div>${when}</div>
          <div>${what}</div>
        </li>
      `
    )
  }</ul>`;
}

/** An instant in words, with the machine's form beside it. */
export function time(dateTime: string, words: string): Html {
  return html`<time datetime="${dateTime}">${words}</time>`;
}

/** A block of code with its language; a script adds the copy button. */
export function codeBlock(code: string, language: string): Html {
  return html`
    <div
      class="code"><span class="lang">${language}</span><pre tabindex="0"><code>${code}</code></pre></div>
  `;
}
