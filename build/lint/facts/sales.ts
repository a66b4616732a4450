import type { GroupContent } from "../../check/content.ts";
import { type Admitted, saleInstant } from "../../derive/admission.ts";
import { type Dated, occasionOf } from "../../derive/instants.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import type { Entry } from "../../check/content.ts";
import { readInstant } from "../../../src/time/civil_date.ts";
import { DAY_MS } from "../../../src/toolbox/durations.ts";
import { warnTwice } from "../repeats.ts";
import { phrase, type Words } from "../../words/say.ts";

type SoldFile = Dated & Admitted & { readonly publish_at?: string | undefined };

/** Warns of tickets that say nothing, and of sales that begin when they hardly do. */
export function warnSales(
  entries: readonly Entry<SoldFile>[],
  { timezone }: GroupContent["group"],
  report: ReportDiagnostic,
): void {
  for (const { file, source } of entries) {
    if (file.tickets.length === 0) continue;
    const { start } = occasionOf(file, timezone);
    const keys = file.tickets.map((ticket) => JSON.stringify(ticket));
    warnTwice(keys, source, (at) => ["tickets", at], phrase`ticket`, report);
    file.tickets.forEach((ticket, place) => {
      const { type, price, sale_from, url } = ticket;
      if ([type, price, sale_from, url].every((value) => value === undefined)) {
        const message =
          phrase`This ticket says nothing: write type, price, sale_from or url, or take
          it away`;
        report(warningAt(source.locate(["tickets", place]), message));
      }
      if (sale_from === undefined) return;
      const message = saleProblem(saleInstant(sale_from, timezone), start, file);
      if (message === undefined) return;
      report(warningAt(source.locate(["tickets", place, "sale_from"]), message));
    });
  }
}

/** How long before something its tickets are hardly sold. */
const EARLIEST_MS = 366 * DAY_MS;

/** What is said of the instant (epoch ms) at which a sale begins; undefined: nothing. */
function saleProblem(
  sale: number,
  start: number,
  { date, publish_at }: SoldFile,
): Words | undefined {
  if (sale >= start) {
    return phrase`The sale begins when it has begun (${date}): correct sale_from or date`;
  }
  if (sale < start - EARLIEST_MS) {
    return phrase`The sale begins more than a year before it (${date}): correct sale_from or date`;
  }
  if (publish_at === undefined || sale >= readInstant(publish_at)) return undefined;
  return phrase`The sale begins before this is published (publish_at): correct one of the two`;
}
