/**
 * This room asks each platform and reads its answers as broadcasts.
 *
 * @module
 */

import type { Clock } from "../../platform/clock.ts";
import {
  OutboundError,
  type OutboundFetch,
  type ResponseHead,
  retryAfterMs,
} from "../../platform/outbound_fetch.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import type { Broadcast, ChannelFeed, FoundAnnouncements, PolledBroadcast } from "../broadcast.ts";
import type { LiveRoster } from "../roster.ts";

/** Why a platform could not be asked; `/status` shows these words. */
export type UpstreamFault =
  | "timeout"
  | "network"
  | "status"
  | "rate_limited"
  | "redirect"
  | "too_large"
  | "content_type"
  | "malformed"
  | "graphql"
  | "too_many_pages"
  | "repeated_page"
  | "budget"
  | "quota_exceeded"
  | "store"
  | "internal";

/** A platform could not be asked, or did not answer as agreed. The message holds no address. */
export class UpstreamError extends Error {
  override name = "UpstreamError";
  /** `retryAt`: epoch ms before which the platform does not want to be asked again. */
  constructor(
    readonly fault: UpstreamFault,
    message: string,
    readonly retryAt?: number,
  ) {
    super(message);
  }
}

/** Entries that were left out of the last answer, by reason. */
export type DropCounts = Readonly<Record<string, number>>;

/** What a poll knows beside the platform's answer. */
export interface PollContext {
  /** Ends the whole poll, however many requests it makes. */
  readonly signal: AbortSignal;
  readonly roster: LiveRoster;
  /** What is on air as far as is known, by id: details need not be asked for again. */
  readonly known: ReadonlyMap<string, Broadcast>;
  /** What the last poll, of any process, passed on. */
  readonly sourceState: unknown;
}

/** What one poll found. */
export interface PollResult {
  /** The roster's broadcasts that are on air, each once. */
  readonly broadcasts: readonly PolledBroadcast[];
  readonly dropped: DropCounts;
  /** The bytes of the lists that were read, decompressed; absent if none was due. */
  readonly bytes?: number;
  /** Why not all of the platform was read; what was not found may still be on air then. */
  readonly unfinished?: UpstreamFault;
  /** What the platform announces, as far as it was asked now; absent if it was not. */
  readonly announced?: FoundAnnouncements;
  /** The feeds of channels that were read; absent if none was due. */
  readonly feeds?: readonly ChannelFeed[];
  /** For the next poll, of any process; small plain data. */
  readonly sourceState?: unknown;
}

/**
 * Asks a platform once what is on air.
 *
 * @throws {UpstreamError} if it cannot be asked or its answer as a whole is not usable.
 */
export type AskPlatform = (context: PollContext) => Promise<PollResult>;

/** Counts an entry that a poll leaves out, by reason. */
export type Drop = (reason: string) => void;

/** Returns what counts the entries that a poll leaves out, and the counts. */
export function createDropCounter(): { readonly drop: Drop; readonly dropped: DropCounts } {
  const dropped: Record<string, number> = {};
  return { drop: (reason) => void (dropped[reason] = (dropped[reason] ?? 0) + 1), dropped };
}

/** One request to a platform. */
interface UpstreamRequest {
  readonly url: string;
  /** Default "GET". */
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Statuses other than 200 whose answers are of use as well. */
  readonly alsoStatus?: readonly number[];
  /** What the content type of the answer must contain; default "json". */
  readonly type?: "json" | "xml";
}

/** A request for a path of SHOWROOM. */
export function showroomRequest(baseUrl: string, path: string): UpstreamRequest {
  const root = baseUrl.replace(/\/+$/, "");
  return { url: `${root}${path}`, headers: { Referer: `${root}/` } };
}

/** An answer of the expected status and content type. */
interface UpstreamAnswer {
  readonly text: string;
  readonly status: number;
  /** Of its text, decompressed. */
  readonly bytes: number;
}

/** A platform's answer may have so much: lists hold a whole platform. */
const MAX_BYTES = 8 << 20;

/** Asks a platform. @throws {UpstreamError} in every case but an answer as expected. */
export type UpstreamFetch = (request: UpstreamRequest) => Promise<UpstreamAnswer>;

/** Sent with every request: platforms may want to know who asks. */
const USER_AGENT = "Oshibase/1 (live status)";

/** A platform may ask for at most this much patience; more counts as a mistake. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/** Creates the client of the platforms, which accepts only what they agreed to answer. */
export function createUpstreamFetch(outbound: OutboundFetch, clock: Clock): UpstreamFetch {
  return async function upstreamFetch({ type = "json", alsoStatus = [], ...request }) {
    const accept = type === "json" ? "application/json" : "application/atom+xml, text/xml";
    const headers = { "User-Agent": USER_AGENT, Accept: accept, ...request.headers };
    const onHead = ({ status, headers }: ResponseHead) => {
      if (status === 0 || (status >= 300 && status < 400)) {
        throw new UpstreamError("redirect", "Answered with a redirect, which is never followed");
      }
      if (status !== 200 && !alsoStatus.includes(status)) {
        const fault = status === 429 ? "rate_limited" : "status";
        const waitMs = Math.min(retryAfterMs(headers, clock.now()) ?? 0, MAX_RETRY_AFTER_MS);
        const retryAt = waitMs > 0 ? clock.now() + waitMs : undefined;
        throw new UpstreamError(fault, `Answered with status ${status}`, retryAt);
      }
      if (!headers.get("content-type")?.toLowerCase().includes(type)) {
        throw new UpstreamError("content_type", `Expected ${type}, got another content type`);
      }
      return true;
    };
    try {
      return await outbound({ ...request, headers, onHead, maxBytes: MAX_BYTES });
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { fault, message } = error;
      if (fault === "forbidden") throw new UpstreamError("network", message);
      // A poll that is ended early has run out of time as well.
      throw new UpstreamError(fault === "aborted" ? "timeout" : fault, message);
    }
  };
}

/** Asks a platform for JSON. @throws {UpstreamError} */
export async function fetchJson(fetch: UpstreamFetch, request: UpstreamRequest) {
  const { text, ...answer } = await fetch(request);
  try {
    return { ...answer, value: JSON.parse(text) as unknown };
  } catch {
    throw new UpstreamError("malformed", "Answered with text that is not JSON");
  }
}
