/**
 * This room keeps the videos of channels, as their feeds list them.
 *
 * @module
 */

import type { Announcements } from "../announced/announced.ts";
import type { ChannelFeed, ChannelVideo } from "../live/broadcast.ts";
import type { PollReader } from "../live/poll_reader.ts";
import type { LiveOwner, LiveRoster } from "../live/roster.ts";
import type { PlatformStates } from "../live/state.ts";
import type { VideoItem } from "../model/item/around_live.ts";
import { LIVE_TYPES, PLATFORMS } from "../model/platforms.ts";
import type { Clock } from "../platform/clock.ts";
import { type Kv, type KvKey, type KvWrite, listAll } from "../platform/kv.ts";
import type { Log } from "../platform/log.ts";
import { follow } from "../shared_state/follow.ts";

/** The videos of channels, from memory: every method but `load` answers at once. */
export interface Videos {
  /** Changes whenever a list may have changed. */
  revision(): string;
  /** The videos of a group's channels, newest first, but for those that are on air or announced. */
  ofGroup(group: string, isAsked: (member: string) => boolean): readonly VideoItem[];
  /** Reads the feeds in polls. */
  readonly reader: PollReader;
  isLoaded(): boolean;
  /** Reads the store, once for all who call meanwhile. Never rejects. */
  load(): Promise<void>;
  stop(): Promise<void>;
}

type Channels = ReadonlyMap<string, readonly ChannelVideo[]>;

interface Memory {
  /** Of the value that changes with every channel's videos. */
  readonly version: string | null;
  readonly channels: Channels;
}

/** What one poll stores of feeds; the rest waits until they are read again. */
const MAX_BYTES = 200_000;

const HEAD: KvKey = ["live", "videos"];
const CHANNELS: KvKey = ["live", "video"];

/** `pollMs`: how often the store is read; `on`: whether anything is shown at all. */
export function createVideos(deps: {
  readonly kv: Kv;
  readonly clock: Clock;
  readonly log: Log;
  readonly states: () => PlatformStates;
  readonly roster: () => LiveRoster;
  readonly announcements: () => Announcements;
  readonly on: boolean;
  readonly pollMs: number;
}): Videos {
  const { kv, states, roster, announcements, on } = deps;
  const followed = follow<Memory>(deps, {
    watch: (changed) => kv.watch([HEAD], changed),
    pollMs: () => deps.pollMs,
    outage: { away: "Live: the videos of channels cannot be read" },
    load,
  });

  async function load(before: Memory | undefined): Promise<Memory> {
    const { version } = await kv.get(HEAD);
    if (before?.version === version) return before;
    const channels = new Map<string, readonly ChannelVideo[]>();
    for await (const { key, value } of listAll<readonly ChannelVideo[]>(kv, CHANNELS)) {
      if (value !== null) channels.set(String(key.at(-1)), value);
    }
    return { version, channels };
  }

  /** The channels whose feeds list other videos than are stored. */
  function writesOf(feeds: readonly ChannelFeed[]): KvWrite[] {
    let bytes = 0;
    return feeds.flatMap(({ channel, videos }) => {
      const json = JSON.stringify(videos);
      const before = followed.value?.channels.get(channel) ?? [];
      if (JSON.stringify(before) === json) return [];
      bytes += 2 * json.length;
      return bytes > MAX_BYTES ? [] : [{ set: [...CHANNELS, channel], value: videos }];
    });
  }

  return {
    revision: () => `${followed.revision()}.${announcements().revision()}`,
    ofGroup(group, isAsked) {
      const onAir = LIVE_TYPES.flatMap((type) => states().state(type).onAir);
      const toCome = new Set([
        ...onAir.map(({ broadcast }) => broadcast.id),
        ...announcements().ids(),
      ]);
      return (on ? roster().channels : []).flatMap((channel) => {
        const account = { type: "youtube", urlKey: channel, roomId: 0 } as const;
        const owner = roster().ownersOf(account).find((one) => one.group === group);
        if (owner === undefined || !isAsked(owner.slug)) return [];
        const videos = followed.value?.channels.get(channel) ?? [];
        return videos.filter(({ id }) => !toCome.has(id)).map((video) => ({ video, owner }));
      })
        .sort(({ video: a }, { video: b }) =>
          b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1)
        )
        .map(({ video, owner }) => toVideoItem(video, owner));
    },
    reader: {
      name: "videos",
      async read({ result: { feeds = [] }, now }) {
        if (feeds.length > 0) await followed.sync();
        const writes = writesOf(feeds);
        return { writes: writes.length === 0 ? [] : [...writes, { set: HEAD, value: now }] };
      },
    },
    isLoaded: () => followed.value !== undefined,
    load: followed.sync,
    stop: followed.stop,
  };
}

/** Joins a video with the owner of its channel. */
function toVideoItem(video: ChannelVideo, owner: LiveOwner): VideoItem {
  const { id, type, channel, title, publishedAt, thumbnail, channelTitle } = video;
  const slug = id.slice(type.length + 1);
  return {
    id,
    type,
    title,
    published_at: new Date(publishedAt).toISOString(),
    url: PLATFORMS[type].watchUrl({ id, urlKey: channel, slug }),
    thumbnail,
    channel: channelTitle || owner.name,
    member: owner.slug,
  };
}
