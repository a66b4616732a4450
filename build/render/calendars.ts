import {
  birthdayLines,
  type CalendarOccasion,
  occasionLines,
} from "../../src/model/calendar_lines.ts";
import type { LeapDay } from "../../src/model/enums.ts";
import type { TicketItem } from "../../src/model/item/occasions.ts";
import type { MemberRow, SaleRow, Span } from "../../src/model/pack.ts";
import type { Sale } from "../derive/admission.ts";
import type { Occasion } from "../derive/instants.ts";
import type { Person } from "../derive/roster.ts";
import type { Blob } from "../emit/blob.ts";

/** What takes place, with what its start and its description are made of. */
interface Happening extends Omit<CalendarOccasion, "start" | "description"> {
  readonly occasion: Occasion;
  /** The paragraph before the names of those who take part. */
  readonly text: string | undefined;
  readonly people: readonly Person[];
}

/** What calendars say of a show or an event. */
export function occasionCalendar(
  { occasion, text, people, ...named }: Happening,
  blob: Blob,
): Span {
  // The day where the time is unknown.
  const start = occasion.untimed.isUntimed ? occasion.date : occasion.start;
  const names = people.map(({ name }) => name).join(", ");
  const description = [text, names].filter(Boolean).join("\n\n");
  return blob.add(occasionLines({ ...named, start, description }));
}

/** What is sold, as calendars name it. */
interface Sold {
  readonly title: string;
  readonly sales: readonly Sale[];
  readonly language: string;
}

/** How many minutes calendars give to the beginning of a sale. */
const SALE_MINUTES = 30;

/** What calendars say of the sales of tickets; nothing if content names none. */
export function saleRows(
  { title, sales, language }: Sold,
  { state, url }: Pick<CalendarOccasion, "state" | "url">,
  blob: Blob,
): { readonly sales?: readonly SaleRow[] } {
  if (sales.length === 0) return {};
  const words = /^id(?:-|$)/.test(language) ? "Tiket mulai dijual" : "Tickets on sale";
  return {
    sales: sales.map(({ at, day, tickets }): SaleRow => {
      const lines = occasionLines({
        title: `${words}: ${title}`,
        state,
        start: day ?? at,
        minutes: SALE_MINUTES,
        description: tickets.map(ticketText).filter(Boolean).join("\n"),
        url: tickets.find(({ url }) => url !== undefined)?.url ?? url,
      });
      return [at, ...blob.add(lines)];
    }),
  };
}

/** `VIP, Rp250.000`. */
function ticketText({ type, price }: TicketItem): string {
  return [type, price].filter(Boolean).join(", ");
}

/** The birthday of a member; null where the date of birth is unknown. */
export function birthdayCalendar(
  { name, birthDate }: MemberRow,
  leapDay: LeapDay,
  blob: Blob,
): Span | null {
  return birthDate === undefined ? null : blob.add(birthdayLines(name, birthDate, leapDay));
}
