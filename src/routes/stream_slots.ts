import type { Caller } from "../access/gate/caller.ts";
import type { KeyRecord } from "../access/records/key_store.ts";
import { tryAgain } from "../http/http_error.ts";
import { maxStreams, type Plans } from "../model/plans.ts";

/** This part of all places is kept for priority tokens. */
const KEPT_SHARE = 0.1;
/** This part of all places may go to keys of plans that anybody signs up for. */
const SIGNUP_SHARE = 0.5;

/** A stream that is open. */
interface Slot {
  readonly kind: Caller["kind"];
  /** The id of its key, if a key opened it. */
  readonly keyId: string | undefined;
  /** Whether anybody signs up for the plan of its key. */
  readonly isSignup: boolean;
}

/**
 * The places for event streams in this process. A key has as many as its plan says, and keys of plans that
 * anybody signs up for have half of all together.
 */
export class StreamSlots {
  readonly #open = new Set<Slot>();
  /** Whether this process is about to end, and opens none any more. */
  isDraining = false;

  /** `max`: the number of places (SSE_LIMIT). */
  constructor(private readonly max: number) {}

  /**
   * Takes a place for a caller; the returned function gives it back, once.
   *
   * @throws {HttpError} `TRY_AGAIN`
   */
  take(caller: Caller, plans: Plans): () => void {
    const { kind } = caller;
    const key = kind === "key" ? caller.key : undefined;
    const isSignup = key !== undefined && isOpenToAnybody(key, plans);
    const others = () => this.#count((one) => one.kind !== "token");
    const signups = () => this.#count((one) => one.isSignup);
    const isFull = this.#open.size >= this.max ||
      (kind !== "token" && others() >= this.max - Math.floor(this.max * KEPT_SHARE)) ||
      (isSignup && signups() >= Math.floor(this.max * SIGNUP_SHARE));
    if (isFull) throw tryAgain("This server has as many streams as it may; connect again");
    if (key !== undefined && this.openOf(key.id) >= maxStreams(plans[key.plan])) {
      throw tryAgain("This key has as many streams as its plan allows; end one first");
    }
    const slot = { kind, keyId: key?.id, isSignup };
    this.#open.add(slot);
    return () => void this.#open.delete(slot);
  }

  /** How many streams a key has open here. */
  openOf(keyId: string): number {
    return this.#count((one) => one.keyId === keyId);
  }

  #count(wanted: (slot: Slot) => boolean): number {
    return this.#open.values().filter(wanted).reduce((sum) => sum + 1, 0);
  }
}

function isOpenToAnybody({ signup, plan }: KeyRecord, plans: Plans): boolean {
  return signup !== undefined || plans[plan]?.signup !== undefined;
}
