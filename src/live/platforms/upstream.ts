/**
 * This room asks each platform and reads its answers as broadcasts.
 *
 * @module
 */

import type { LiveType } from "../../model/platforms.ts";
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

/** One platform. */
export interface LiveSource {
  readonly type: LiveType;
  /**
   * Asks the platform once what is on air.
   *
   * @throws {UpstreamError} if it cannot be asked or its answer as a whole is not usable.
   */
  poll(context: PollContext): Promise<PollResult>;
}

/** Counts an entry that a poll leaves out, by reason. */
export type Drop = (reason: string) => void;

/** Returns what counts the entries that a poll leaves out, and the counts. */
export function createDropCounter(): { readonly drop: Drop; readonly dropped: DropCounts } {
  const dropped: Record<string, number> = {};
  return { drop: (reason) => void (dropped[reason] = (dropped[reason] ?? 0) + 1), dropped };
}

/** One request to a platform. */
export interface UpstreamRequest {
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
    const onHead = (head: ResponseHead) => {
      assertStatus(head, alsoStatus, clock.now());
      assertContentType(head, type);
      return true;
    };
    try {
      return await outbound({ ...request, headers, onHead, maxBytes: MAX_BYTES });
    } catch (error) {
      throw error instanceof OutboundError ? toUpstreamError(error) : error;
    }
  };
}

function assertStatus(head: ResponseHead, alsoStatus: readonly number[], now: number): void {
  const { status, headers } = head;
  if (status === 0 || (status >= 300 && status < 400)) {
    throw new UpstreamError("redirect", "Answered with a redirect, which is never followed");
  }
  if (status === 200 || alsoStatus.includes(status)) return;
  const fault = status === 429 ? "rate_limited" : "status";
  throw new UpstreamError(fault, `Answered with status ${status}`, retryAt(headers, now));
}

function assertContentType({ headers }: ResponseHead, type: "json" | "xml"): void {
  if (headers.get("content-type")?.toLowerCase().includes(type)) return;
  throw new UpstreamError("content_type", `Expected ${type}, got another content type`);
}

function retryAt(headers: Headers, now: number): number | undefined {
  const waitMs = retryAfterMs(headers, now);
  return waitMs === undefined || waitMs <= 0
    ? undefined
    : now + Math.min(waitMs, MAX_RETRY_AFTER_MS);
}

/** A poll that is ended early has run out of time as well. */
function toUpstreamError({ fault, message }: OutboundError): UpstreamError {
  if (fault === "aborted") return new UpstreamError("timeout", message);
  return new UpstreamError(fault === "forbidden" ? "network" : fault, message);
}

const [OPENING_BRACKET, OPENING_BRACE] = [0x5b, 0x7b];

/** An answer in JSON. */
export interface JsonAnswer {
  readonly value: unknown;
  readonly status: number;
  /** Of its text, decompressed. */
  readonly bytes: number;
}

/** Asks a platform for JSON. @throws {UpstreamError} */
export async function fetchJson(
  fetch: UpstreamFetch,
  request: UpstreamRequest,
): Promise<JsonAnswer> {
  const { text, status, bytes } = await fetch(request);
  return { value: parseUpstreamJson(text), status, bytes };
}

/** Arrays and objects of an answer: real lists have four for each entry, of about 1 KB. */
const MAX_CONTAINERS = 200_000;

/**
 * Parses a platform's answer. What would keep others waiting for long is not parsed.
 *
 * @throws {UpstreamError} "malformed" if it is not JSON, or has more parts than any list
 */
function parseUpstreamJson(text: string): unknown {
  let containers = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACKET || code === OPENING_BRACE) containers++;
  }
  if (containers > MAX_CONTAINERS) {
    throw new UpstreamError("malformed", `Answered with more than ${MAX_CONTAINERS} parts`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError("malformed", "Answered with text that is not JSON");
  }
}
