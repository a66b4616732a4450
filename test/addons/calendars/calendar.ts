import assert from "node:assert/strict";
import ICAL from "ical.js";

/** An event of a calendar. */
export interface CalendarEvent {
  readonly uid: string;
  readonly title: string;
  /** An instant of UTC, or a day `YYYY-MM-DD`. */
  readonly start: string;
  /** The instant or day at which it is over. */
  readonly end: string;
  readonly status: string;
  readonly stamp: string;
  readonly modified: string;
  readonly sequence: number;
  readonly transparency: string;
  /** The days it falls on from one year on to another (not included). */
  days(fromYear: number, toYear: number): string[];
}

const encoder = new TextEncoder();

/** Reads a calendar, and holds each of its lines to RFC 5545. */
export function readCalendar(text: string): CalendarEvent[] {
  assertLines(text);
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map(eventOf);
}

/** Each line ends in CRLF and has at most 75 octets (RFC 5545, 3.1), none is empty. */
function assertLines(text: string): void {
  const lines = text.split("\r\n");
  assert.equal(lines.pop(), "");
  for (const line of lines) {
    assert.ok(line !== "" && !/[\r\n]/.test(line), JSON.stringify(line));
    assert.ok(encoder.encode(line).length <= 75, line);
  }
}

function eventOf(component: ICAL.Component): CalendarEvent {
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? "");
  const event = new ICAL.Event(component);
  return {
    uid: text("uid"),
    title: text("summary"),
    start: text("dtstart"),
    end: String(event.endDate),
    status: text("status"),
    stamp: text("dtstamp"),
    modified: text("last-modified"),
    sequence: Number(text("sequence")),
    transparency: text("transp"),
    days(from, to) {
      const iterator = event.iterator();
      const days: string[] = [];
      for (let next = iterator.next(); next && next.year < to; next = iterator.next()) {
        if (next.year >= from) days.push(next.toString());
      }
      return days;
    },
  };
}
