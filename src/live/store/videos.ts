import type { Env } from "../../platform/env.ts";
import { type KvWrite, listAll } from "../../platform/kv.ts";
import { channelVideosPrefix, videoKey, VIDEOS_HEAD } from "../../platform/live_keys.ts";
import { follow } from "../../shared_state/follow.ts";
import { DAY_MS } from "../../toolbox/durations.ts";
import { type ChannelFeed, compareFeed, keptUntil, type KeptVideo } from "../records/video.ts";

/** A number for each channel, which grows with every change of its videos. */
type StoredHead = Readonly<Record<string, number>>;

interface Memory {
  /** Of the stored head. */
  readonly version: string | null;
  readonly head: StoredHead;
  readonly channels: ReadonlyMap<string, ReadonlyMap<string, KeptVideo>>;
}

/** Channels whose videos are kept: the head is one value of the store. */
const MAX_CHANNELS = 1_000;
/** Each attempt that fails means that another process was first. */
const MAX_ATTEMPTS = 10;
/** The store forgets a video a little after the lists do. */
const SPARE_MS = DAY_MS;
/** A commit takes 1,000 writes; a channel that has lost more videos at once loses the others later. */
const MAX_WRITES = 500;

const NO_VIDEOS: ReadonlyMap<string, KeptVideo> = new Map();

/** The videos of channels, in the store and in the memory of this process. */
export type Videos = ReturnType<typeof createVideos>;

/** `pollMs`: how often the store is read. */
export function createVideos(
  deps: Pick<Env, "kv" | "clock" | "log"> & { readonly pollMs: number },
) {
  const { kv, clock } = deps;
  const followed = follow<Memory>(deps, {
    watch: (changed) => kv.watch([VIDEOS_HEAD], changed),
    pollMs: () => deps.pollMs,
    outage: { away: "Live: the videos of channels cannot be read" },
    load,
  });

  async function load(before: Memory | undefined): Promise<Memory | undefined> {
    const { value, version } = await kv.get<StoredHead>(VIDEOS_HEAD);
    if (before !== undefined && version === before.version) return before;
    const head = value ?? {};
    const channels = new Map<string, ReadonlyMap<string, KeptVideo>>();
    for (const channel of Object.keys(head)) {
      const known = before?.channels.get(channel);
      const isSame = known !== undefined && before?.head[channel] === head[channel];
      channels.set(channel, isSame ? known : await readChannel(channel));
    }
    return { version, head, channels };
  }

  async function readChannel(channel: string): Promise<ReadonlyMap<string, KeptVideo>> {
    const videos = new Map<string, KeptVideo>();
    for await (const { value } of listAll<KeptVideo>(kv, channelVideosPrefix(channel))) {
      if (value !== null) videos.set(value.id, value);
    }
    return videos;
  }

  /** Writes what a feed changes; false if another process was first. */
  async function write(memory: Memory, feed: ChannelFeed): Promise<boolean> {
    const { channel } = feed;
    const known = memory.channels.get(channel) ?? NO_VIDEOS;
    const isNew = memory.head[channel] === undefined;
    if (isNew && Object.keys(memory.head).length >= MAX_CHANNELS) return true;
    const { set, deleted } = compareFeed(known, feed, clock.now());
    if (set.length + deleted.length === 0) return true;
    const head: StoredHead = { ...memory.head, [channel]: (memory.head[channel] ?? 0) + 1 };
    const writes: KvWrite[] = [
      ...set.map((video) => ({
        set: videoKey(video),
        value: video,
        expireInMs: keptUntil(video) - clock.now() + SPARE_MS,
      })),
      ...deleted.map((id) => ({ delete: videoKey({ channel, id }) })),
    ];
    const check = { key: VIDEOS_HEAD, version: memory.version };
    const headWrite = { set: VIDEOS_HEAD, value: head };
    const isWritten = await kv.commit([check], [headWrite, ...writes.slice(0, MAX_WRITES)]);
    await followed.sync();
    return isWritten !== null;
  }

  return {
    /** Changes whenever a list may have changed. */
    revision: followed.revision,
    ofChannel: (channel: string): Iterable<KeptVideo> =>
      followed.value?.channels.get(channel)?.values() ?? [],
    isLoaded: (): boolean => followed.value !== undefined,
    /** Reads the store, once for all who call meanwhile. Never rejects. */
    load: followed.sync,
    /** Adopts what feeds list. Rejects if the store is unreachable. */
    async keep(feeds: readonly ChannelFeed[]): Promise<void> {
      for (const feed of feeds) {
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          if (followed.value === undefined) await followed.sync();
          if (followed.value === undefined) return;
          if (await write(followed.value, feed)) break;
        }
      }
    },
    /** Ends what follows the store; resolves when no read is under way. */
    stop: followed.stop,
  };
}
