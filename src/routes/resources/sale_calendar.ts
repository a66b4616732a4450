import { keptId, listPresent } from "../../catalog/phases.ts";
import type { EventRow, ShowRow } from "../../model/pack.ts";
import type { AnswerContext } from "../answer_context.ts";
import { type CalendarEvents, eventNamer, isWithin, nextTurn } from "./calendar_event.ts";
import type { MemberFilter } from "./filters.ts";

/** The tables whose items tickets are sold for, and the kind of each. */
const SOLD = { shows: "show", events: "event" } as const;

/**
 * The beginnings of sales of tickets, as calendars show them. Each is named by its item and its number
 * among the item's sales, so that it stays the same one if it moves.
 */
export function saleEvents(
  ctx: AnswerContext,
  table: keyof typeof SOLD,
  asked: MemberFilter,
): CalendarEvents {
  const { group, now, announced, catalog: { pack } } = ctx;
  const kind = SOLD[table];
  const nameOf = eventNamer(ctx, "ticket");
  const rows: readonly (ShowRow | EventRow)[] = group.table(table);
  const sales = rows.flatMap((row) =>
    (row.sales ?? []).map(([start, address, length], place) => ({
      ...{ id: row.id, open: row.open, members: row.members, start },
      uid: `${kind}-${keptId(row)}-${place + 1}`,
      lines: [address, length] as const,
    }))
  );
  const listing = asked.limit(
    listPresent(sales, now, (sale) => isWithin(sale, now) && asked.has(sale.members)),
  );
  return {
    parts: listing.rows.flatMap(({ id, uid, lines }) => [
      nameOf(uid, announced.modifiedAt(group.slug, kind, id)),
      pack.bytes(lines),
      "END:VEVENT\r\n",
    ]),
    validUntil: Math.min(listing.validUntil, nextTurn(sales, now)),
  };
}
