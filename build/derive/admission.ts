import type { EventFile, ShowFile } from "../schema/content/occasions.ts";
import type { TicketItem } from "../../src/model/item/occasions.ts";
import { isCivilDate, readInstant } from "../../src/time/civil_date.ts";
import { dayStart, instantOf, offsetTimestamp } from "../../src/time/wall_clock.ts";
import { localTimeIn } from "../schema/content/field.ts";

/** What says how people come to see it. */
export type Admitted = Pick<ShowFile | EventFile, "tickets" | "stream">;

/** The beginning of the sale of some tickets. */
export interface Sale {
  /** Epoch ms. */
  readonly at: number;
  /** The local day, if content names no time of it. */
  readonly day: string | undefined;
  readonly tickets: readonly TicketItem[];
}

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

/** The sales of tickets, soonest first; those that begin together are one. */
export function salesOf({ tickets }: Admitted, zone: string): readonly Sale[] {
  const known = tickets.flatMap((ticket) =>
    ticket.sale_from === undefined
      ? []
      : [{ written: ticket.sale_from, at: saleInstant(ticket.sale_from, zone), ticket }]
  );
  return [...Map.groupBy(known, ({ at }) => at)].sort(([one], [other]) => one - other)
    .map(([at, some]) => ({
      at,
      day: some.every(({ written }) => isCivilDate(written)) ? some[0]!.written : undefined,
      tickets: some.map(({ ticket }) => ticketItem(ticket, zone)),
    }));
}
