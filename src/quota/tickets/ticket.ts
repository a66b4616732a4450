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
export function readTicketName(name: string): { holder: string; number: number } {
  const dot = name.length - DIGITS - 1;
  return { holder: name.slice(0, dot), number: Number(name.slice(dot + 1)) };
}
