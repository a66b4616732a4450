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
  return html`<time datetime="${dateTime}">${words}</time>`;
}

/** A block of code with its language; a script adds the copy button. */
export function codeBlock(code: HtmlValue, language: string): Html {
  return html`
    <div
      class="code"><span class="lang">${language}</span><pre tabindex="0"><code>${code}</code></pre></div>
  `;
}

interface TableColumn<Row> {
  readonly name: string;
  /** Numbers are at the right. */
  readonly isNumber?: boolean;
  /** Leads to the table in the order of this column. */
  readonly href?: string;
  readonly sorted?: "ascending" | "descending" | undefined;
  cell(row: Row): HtmlValue;
}

/** A table whose header stays, in a box of its own that scrolls; without rows, `empty`. */
export function recordTable<Row>(
  title: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  empty: HtmlValue,
): Html {
  if (rows.length === 0) return emptyState(empty);
  const classOf = (column: TableColumn<Row>) => column.isNumber ? "number" : "";
  return html`
    <div class="scroll" role="region" aria-label="${title}" tabindex="0">
      <table>
        <thead>
          <tr>${columns.map((column) =>
            html`<th scope="col" class="${classOf(column)}" ${
              column.sorted && html`aria-sort="${column.sorted}"`
            }>${headOf(column)}</th>`
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

function headOf({ name, href, sorted }: TableColumn<never>): HtmlValue {
  if (href === undefined) return name;
  const arrow = sorted && html`
    <span aria-hidden="true">${sorted === "ascending" ? "↑" : "↓"}</span>
  `;
  return html`<a href="${href}">${name}</a>${arrow}`;
}

/** Names with their values; what is empty is left out. */
export function factList(facts: readonly (readonly [name: string, value: HtmlValue])[]): Html {
  const shown = facts.filter(([, value]) => value !== undefined && value !== false && value !== "");
  return html`<dl class="facts">${
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

/** Which entries of a list a page has, counted from 1, and the pages beside it. */
export interface ListPlace {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** What a pager says. */
export interface PagerWords {
  readonly name: string;
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

/** Links to the pages of a list before and behind this one; in English where `words` is left out. */
export function pager(place: ListPlace, words: PagerWords = englishPager(place)): Html {
  const { previous, next } = place;
  return html`
    <nav class="pager" aria-label="${words.name}"><span>${words.place}</span>${previous !==
        undefined &&
      html`<a href="${previous}" rel="prev">${words.before}</a>`}${next !== undefined &&
      html`<a href="${next}" rel="next">${words.after}</a>`}</nav>
  `;
}

function englishPager({ first, last, total }: ListPlace): PagerWords {
  return {
    name: "Pages of the list",
    place: `${first}–${last} of ${total}`,
    before: "Earlier in the list",
    after: "Further in the list",
  };
}
