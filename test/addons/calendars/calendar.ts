import assert from "node:assert/strict";
import ICAL from "ical.js";
import ical, { type VEvent } from "node-ical";

/** An event of a calendar, as two libraries read it alike. */
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

/** Reads a calendar with two libraries, which have to agree, and holds each of its lines to RFC 5545. */
export function readCalendar(text: string): CalendarEvent[] {
  assertLines(text);
  const calendar = new ICAL.Component(ICAL.parse(text));
  const others = ical.sync.parseICS(text);
  return calendar.getAllSubcomponents("vevent").map((component) => {
    const event = eventOf(component);
    const other = others[event.uid] as VEvent | undefined;
    assert.ok(other, `node-ical has no ${event.uid}`);
    // node-ical 0.27 reads an escaped backslash before an n as a line end.
    if (!event.title.includes("\\")) assert.equal(textOf(other.summary), event.title);
    assert.equal(momentOf(other.start, other), event.start, event.uid);
    assert.equal(momentOf(other.end!, other), event.end, event.uid);
    assert.equal(other.status ?? "", event.status);
    return { ...event, days: (from, to) => daysOf(component, other, from, to) };
  });
}

/** Each line ends in CRLF and has at most 75 octets (RFC 5545, 3.1), none is empty. */
export function assertLines(text: string): void {
  const lines = text.split("\r\n");
  assert.equal(lines.pop(), "");
  for (const line of lines) {
    assert.ok(line !== "" && !/[\r\n]/.test(line), JSON.stringify(line));
    assert.ok(encoder.encode(line).length <= 75, line);
  }
}

function eventOf(component: ICAL.Component): Omit<CalendarEvent, "days"> {
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? "");
  return {
    uid: text("uid"),
    title: text("summary"),
    start: String(component.getFirstPropertyValue("dtstart")),
    end: String(new ICAL.Event(component).endDate),
    status: text("status"),
    stamp: text("dtstamp"),
    modified: text("last-modified"),
    sequence: Number(text("sequence")),
    transparency: text("transp"),
  };
}

function textOf(value: VEvent["summary"]): string {
  return typeof value === "string" ? value : value?.val ?? "";
}

function momentOf(moment: Date, { datetype }: VEvent): string {
  return datetype === "date" ? localDate(moment) : `${moment.toISOString().slice(0, 19)}Z`;
}

/** node-ical gives a day as its midnight here. */
function localDate(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, "0"));
  return `${String(date.getFullYear()).padStart(4, "0")}-${month}-${day}`;
}

function daysOf(component: ICAL.Component, other: VEvent, from: number, to: number): string[] {
  const iterator = new ICAL.Event(component).iterator();
  const days: string[] = [];
  for (let next = iterator.next(); next && next.year < to; next = iterator.next()) {
    if (next.year >= from) days.push(next.toString());
  }
  const between = other.rrule!.between(new Date(from, 0, 1), new Date(to - 1, 11, 31), true);
  assert.deepEqual(between.map(localDate), days, String(component.getFirstPropertyValue("uid")));
  return days;
}
