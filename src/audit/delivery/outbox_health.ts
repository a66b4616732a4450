import type { Log } from "../../platform/log.ts";
import type { PostOutcome } from "../../delivery/post.ts";

/** How telling goes; an outbox that is stopped posts no more. */
export type Health = "ok" | "failing" | "stopped";

/** Follows how telling goes and logs each change once. */
export interface OutboxHealth {
  readonly state: Health;
  /** `isPlain`: the message was posted without what callers wrote. */
  posted(outcome: PostOutcome, waiting: number, isPlain: boolean): void;
  /** The record ends before the last use posted: somebody cut it. */
  recordIsShort(recorded: number, told: number): void;
}

/** Creates the health of the outbox of one sink. */
export function createOutboxHealth(log: Log, sink: string): OutboxHealth {
  let state: Health = "ok";

  function stop(waiting: number, reason: string): void {
    state = "stopped";
    log.error("Uses of priority tokens are no longer told: check the webhook, then start again", {
      sink,
      waiting,
      reason,
    });
  }

  function fail(waiting: number, reason: string, isNews: boolean): void {
    state = "failing";
    if (!isNews) return;
    log.warn("Cannot tell uses of priority tokens, trying again", { sink, waiting, reason });
  }

  return {
    get state() {
      return state;
    },
    posted(outcome, waiting, isPlain) {
      switch (outcome.kind) {
        case "sent":
          state = "ok";
          return;
        case "wait":
          log.warn("Told too fast, waiting", { sink, waiting, ms: outcome.pauseMs });
          return;
        case "stop":
          return stop(waiting, outcome.reason);
        case "refused":
          return isPlain ? stop(waiting, outcome.reason) : fail(waiting, outcome.reason, true);
        case "failed":
          return fail(waiting, outcome.reason, state === "ok");
      }
    },
    recordIsShort(recorded, told) {
      if (state === "ok") {
        log.error("The record ends before what was told: run audit verify", { recorded, told });
      }
      state = "failing";
    },
  };
}
