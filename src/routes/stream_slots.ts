import type { Caller } from "../access/gate/caller.ts";
import type { KeyRecord } from "../access/records/key_store.ts";
import { tryAgain } from "../http/http_error.ts";
import { maxStreams, type Plans } from "../model/plans.ts";

/** This part of all places is kept for priority tokens. */
const KEPT_SHARE = 0.1;
/** This part of all places may go to keys of plans that anybody signs up for. */
const SIGNUP_SHARE = 0.5;

/**
 * The places for event streams in this process. A key has as many as its plan says, and keys of plans that
 * anybody signs up for have half of all together.
 */
export class StreamSlots {
  readonly #max: number;
  readonly #forOthers: number;
  readonly #forSignups: number;
  /** By the ids of keys. */
  readonly #open = new Map<string, number>();
  /** Whether this process is about to end, and opens none any more. */
  isDraining = false;
  #all = 0;
  #others = 0;
  #signups = 0;

  /** `max`: the number of places (SSE_LIMIT). */
  constructor(max: number) {
    this.#max = max;
    this.#forOthers = max - Math.floor(max * KEPT_SHARE);
    this.#forSignups = Math.floor(max * SIGNUP_SHARE);
  }

  /**
   * Takes a place for a caller; the returned function gives it back, once.
   *
   * @throws {HttpError} `TRY_AGAIN`
   */
  take(caller: Caller, plans: Plans): () => void {
    const isSignup = caller.kind === "key" && isOpenToAnybody(caller.key, plans);
    this.#refuseFull(caller, plans, isSignup);
    this.#count(caller, isSignup, 1);
    let isGone = false;
    return () => {
      if (!isGone) this.#count(caller, isSignup, -1);
      isGone = true;
    };
  }

  /** How many streams a key has open here. */
  openOf(keyId: string): number {
    return this.#open.get(keyId) ?? 0;
  }

  #refuseFull(caller: Caller, plans: Plans, isSignup: boolean): void {
    const isFull = this.#all >= this.#max ||
      (caller.kind !== "token" && this.#others >= this.#forOthers) ||
      (isSignup && this.#signups >= this.#forSignups);
    if (isFull) throw tryAgain("This server has as many streams as it may; connect again");
    if (caller.kind !== "key") return;
    if (this.openOf(caller.key.id) >= maxStreams(plans[caller.key.plan])) {
      throw tryAgain("This key has as many streams as its plan allows; end one first");
    }
  }

  #count(caller: Caller, isSignup: boolean, by: 1 | -1): void {
    this.#all += by;
    if (caller.kind !== "token") this.#others += by;
    if (isSignup) this.#signups += by;
    if (caller.kind !== "key") return;
    const left = this.openOf(caller.key.id) + by;
    if (left === 0) this.#open.delete(caller.key.id);
    else this.#open.set(caller.key.id, left);
  }
}

function isOpenToAnybody({ signup, plan }: KeyRecord, plans: Plans): boolean {
  return signup !== undefined || plans[plan]?.signup !== undefined;
}
