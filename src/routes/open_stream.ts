import type { Caller } from "../access/gate/caller.ts";
import type { KeyRecord } from "../access/records/key_store.ts";
import { HttpError, tryAgain } from "../http/http_error.ts";
import { joinHeaders } from "../http/fixed_headers.ts";
import { respondStream } from "../http/respond.ts";
import type { Renewal } from "../events/audience.ts";
import { maxStreams, type Plans } from "../model/plans.ts";
import type { StreamRequest } from "./answer_context.ts";
import type { AdmittedExchange } from "./exchange.ts";
import type { RouteDeps } from "./respond_route.ts";

/**
 * Answers with a stream, which its caller is let in to again from time to time. It holds no content: a
 * stream outlives many builds.
 *
 * @throws {HttpError} while the server ends, or if it has as many streams as it may
 */
export function openStream(
  { slots, content, use }: Pick<RouteDeps, "slots" | "content" | "use">,
  { request, match, admitted, headers }: AdmittedExchange,
  open: (stream: StreamRequest) => ReadableStream<Uint8Array>,
): Response {
  const { family: { gate }, endpoint, access } = match;
  const own = endpoint?.dependency?.headers?.(use) ?? [];
  const all = joinHeaders(joinHeaders(headers, admitted.headers), own);
  if (slots.isDraining) throw tryAgain("This server is about to end; connect again");
  // A stream without a reader would stay open.
  if (request.method === "HEAD") return respondStream(null, all);
  const plans = () => content().catalog.index.plans;
  const onGone = slots.take(admitted.caller, plans());
  try {
    return respondStream(open({ renew, mayRead, onGone }), all);
  } catch (error) {
    onGone();
    throw error;
  }

  async function renew(): Promise<Renewal> {
    try {
      await gate.admit(request, access, plans());
      return "renewed";
    } catch (error) {
      return error instanceof HttpError && !PASSING.includes(error.code) ? "refused" : "later";
    }
  }

  function mayRead(group: string) {
    return gate.mayRead?.(request, { ...access, group }) ?? true;
  }
}

/** Refusals that say nothing against the caller: one whose stream they ended could come back at once. */
const PASSING: readonly HttpError["code"][] = ["RATE_LIMITED", "TRY_AGAIN"];

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
