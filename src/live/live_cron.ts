/** The name under which the wake-up is registered. */
export const LIVE_CRON = "live";

/** Every minute. */
export const LIVE_CRON_SCHEDULE = "* * * * *";

/** A little less than a minute, so that a wake-up that comes early still polls. */
const MIN_AGE_MS = 45_000;

/** What {@linkcode createLiveCron} needs. */
export interface LiveCronDeps {
  /** `DENO_TIMELINE`: which deployment this is; undefined outside Deno Deploy. */
  readonly timeline: () => string | undefined;
  readonly pollOlderThan: (minAgeMs: number) => Promise<void>;
}

/**
 * Makes the handler that keeps the lists fresh where instances sleep. It is registered for every
 * deployment, so it looks inside whether this is the one that serves: branches would poll as well.
 */
export function createLiveCron({ timeline, pollOlderThan }: LiveCronDeps): () => Promise<void> {
  return async function wakeLive() {
    const name = timeline();
    if (name === undefined || name === "production") await pollOlderThan(MIN_AGE_MS);
  };
}
