import { type Html, html, type HtmlValue } from "./html.ts";
import { badge } from "./parts.ts";
import { langOf } from "./people.ts";

/** A show as a ticket: the hour on its stub, what it is and where beside it. */
export interface Ticket {
  readonly title: string;
  readonly href?: string | undefined;
  /** The hour or day in words, such as `today 19:00 WIB`. */
  readonly when: string;
  /** The same for programs. */
  readonly at?: string | undefined;
  readonly where?: string | undefined;
  /** The language of title and venue (BCP 47), if it is not the page's. */
  readonly lang?: string | undefined;
  readonly state?: ShowState | undefined;
  /** The state in the page's language; in English if left out. */
  readonly stateWord?: string;
  /** What else there is to say. */
  readonly note?: HtmlValue;
}

/** Whether a show takes place. */
export type ShowState = "scheduled" | "cancelled" | "postponed";

/** A ticket, as an entry of a list of {@linkcode tickets}. */
export function ticket(show: Ticket): Html {
  const { title, href, where, lang, state = "scheduled", note } = show;
  const name = href ? html`<a href="${href}">${title}</a>` : title;
  return html`
    <li
      class="ticket${state !== "scheduled" && " off"}">${stub(show)}<div><strong${langOf(
        lang,
      )}>${name}</strong>${where &&
        html`<div${langOf(lang)}>${where}</div>`}${state !== "scheduled" &&
        html`<div>${stateBadge(state, show.stateWord)}</div>`}${note &&
        html`<div class="small">${note}</div>`}</div></li>
  `;
}

/** Tickets side by side. */
export function tickets(list: readonly Ticket[]): Html {
  return html`<ul class="tickets">${list.map(ticket)}</ul>`;
}

/** That a show does not take place as planned; nothing if it does. */
export function stateBadge(state: ShowState, word: string = state): HtmlValue {
  return state !== "scheduled" && badge(state === "cancelled" ? "bad" : "warn", word);
}

/** The hour in the words of an instant. */
const HOUR = /^(.*?)\s*(\d{1,2}[:.]\d{2})\s*(.*)$/;

/** The torn end of a ticket: day, hour and zone below each other. */
function stub({ when, at }: Pick<Ticket, "when" | "at">): Html {
  const [, day, hour, zone] = HOUR.exec(when) ?? [];
  const words = hour === undefined
    ? html`<b class="day">${when}</b>`
    : html`<span>${day} </span><b>${hour}</b><span> ${zone}</span>`;
  return at
    ? html`<time class="stub" datetime="${at}">${words}</time>`
    : html`<span class="stub">${words}</span>`;
}

/** A day of a calendar. */
export interface Day {
  /** `YYYY-MM-DD`, or another form that programs read. */
  readonly date: string;
  readonly words: string;
  readonly isToday?: boolean;
}

/** A day as a line, on which each thing that happens is a light. */
export function dayLine({ date, words, isToday }: Day, items: readonly HtmlValue[]): Html {
  return html`
    <div class="dayline${isToday === true && " today"}">
      <time datetime="${date}">${words}</time>
      <ul>${items.map((item) =>
        html`
          <li>
            <div>${item}</div>
          </li>
        `
      )}</ul>
    </div>
  `;
}
