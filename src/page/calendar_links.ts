import { type Html, html } from "./html.ts";

/** The programs that can follow a calendar, with links that add it to each; `name` is the calendar's. */
export function calendarLinks(
  name: string,
  address: string,
  onThisDevice = "On this device",
): Html {
  const webcal = address.replace(/^https?:/, "webcal:");
  return html`
    <a href="${webcal}" aria-label="${name}: ${onThisDevice}">${onThisDevice}</a> · <a
      href="https://calendar.google.com/calendar/r?cid=${webcal}"
      aria-label="${name}: Google">Google</a> · <a
      href="https://outlook.live.com/calendar/0/addfromweb?url=${address}"
      aria-label="${name}: Outlook">Outlook</a>
  `;
}
