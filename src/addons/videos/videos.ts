/**
 * This add-on keeps the videos of channels, as their feeds list them.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { ANNOUNCEMENTS } from "../../core/services.ts";
import { type Live, waitForLoad } from "../../live/live.ts";
import type { PollReader } from "../../live/poll_reader.ts";
import type { LiveOwner } from "../../live/roster.ts";
import type { VideoItem } from "../../model/item/around_live.ts";
import { LIVE_TYPES, PLATFORMS } from "../../model/platforms.ts";
import type { Env } from "../../platform/env.ts";
import { type KvKey, type KvWrite, listAll } from "../../platform/kv.ts";
import { follow } from "../../store/follow.ts";
import { type ChannelVideo, readFeedVideos } from "./feed.ts";
import { VIDEOS, type Videos } from "./route.ts";

interface Memory {
  /** Of the value that changes with every channel's videos. */
  readonly version: string | null;
  readonly channels: ReadonlyMap<string, readonly ChannelVideo[]>;
}

/** What one poll stores of feeds; the rest waits until they are read again. */
const MAX_BYTES = 200_000;

/** How often the store is read for what its watch may not show, in ms. */
const MIN_POLL_MS = 10_000;

const HEAD: KvKey = ["videos", "revision"];
const CHANNELS: KvKey = ["videos", "channel"];

/** Reads the feeds of channels in polls from now on. */
export function openVideos(
  { platform, store: { kv }, pollMs, live, services }: Pick<
    Core,
    "platform" | "store" | "pollMs" | "live" | "services"
  >,
): Opened {
  const announcedIds = () => services.get(ANNOUNCEMENTS)?.ids() ?? [];
  const { videos, reader, stop } = createVideos({ ...platform, kv, live, pollMs, announcedIds });
  live.addReader(reader);
  services.provide(VIDEOS, videos);
  return { quiet: stop };
}

/** `announcedIds` names what is announced, which is shown elsewhere, as what is on air is. */
export function createVideos(
  { kv, clock, log, live, pollMs, announcedIds }: Pick<Env, "kv" | "clock" | "log"> & {
    readonly live: Pick<Live, "states" | "roster" | "view" | "on">;
    readonly pollMs: number;
    readonly announcedIds: () => readonly string[];
  },
): { readonly videos: Videos; readonly reader: PollReader; stop(): Promise<void> } {
  const { states, roster, view, on } = live;
  const followed = follow<Memory>({ clock, log }, {
    watch: (changed) => kv.watch([HEAD], changed),
    pollMs: () => Math.max(MIN_POLL_MS, pollMs),
    outage: { away: "Live: the videos of channels cannot be read" },
    async load(before) {
      const { version } = await kv.get(HEAD);
      if (before?.version === version) return before;
      const channels = new Map<string, readonly ChannelVideo[]>();
      for await (const { key, value } of listAll<readonly ChannelVideo[]>(kv, CHANNELS)) {
        if (value !== null) channels.set(String(key.at(-1)), value);
      }
      return { version, channels };
    },
  });
  const videosOf = (channel: string) => followed.value?.channels.get(channel) ?? [];

  return {
    reader: {
      name: "videos",
      async read({ result: { feeds = [] }, now }) {
        if (feeds.length > 0) await followed.sync();
        let bytes = 0;
        const writes = feeds.flatMap(({ channel, xml }): KvWrite[] => {
          const videos = readFeedVideos(xml, channel);
          const json = JSON.stringify(videos);
          if (JSON.stringify(videosOf(channel)) === json) return [];
          bytes += 2 * json.length;
          return bytes > MAX_BYTES ? [] : [{ set: [...CHANNELS, channel], value: videos }];
        });
        return { writes: writes.length === 0 ? [] : [...writes, { set: HEAD, value: now }] };
      },
    },
    videos: {
      ready: () => followed.value ? undefined : waitForLoad(clock, followed.sync()),
      revision: () => `${followed.revision()}.${view.revision()}`,
      ofGroup(group, isAsked) {
        const onAir = LIVE_TYPES.flatMap((type) => states.state(type).onAir);
        const toCome = new Set([...onAir.map(({ broadcast }) => broadcast.id), ...announcedIds()]);
        return (on ? roster().channels : []).flatMap((channel) => {
          const account = { type: "youtube", urlKey: channel, roomId: 0 } as const;
          const owner = roster().ownersOf(account).find((one) => one.group === group);
          if (owner === undefined || !isAsked(owner.slug)) return [];
          return videosOf(channel).filter(({ id }) => !toCome.has(id))
            .map((video) => ({ video, owner }));
        }).sort(({ video: a }, { video: b }) =>
          b.publishedAt - a.publishedAt || (a.id < b.id ? -1 : 1)
        ).map(({ video, owner }) => toVideoItem(video, owner));
      },
    },
    stop: followed.stop,
  };
}

/** Joins a video with the owner of its channel. */
function toVideoItem(video: ChannelVideo, owner: LiveOwner): VideoItem {
  const { id, type, channel, title, publishedAt, thumbnail, channelTitle } = video;
  return {
    id,
    type,
    title,
    published_at: new Date(publishedAt).toISOString(),
    url: PLATFORMS[type].watchUrl({ id, urlKey: channel, slug: id.slice(type.length + 1) }),
    thumbnail,
    channel: channelTitle || owner.name,
    member: owner.slug,
  };
}
