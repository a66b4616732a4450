import type { LiveType } from "../../model/enums.ts";
import type { LiveEvent } from "../records/live_event.ts";

/** Learns what changes in the memory of this process. */
export interface StateListener {
  /** A list, a viewer count or a source's state may be different now. */
  onChange?(): void;
  /** A claim of a new version was read or written. */
  onClaim?(type: LiveType): void;
  /** The events between the state before and the one now; null where some are not known. */
  onEvents?(events: readonly LiveEvent[] | null): void;
}

/** Those who learn of changes. */
export interface StateListeners {
  /** Returns the function that ends the subscription. */
  subscribe(listener: StateListener): () => void;
  notify(call: (listener: StateListener) => void): void;
}

export function createStateListeners(): StateListeners {
  const listeners = new Set<StateListener>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(call) {
      for (const listener of listeners) call(listener);
    },
  };
}
