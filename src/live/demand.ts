import type { Clock } from "../platform/clock.ts";

/** How long a request counts as demand, in ms. */
const REQUEST_LASTS_MS = 60_000;

/** Whether anyone wants to know who is on air. */
export interface Demand {
  isActive(): boolean;
  /** Notes that someone asks. Cheap. */
  noteRequest(): void;
  /** Notes a stream that is open until the returned function is called. */
  addListener(): () => void;
}

/** Creates the demand of a process; `onStart` is called when it begins again. */
export function createDemand(clock: Clock, onStart: () => void): Demand {
  let requestedAt = -Infinity;
  let listeners = 0;
  return { isActive, noteRequest, addListener };

  function isActive(): boolean {
    return listeners > 0 || clock.now() - requestedAt <= REQUEST_LASTS_MS;
  }

  function noteRequest(): void {
    const wasActive = isActive();
    requestedAt = clock.now();
    if (!wasActive) onStart();
  }

  function addListener(): () => void {
    noteRequest();
    listeners++;
    let isOpen = true;
    return () => {
      if (isOpen) listeners--;
      isOpen = false;
    };
  }
}
