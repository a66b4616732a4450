import { compareTexts } from "../../toolbox/compare_texts.ts";

/** What a holder asks of one ticket log, or gives back to it. Written once, never changed. */
export interface Ticket {
  /** Units asked for; below 0: given back. */
  readonly want: number;
  /** The quota as the writer's plan has it; the fold grants by the limit of each ticket. */
  readonly limit: number;
  /** When it was written, epoch ms by the writer's clock: tells who is active, orders nothing. */
  readonly at: number;
  /** The day in the plan's zone that usage reports count it for, `YYYY-MM-DD`. */
  readonly day: string;
  /** The holder keeps no unspent units after this one. */
  readonly done?: true;
  /** Units an operator adds to the limit for the rest of the period. */
  readonly credit?: number;
}

/** The tickets of one account in one period. */
export interface TicketLog {
  readonly account: string;
  readonly period: string;
}

const DIGITS = 9;

/** `<holder>.<number>`, the number with 9 digits, so that one holder's tickets sort in order. */
export function ticketName(holder: string, number: number): string {
  return `${holder}.${String(number).padStart(DIGITS, "0")}`;
}

/** The holder and number of a {@linkcode ticketName}. */
function readTicketName(name: string): { holder: string; number: number } {
  const dot = name.length - DIGITS - 1;
  return { holder: name.slice(0, dot), number: Number(name.slice(dot + 1)) };
}

/** A ticket as it is stored. */
export interface StoredTicket {
  /** `<holder>.<number>`. */
  readonly name: string;
  /** The versionstamp of its commit. */
  readonly version: string;
  readonly ticket: Ticket;
}

/** The last word of one holder. */
export interface HolderState {
  readonly number: number;
  /** What that ticket was granted. */
  readonly grant: number;
  readonly at: number;
  /** It keeps no unspent units. */
  readonly done: boolean;
}

/** What a sequence of tickets comes to. It is also what a checkpoint holds. */
export interface Totals {
  /** Units granted less units given back: what is spent, leased or lost. */
  readonly taken: number;
  /** Units operators added to the limit. */
  readonly credited: number;
  /** {@linkcode taken} by day. */
  readonly days: Readonly<Record<string, number>>;
  readonly holders: Readonly<Record<string, HolderState>>;
  /** How many holders a checkpoint has dropped from {@linkcode holders}, ever. */
  readonly forgotten: number;
}

export const EMPTY_TOTALS: Totals = { taken: 0, credited: 0, days: {}, holders: {}, forgotten: 0 };

/**
 * Folds `tickets`, which come after those of `base`, in the order of their commits.
 *
 * A ticket is granted `clamp(limit + credits − Σ earlier grants, 0, want)`, by the limit it carries
 * itself: a process that folds the same tickets finds the same grants, whatever plan it knows. A
 * grant never lifts the sum above the limit its ticket carries, and a sum never exceeds the largest
 * limit.
 */
export function fold(base: Totals, tickets: readonly StoredTicket[]): Totals {
  let { taken, credited } = base;
  const days = { ...base.days };
  const holders = { ...base.holders };
  for (const { name, ticket } of inCommitOrder(tickets)) {
    credited += ticket.credit ?? 0;
    const left = ticket.limit + credited - taken;
    const grant = ticket.want < 0 ? ticket.want : Math.max(0, Math.min(ticket.want, left));
    taken += grant;
    days[ticket.day] = (days[ticket.day] ?? 0) + grant;
    const { holder, number } = readTicketName(name);
    if (number >= (holders[holder]?.number ?? 0)) {
      holders[holder] = { number, grant, at: ticket.at, done: ticket.done === true };
    }
  }
  return { taken, credited, days, holders, forgotten: base.forgotten };
}

/** Tickets by version; those of one commit, which share it, by name. */
export function inCommitOrder(tickets: readonly StoredTicket[]): StoredTicket[] {
  return tickets.toSorted((a, b) =>
    compareTexts(a.version, b.version) || compareTexts(a.name, b.name)
  );
}

/** Whether the last ticket in the order of commits is one of `holder`. */
export function isLastOf(tickets: readonly StoredTicket[], holder: string): boolean {
  const last = inCommitOrder(tickets).at(-1);
  return last !== undefined && readTicketName(last.name).holder === holder;
}

/** What a plan of `limit` units still has to grant. */
export function remainingOf(totals: Totals, limit: number): number {
  return Math.max(0, limit + totals.credited - totals.taken);
}

/** A holder that wrote a ticket within this time is active. */
const ACTIVE_MS = 60_000;
/** An idle holder reads its log every 10 minutes; one that is silent for twice as long has died. */
const ALIVE_MS = 1_200_000;

/** Counts the holders that lease from the log now, `self` included. */
export function activeHolders(totals: Totals, self: string, now: number): number {
  return 1 + others(totals, self).filter(({ done, at }) => !done && now - at < ACTIVE_MS).length;
}

/** Whether another holder may have units that it could still give back. */
export function othersMayGiveBack(totals: Totals, self: string, now: number): boolean {
  return others(totals, self).some(({ done, at }) => !done && now - at < ALIVE_MS);
}

/** Whether another holder has ever leased from the log. */
export function hasOthers(totals: Totals, self: string): boolean {
  return others(totals, self).length > 0;
}

function others({ holders }: Totals, self: string): HolderState[] {
  return Object.keys(holders).filter((name) => name !== self).map((name) => holders[name]!);
}
