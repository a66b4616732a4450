import type { Clock } from "../../platform/clock.ts";

/** How long a request counts as demand, in ms. */
const REQUEST_LASTS_MS = 60_000;

/** Whether anyone wants to know who is on air. */
export interface Demand {
  /** Notes that someone asks now. */
  noteRequest(): void;
  /** Notes a stream that is open until the returned function is called. */
  addListener(): () => void;
  isActive(): boolean;
}

/** `onStart` is called when demand begins anew. */
export function createDemand(clock: Clock, onStart: () => void): Demand {
  let requestedAt = -Infinity;
  let listeners = 0;

  return { noteRequest, addListener, isActive };

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
