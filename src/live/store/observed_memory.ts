import type { Clock } from "../../platform/clock.ts";
import type { Random } from "../../platform/random.ts";
import { LIVE_TYPES, type LiveType } from "../../model/enums.ts";
import type { Claim } from "../records/claim.ts";
import type { LiveEvent } from "../records/live_event.ts";
import type { LiveChange, LiveHead, LivePeek, LiveSnapshot, Versioned } from "./live_commit.ts";
import {
  EMPTY_MEMORY,
  isNewer,
  type LiveMemory,
  withChange,
  withClaim,
  withPlatform,
  withSnapshot,
} from "./live_memory.ts";
import { createStateListeners, type StateListener } from "./state_listeners.ts";

/** What {@linkcode ObservedMemory} needs. */
export interface ObservedMemoryDeps {
  readonly clock: Clock;
  readonly random: Random;
}

/** The memory of this process, which tells its listeners of every change. */
export class ObservedMemory {
  readonly #deps: ObservedMemoryDeps;
  readonly #listeners = createStateListeners();
  #memory = EMPTY_MEMORY;

  constructor(deps: ObservedMemoryDeps) {
    this.#deps = deps;
  }

  /** What is known at the moment. */
  get current(): LiveMemory {
    return this.#memory;
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: StateListener): () => void {
    return this.#listeners.subscribe(listener);
  }

  /** Whether the store has more than the claims to tell. */
  isBehind({ head }: LivePeek): boolean {
    return !this.#memory.isLoaded || isNewer(head.version, this.#memory.head.version);
  }

  /** Takes over what the store holds, and the events on the way there. */
  adoptSnapshot(snapshot: LiveSnapshot, events: readonly LiveEvent[]): void {
    const next = withSnapshot(this.#memory, snapshot, events);
    this.#memory = next.memory;
    this.adoptClaims(snapshot);
    this.#tellChange();
    this.#listeners.notify((listener) => listener.onEvents?.(next.news));
  }

  /** Takes over the claims that are newer. */
  adoptClaims({ claims }: LivePeek): void {
    for (const type of LIVE_TYPES) {
      const { value, version } = claims[type];
      const known = this.#memory.platforms[type].version;
      if (isNewer(version, known)) this.adoptClaim(type, value, version);
    }
  }

  /** Takes over a claim that was read or written. */
  adoptClaim(type: LiveType, claim: Claim, version: string | null): void {
    const { clock, random } = this.#deps;
    const sight = { version, seenAt: clock.now(), fraction: random.fraction() };
    this.#memory = withClaim(this.#memory, type, claim, sight);
    this.#tellChange();
    this.#listeners.notify((listener) => listener.onClaim?.(type));
  }

  /** Takes over what this process has committed under a new head. */
  adoptChange(change: LiveChange, head: Versioned<LiveHead>): void {
    const { type, claim, events } = change;
    this.#memory = withChange(this.#memory, change, head);
    this.adoptClaim(type, claim, head.version);
    if (events.length > 0) this.#listeners.notify((listener) => listener.onEvents?.(events));
  }

  /** Changes a claim here alone. */
  updateClaim(type: LiveType, claim: Claim): void {
    this.#memory = withPlatform(this.#memory, type, { claim });
    this.#tellChange();
  }

  #tellChange(): void {
    this.#listeners.notify((listener) => listener.onChange?.());
  }
}
