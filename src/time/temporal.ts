/**
 * This room computes dates and instants in time zones.
 *
 * @module
 */

/**
 * The one place that hands out Temporal: the runtime's own, or else the polyfill. The polyfill is
 * imported only where it is needed; importing it always costs about 20 ms of start.
 */
const native = (globalThis as { Temporal?: typeof globalThis.Temporal }).Temporal;

export const Temporal: typeof globalThis.Temporal = native ??
  ((await import("temporal-polyfill")).Temporal as unknown as typeof globalThis.Temporal);

/** The types by the same name, so that `Temporal.PlainDate` reads the same as value and as type. */
export declare namespace Temporal {
  type Instant = globalThis.Temporal.Instant;
  type ZonedDateTime = globalThis.Temporal.ZonedDateTime;
  type PlainDate = globalThis.Temporal.PlainDate;
  type PlainTime = globalThis.Temporal.PlainTime;
  type PlainDateTime = globalThis.Temporal.PlainDateTime;
  type PlainYearMonth = globalThis.Temporal.PlainYearMonth;
  type PlainMonthDay = globalThis.Temporal.PlainMonthDay;
  type Duration = globalThis.Temporal.Duration;
}
