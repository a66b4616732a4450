import {
  birthdayLines,
  type CalendarOccasion,
  occasionLines,
} from "../../src/model/calendar_lines.ts";
import type { LeapDay } from "../../src/model/enums.ts";
import type { TicketItem } from "../../src/model/item/occasions.ts";
import type { SaleRow } from "../../src/model/pack.ts";
import type { Sale } from "../derive/admission.ts";
import type { Occasion } from "../derive/instants.ts";
import type { Person } from "../derive/roster.ts";
import type { Bodies } from "../emit/bodies.ts";
import type { MemberFile } from "../schema/content/member.ts";

/** What takes place, with what its start and its description are made of. */
interface Happening extends Omit<CalendarOccasion, "start" | "description"> {
  readonly occasion: Occasion;
  /** The paragraph before the names of those who take part. */
  readonly text: string | undefined;
  readonly people: readonly Person[];
}

/** What calendars say of a show or an event. */
export function occasionCalendar({ occasion, text, people, ...named }: Happening): string {
  // The day where the time is unknown.
  const start = occasion.untimed.isUntimed ? occasion.date : occasion.start;
  const names = people.map(({ name }) => name).join(", ");
  const description = [text, names].filter(Boolean).join("\n\n");
  return occasionLines({ ...named, start, description });
}

/** What is sold, as calendars name it. */
interface Sold {
  readonly title: string;
  readonly sales: readonly Sale[];
  readonly language: string;
}

/** How many minutes calendars give to the beginning of a sale. */
const SALE_MINUTES = 30;

/** The beginning of a sale (epoch ms), and the lines of its VEVENT. */
interface SaleText {
  readonly at: number;
  readonly lines: string;
}

/** What calendars say of the sales of tickets. */
export function saleTexts(
  { title, sales, language }: Sold,
  { state, url }: Pick<CalendarOccasion, "state" | "url">,
): readonly SaleText[] {
  const words = /^id(?:-|$)/.test(language) ? "Tiket mulai dijual" : "Tickets on sale";
  return sales.map(({ at, day, tickets }) => ({
    at,
    lines: occasionLines({
      title: `${words}: ${title}`,
      state,
      start: day ?? at,
      minutes: SALE_MINUTES,
      description: tickets.map(ticketText).filter(Boolean).join("\n"),
      url: tickets.find(({ url }) => url !== undefined)?.url ?? url,
    }),
  }));
}

/** Adds them; nothing if content names no sale. */
export function saleRows(
  sales: readonly SaleText[],
  bodies: Bodies,
): { readonly sales?: readonly SaleRow[] } {
  if (sales.length === 0) return {};
  return { sales: sales.map(({ at, lines }): SaleRow => [at, ...bodies.add(lines)]) };
}

/** `VIP, Rp250.000`. */
function ticketText({ type, price }: TicketItem): string {
  return [type, price].filter(Boolean).join(", ");
}

/** The birthday of a member; null where the date of birth is unknown. */
export function birthdayCalendar(
  { name, birth_date: birthDate }: MemberFile,
  leapDay: LeapDay,
): string | null {
  return birthDate === undefined ? null : birthdayLines(name, birthDate, leapDay);
}
