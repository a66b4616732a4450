import { type Html, html, type HtmlValue } from "./html.ts";

/** The state of something, by word, shape and colour: never by colour alone. */
export type Tone = "good" | "warn" | "bad" | "live" | "plain";

const SHAPES: Readonly<Record<Tone, string>> = {
  good: "●",
  warn: "▲",
  bad: "■",
  live: "◉",
  plain: "○",
};

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

/** A box that informs, warns or reports an error. */
export function notice(tone: "info" | "warn" | "bad", text: HtmlValue): Html {
  return html`<div class="notice ${tone}" role="note">${text}</div>`;
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
  return html`<time datetime="${dateTime}">${unbroken(words)}</time>`;
}

/** Words of a day whose weekday, number, month and year stay on one line. */
export function unbroken(words: string): string {
  return words.replaceAll(/(?<=\d) (?=\p{L})| (?=\d{4})| (?=\d{1,2} \p{L})/gu, "\u00a0");
}

/** A block of code with its language; a script adds the copy button. */
export function codeBlock(code: HtmlValue, language: string): Html {
  return html`
    <div
      class="code"><span class="lang">${language}</span><pre tabindex="0"><code>${code}</code></pre></div>
  `;
}

/** A column of a table: its heading, and what it says of a row. */
export interface Column<Row> {
  readonly name: string;
  /** Numbers are at the right. */
  readonly isNumber?: boolean;
  cell(row: Row): HtmlValue;
}

/** A table whose header stays, in a box of its own that scrolls; without rows, `empty`. */
export function recordTable<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  empty: HtmlValue,
): Html {
  if (rows.length === 0) return emptyState(empty);
  const classOf = ({ isNumber }: Column<Row>) => isNumber ? "number" : "";
  return html`
    <div class="scroll" role="region" aria-label="${title}" tabindex="0">
      <table>
        <thead>
          <tr>${columns.map((column) =>
            html`<th scope="col" class="${classOf(column)}">${column.name}</th>`
          )}</tr>
        </thead>
        <tbody>${rows.map((row) =>
          html`<tr>${
            columns.map((column) => html`<td class="${classOf(column)}">${column.cell(row)}</td>`)
          }</tr>`
        )}</tbody>
      </table>
    </div>
  `;
}

/** Names with their values; what is empty is left out. */
export function factList(facts: readonly (readonly [name: string, value: HtmlValue])[]): Html {
  const shown = facts.filter(([, value]) => value !== undefined && value !== false && value !== "");
  return shown.length === 0 ? html`` : html`<dl class="facts">${
    shown.map(([name, value]) =>
      html`
        <div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>
      `
    )
  }</dl>`;
}

/** The way to whom questions go: an e-mail address or a page. */
export function contactLink(text: string): Html {
  const href = text.includes("@") && !text.includes("/") ? `mailto:${text}` : text;
  return html`<a href="${href}">${text}</a>`;
}

/** Links to the pages beside this one; `place`: which entries of a list this one has. */
export function pager(
  name: string,
  links: readonly (readonly [href: string, words: string] | false)[],
  place?: string,
): HtmlValue {
  const shown = links.filter((link) => link !== false);
  return (place ?? shown.length > 0) &&
    html`<nav class="pager" aria-label="${name}">${
      shown.map(([href, words]) => html`<a href="${href}">${words}</a>`)
    }${place && html`<span class="small">${place}</span>`}</nav>`;
}
