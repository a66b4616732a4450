import { readInstant } from "../time/civil_date.ts";

/** The end of a service, as `site.yaml` announces it. */
export interface Sunset {
  /** A day, which begins in UTC, or an instant. */
  readonly on: string;
  readonly successor?: string | undefined;
  readonly note?: string | undefined;
}

/** The instant at which a service ends, in epoch ms. */
export function sunsetAt({ on }: Sunset): number {
  return readInstant(/^\d{4}-\d{2}-\d{2}$/.test(on) ? `${on}T00:00:00Z` : on);
}
