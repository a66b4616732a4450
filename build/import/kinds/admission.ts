import { isDeepStrictEqual } from "node:util";
import { saleInstant } from "../../derive/admission.ts";
import { link, saleStart } from "../../schema/content/field.ts";
import { say } from "../../words/say.ts";
import type { Rule } from "../merge/rules.ts";
import type { RecordReader } from "../record/record.ts";
import { textOf } from "../record/values.ts";

/** Tickets of one sort, as a file has them. */
interface DumpTicket {
  readonly type?: string;
  readonly price?: string;
  readonly sale_from?: string;
  readonly url?: string;
}

/** A stream, as a file has it. */
interface DumpStream {
  readonly url: string;
  readonly price?: string;
}

/** The tickets of a record; what no file can hold is lost. */
export function readTickets(record: RecordReader): DumpTicket[] | undefined {
  return record.items("tickets")?.map(({ type, name, price, sale_from, url, ...rest }) => {
    record.loseBeside("tickets", rest);
    return withoutGaps({
      type: textOf(type) ?? textOf(name),
      price: textOf(price),
      sale_from: fitting(record, "tickets.sale_from", textOf(sale_from), saleStart),
      url: fitting(record, "tickets.url", textOf(url), link),
    });
  }).filter((ticket) => Object.keys(ticket).length > 0);
}

/** The stream of a record: an address, or an object with one. */
export function readStream(record: RecordReader): DumpStream | undefined {
  const value = record.take("stream");
  if (value === undefined) return undefined;
  const fields = typeof value === "object" ? value as Record<string, unknown> : { url: value };
  const { url: written, price: cost, ...rest } = fields;
  const url = fitting(record, "stream", textOf(written), link);
  if (url === undefined) return undefined;
  record.loseBeside("stream", rest);
  const price = textOf(cost);
  return { url, ...(price !== undefined && { price }) };
}

/** A text that a file can hold; any other is lost. */
function fitting(
  record: RecordReader,
  field: string,
  text: string | undefined,
  type: typeof link | typeof saleStart,
): string | undefined {
  if (text === undefined || type.safeParse(text).success) return text;
  record.lose(field, say`it is no address or day that files take`, text);
  return undefined;
}

function withoutGaps(ticket: { [Name in keyof DumpTicket]: string | undefined }): DumpTicket {
  return Object.fromEntries(Object.entries(ticket).filter(([, value]) => value !== undefined));
}

/** The same tickets, however the file writes their prices and the beginnings of their sales. */
export const ticketsRule: Rule = (had, wanted, { zone }) => {
  const meant = (tickets: unknown) =>
    Array.isArray(tickets) ? tickets.map((ticket) => meaningOf(ticket, zone)) : [];
  const isSame = isDeepStrictEqual(meant(had), meant(wanted));
  return isSame || meant(wanted).length === 0 ? had : wanted;
};

function meaningOf({ type, price, sale_from, url }: DumpTicket, zone: string) {
  const isRead = sale_from !== undefined && saleStart.safeParse(sale_from).success;
  const sale = isRead ? saleInstant(sale_from, zone) : sale_from;
  return [type, price === undefined ? undefined : String(price), sale, url];
}
