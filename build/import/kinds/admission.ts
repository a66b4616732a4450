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
    const sale = fitting(sale_from, saleStart);
    const address = fitting(url, link);
    record.loseBeside("tickets", {
      ...rest,
      ...(sale === undefined && { sale_from }),
      ...(address === undefined && { url }),
    });
    return withoutGaps({
      type: textOf(type) ?? textOf(name),
      price: textOf(price),
      sale_from: sale,
      url: address,
    });
  }).filter((ticket) => Object.keys(ticket).length > 0);
}

/** The stream of a record: an address, or an object with one. */
export function readStream(record: RecordReader): DumpStream | undefined {
  const value = record.take("stream");
  if (value === undefined) return undefined;
  const fields = typeof value === "object" ? value as Record<string, unknown> : { url: value };
  const { url: written, price: cost, ...rest } = fields;
  const url = fitting(written, link);
  if (url === undefined) {
    record.lose("stream", say`it has no address that starts with https://`, value);
    return undefined;
  }
  record.loseBeside("stream", rest);
  const price = textOf(cost);
  return { url, ...(price !== undefined && { price }) };
}

/** A text that a file can hold. */
function fitting(value: unknown, type: typeof link | typeof saleStart): string | undefined {
  const text = textOf(value);
  return text !== undefined && type.safeParse(text).success ? text : undefined;
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
