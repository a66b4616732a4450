import type { EventFile, ShowFile } from "../schema/content/occasions.ts";
import type { TicketItem } from "../../src/model/item/occasions.ts";
import { isCivilDate, readInstant } from "../../src/time/civil_date.ts";
import { dayStart, instantOf, offsetTimestamp } from "../../src/time/wall_clock.ts";
import { localTimeIn } from "../schema/content/field.ts";

/** What says how people come to see it. */
export type Admitted = Pick<ShowFile | EventFile, "tickets" | "stream">;

/** The instant (epoch ms) at which a sale begins; of a day alone its first. */
export function saleInstant(written: string, zone: string): number {
  const [day, time] = localTimeIn(written) ?? [];
  if (day !== undefined) return instantOf(day, time!, zone);
  return isCivilDate(written) ? dayStart(written, zone) : readInstant(written);
}

/** What answers say of tickets and of the stream. */
export function admissionItem({ tickets, stream }: Admitted, zone: string) {
  return {
    tickets: tickets.length === 0 ? undefined : tickets.map((one) => ticketItem(one, zone)),
    stream,
  };
}

function ticketItem(
  { type, price, sale_from: written, url }: Admitted["tickets"][number],
  zone: string,
): TicketItem {
  const sale_from = written && offsetTimestamp(saleInstant(written, zone), zone);
  return { type, price, sale_from, url };
}

/** When sales of tickets begin (epoch ms), soonest first; nothing if content names no sale. */
export function salesOf(
  { tickets }: Admitted,
  zone: string,
): { readonly sales?: readonly number[] } {
  const instants = tickets.flatMap(({ sale_from }) =>
    sale_from === undefined ? [] : saleInstant(sale_from, zone)
  );
  return instants.length === 0 ? {} : { sales: [...new Set(instants)].sort((a, b) => a - b) };
}
