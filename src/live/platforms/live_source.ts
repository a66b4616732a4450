/**
 * This room asks each platform and reads its answers as broadcasts.
 *
 * @module
 */

import type { LiveType } from "../../model/enums.ts";
import type { Clock } from "../../platform/clock.ts";
import { lazily } from "../../toolbox/lazily.ts";
import type { Broadcast, PolledBroadcast } from "../records/broadcast.ts";
import type { DropCounts } from "../records/claim.ts";
import type { LiveRoster } from "../records/roster.ts";
import type { UpstreamFault } from "../records/upstream_error.ts";
import type { UpstreamFetch } from "./upstream_fetch.ts";

/** What a poll knows beside the platform's answer. */
export interface PollContext {
  /** Ends the whole poll, however many requests it makes. */
  readonly signal: AbortSignal;
  readonly roster: LiveRoster;
  /** What is on air as far as is known, by id: details need not be asked for again. */
  readonly known: ReadonlyMap<string, Broadcast>;
  /** What the last poll, of any process, handed on. */
  readonly sourceState: unknown;
}

/** What one poll found. */
export interface PollResult {
  /** The roster's broadcasts that are on air, each once. */
  readonly broadcasts: readonly PolledBroadcast[];
  readonly dropped: DropCounts;
  /** The bytes of the lists that were read, decompressed; absent where none was due. */
  readonly bytes?: number;
  /** Why not all of the platform was read; what was not found may still be on air then. */
  readonly unfinished?: UpstreamFault;
  /** For the next poll, of any process; small plain data. */
  readonly sourceState?: unknown;
}

/** One platform. */
export interface LiveSource {
  readonly type: LiveType;
  /**
   * Asks the platform once what is on air.
   *
   * @throws {UpstreamError} where it cannot be asked or its answer as a whole is not usable.
   */
  poll(context: PollContext): Promise<PollResult>;
}

/** Counts what is left out. */
export interface DropCounter {
  drop(reason: string): void;
  counts(): DropCounts;
}

export function createDropCounter(): DropCounter {
  const counts: Record<string, number> = {};
  return {
    drop: (reason) => void (counts[reason] = (counts[reason] ?? 0) + 1),
    counts: () => counts,
  };
}

/** Where the platforms are, and the keys they want. */
export interface SourceOptions {
  readonly intervalMs: number;
  readonly idnUrl: string;
  readonly idnApiKey: string | undefined;
  readonly showroomUrl: string;
  readonly youtubeUrl: string;
  readonly youtubeFeedUrl: string;
  /** Without it YouTube is not asked. */
  readonly youtubeApiKey: string | undefined;
}

/** A channel's feed is read every third poll. */
const POLLS_PER_FEED = 3;

/** Makes the sources of all platforms that may be asked. */
export function createSources(
  fetch: UpstreamFetch,
  clock: Clock,
  options: SourceOptions,
): LiveSource[] {
  const { idnUrl, idnApiKey, showroomUrl, youtubeUrl, youtubeFeedUrl, intervalMs } = options;
  const { youtubeApiKey: apiKey } = options;
  const sources = [
    lazySource("idn", async () => {
      const { createIdn } = await loadIdn();
      return createIdn({ fetch, clock, baseUrl: idnUrl, apiKey: idnApiKey });
    }),
    lazySource("showroom", async () => {
      const { createShowroom } = await loadShowroom();
      return createShowroom({ fetch, baseUrl: showroomUrl });
    }),
  ];
  if (apiKey === undefined) return sources;
  const feedEveryMs = POLLS_PER_FEED * intervalMs;
  const urls = { baseUrl: youtubeUrl, feedUrl: youtubeFeedUrl };
  const youtube = lazySource("youtube", async () => {
    const { createYoutube } = await loadYoutube();
    return createYoutube({ fetch, clock, ...urls, apiKey, feedEveryMs });
  });
  return [...sources, youtube];
}

const loadIdn = lazily(() => import("./idn.ts"));
const loadShowroom = lazily(() => import("./showroom.ts"));
const loadYoutube = lazily(() => import("./youtube.ts"));

/** A source that its first poll makes: a server starts without the library that checks answers. */
function lazySource(type: LiveType, make: () => Promise<LiveSource>): LiveSource {
  let made: LiveSource | undefined;
  return {
    type,
    async poll(context) {
      made ??= await make();
      return await made.poll(context);
    },
  };
}
