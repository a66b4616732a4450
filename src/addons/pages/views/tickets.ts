import type { ShowItem } from "../../../model/item/occasions.ts";
import { type Html, html } from "../../../page/html.ts";
import { occasionWords, type PageView, stateMark } from "./view.ts";

/** Shows as tickets, the first ones of a list: the hour on the stub, what it is and where beside it. */
export function showTickets(view: PageView, shows: readonly ShowItem[], most = 6): Html {
  return html`<ul class="tickets">${shows.slice(0, most).map((show) => ticket(view, show))}</ul>`;
}

function ticket(view: PageView, show: ShowItem): Html {
  const { read, words, paths } = view;
  const { id, title, venue, state, members, url } = show;
  const { language } = read.group;
  const href = paths.item("show", id) ?? url;
  const count = members.filter((name) => !read.hides(name)).length;
  return html`
    <li
      class="ticket${state !== "scheduled" && " off"}">${stub(view, show)}<div><strong
      lang="${language}">${href ? html`<a href="${href}">${title}</a>` : title}</strong>${venue &&
        html`<div lang="${language}">${venue}</div>`}${state !== "scheduled" &&
        html`<div>${stateMark(view, state)}</div>`}${count > 0 &&
        html`<div class="small">${words.inLineUp(count)}</div>`}</div></li>
  `;
}

/** The hour in the words of an instant. */
const HOUR = /^(.*?)\s*(\d{1,2}[:.]\d{2})\s*(.*)$/;

/** The torn end of a ticket: day, hour and zone below each other. */
function stub(view: PageView, show: ShowItem): Html {
  const when = occasionWords(view, show);
  const [, day, hour, zone] = HOUR.exec(when) ?? [];
  const words = hour === undefined
    ? html`<b class="day">${when}</b>`
    : html`<span>${day} </span><b>${hour}</b><span> ${zone}</span>`;
  return html`<time class="stub" datetime="${show.start_at}">${words}</time>`;
}
