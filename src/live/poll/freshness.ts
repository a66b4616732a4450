import { isExpired } from "../records/claim.ts";
import { createOldListPoll, type OldListPollDeps } from "./old_list_poll.ts";
import { waitBriefly } from "./wait_briefly.ts";

/** Brings a memory that is out of date up to date before it answers. */
export interface LiveFreshness {
  /**
   * Undefined where memory is current, as it nearly always is. Else, on a cold or just awoken
   * process, resolves when it is, or after 2.5 s at the latest. Never rejects.
   */
  ensureFresh(): Promise<void> | undefined;
}

/** What {@linkcode createLiveFreshness} needs. */
export interface LiveFreshnessDeps extends OldListPollDeps {
  /** How often the store is read, in ms. */
  readonly followMs: number;
}

/** How long a request waits for a current memory. */
export const MAX_WAIT_MS = 2_500;

/** Between two attempts; a memory that missed a look at the store by this much is out of date. */
const RETRY_MS = 5_000;

export function createLiveFreshness(deps: LiveFreshnessDeps): LiveFreshness {
  const { state, poller, clock, polledTypes, followMs } = deps;
  const pollOldLists = createOldListPoll(deps);
  let attempt: { readonly at: number; readonly done: Promise<void> } | undefined;

  return { ensureFresh };

  function ensureFresh(): Promise<void> | undefined {
    const now = clock.now();
    const isBehind = now - state.syncedAt() > followMs + RETRY_MS;
    if (!isBehind && !isUnasked(now)) return pollOldLists();
    // Where the store is away, one attempt in a while is enough: other requests do not wait.
    if (attempt !== undefined && now - attempt.at < RETRY_MS) {
      return now - attempt.at < MAX_WAIT_MS ? attempt.done : undefined;
    }
    attempt = { at: now, done: waitBriefly(clock, sync(), MAX_WAIT_MS) };
    return attempt.done;
  }

  async function sync(): Promise<void> {
    await state.sync();
    if (isUnasked(clock.now())) await poller.pollDue();
    else await pollOldLists();
  }

  /** Whether a platform has expired without having failed: no process has asked it for long. */
  function isUnasked(now: number): boolean {
    return !state.storeFailed() && [...polledTypes].some((type) => {
      const { succeededAt, failures } = state.platform(type).claim;
      return failures === 0 && isExpired(succeededAt, now);
    });
  }
}
