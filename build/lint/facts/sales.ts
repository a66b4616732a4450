import type { GroupContent } from "../../check/content.ts";
import { type Admitted, saleInstant } from "../../derive/admission.ts";
import { type Dated, occasionOf } from "../../derive/instants.ts";
import { type ReportDiagnostic, warningAt } from "../../diagnostic/diagnostic.ts";
import type { Entry } from "../../check/content.ts";
import { say } from "../../words/say.ts";

/** Warns of tickets that say nothing, and of sales that begin when it is too late. */
export function warnSales(
  entries: readonly Entry<Dated & Admitted>[],
  { timezone }: GroupContent["group"],
  report: ReportDiagnostic,
): void {
  for (const { file, source } of entries) {
    const { start } = occasionOf(file, timezone);
    file.tickets.forEach((ticket, place) => {
      const { type, price, sale_from, url } = ticket;
      if ([type, price, sale_from, url].every((value) => value === undefined)) {
        const message = say`This ticket says nothing: write type, price, sale_from or url, or take
          it away`;
        report(warningAt(source.locate(["tickets", place]), message));
      }
      if (sale_from === undefined || saleInstant(sale_from, timezone) < start) return;
      const message = say`The sale begins when it has begun (${file.date}): correct sale_from or
        date`;
      report(warningAt(source.locate(["tickets", place, "sale_from"]), message));
    });
  }
}
