import { type Html, html } from "./html.ts";
import { dayList } from "./parts.ts";

/** What can be subscribed to: its name, and its whole address. */
export interface Subscription {
  readonly name: string;
  readonly address: string;
  /** Whether it is a calendar; else a feed of articles. */
  readonly isCalendar: boolean;
}

/** Where one reads how to get an address with a feed token in it. */
const CALENDARS_PAGE = "/docs/calendars";

/** Calendars and feeds with the links that programs open; undefined: one needs a feed token for them. */
export function subscribePart(subscriptions: readonly Subscription[] | undefined): Html {
  if (subscriptions === undefined) {
    return html`<p class="small">Calendars of shows, events and birthdays: <a
      href="${CALENDARS_PAGE}">how to subscribe</a>.</p>`;
  }
  return html`
    <h3>Subscribe</h3>
    ${dayList(subscriptions.map((one) => ({ when: one.name, what: linksTo(one) })))}
    <p class="small"><a href="${CALENDARS_PAGE}">How calendars and feeds work</a>, and how often programs look
      for what is new.</p>
  `;
}

function linksTo({ name, address, isCalendar }: Subscription): Html {
  const shown = html`<code class="address">${address}</code>`;
  if (!isCalendar) return html`<a href="${address}">Open the feed</a><br>${shown}`;
  const webcal = address.replace(/^https?:/, "webcal:");
  return html`
    <a href="${webcal}" aria-label="${name}: subscribe on this device">On this device</a> · <a
      href="https://calendar.google.com/calendar/r?cid=${webcal}"
      aria-label="${name}: add to Google Calendar">Google</a> · <a
      href="https://outlook.live.com/calendar/0/addfromweb?url=${address}"
      aria-label="${name}: add to Outlook">Outlook</a><br>${shown}
  `;
}
