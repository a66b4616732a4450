/**
 * The one place that hands out Temporal: the runtime's own, or else the polyfill. The polyfill is
 * imported only where it is needed; importing it always costs about 20 ms of start.
 */
const native = (globalThis as { Temporal?: typeof globalThis.Temporal }).Temporal;

export const Temporal: typeof globalThis.Temporal = native ??
  ((await import("temporal-polyfill")).Temporal as unknown as typeof globalThis.Temporal);
