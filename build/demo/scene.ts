/** An IDN broadcast in the platform's own shape; whatever a test likes to break may be set. */
type IdnItem = Record<string, unknown> & { readonly slug?: string };

/** What is on air on the three platforms; tests change it as they go. */
export interface Scene {
  idn: unknown[];
  /** How many of them IDN puts on one page. */
  idnPageSize: number;
  /** Genres of SHOWROOM, each with its lives. */
  showroom: unknown[];
  /** Streams by room, for rooms whose list entry has none. */
  streams: Map<number, unknown[]>;
  comments: Map<number, unknown[]>;
  /** When rooms of SHOWROOM go on air next, in epoch seconds or as broken as a test likes. */
  nextLives: Map<number, unknown>;
  /** Videos by YouTube channel. */
  youtube: Map<string, YoutubeItem[]>;
  /** Chat rooms by IDN slug. */
  chatRooms: Map<string, string>;
}

/** A YouTube video in the shape of the `videos` answer. */
export type YoutubeItem = { readonly id: string } & Record<string, unknown>;

export function createScene(): Scene {
  return {
    idn: [],
    idnPageSize: Infinity,
    showroom: [],
    streams: new Map(),
    comments: new Map(),
    nextLives: new Map(),
    youtube: new Map(),
    chatRooms: new Map(),
  };
}

/** An IDN broadcast that is on air. */
export function idnItem(username: string, slug: string, more: object = {}): IdnItem {
  return {
    slug,
    title: `Talk with ${username}`,
    image_url: `https://cdn.idn.example/${slug}.jpg`,
    view_count: 100,
    playback_url: `https://live.idn.example/${slug}/index.m3u8`,
    room_identifier: crypto.randomUUID(),
    status: "live",
    live_at: 1_751_540_400,
    end_at: null,
    scheduled_at: null,
    category: { name: "Talk", slug: "talk" },
    creator: {
      uuid: crypto.randomUUID(),
      username,
      name: username,
      avatar: `https://cdn.idn.example/${username}.jpg`,
    },
    ...more,
  };
}

/** An IDN broadcast that is announced. `scheduledAt`: epoch ms. */
export function scheduledItem(
  username: string,
  slug: string,
  scheduledAt: number,
  more: object = {},
): IdnItem {
  const times = { live_at: null, scheduled_at: Math.floor(scheduledAt / 1_000) };
  return idnItem(username, slug, {
    status: "scheduled",
    view_count: 0,
    playback_url: "",
    ...times,
    ...more,
  });
}

/** A SHOWROOM room that is on air. */
export function showroomItem(roomId: number, urlKey: string, liveId: number, more: object = {}) {
  return {
    room_url_key: urlKey,
    room_id: roomId,
    main_name: urlKey,
    telop: "Good evening",
    started_at: 1_751_540_400,
    live_id: liveId,
    view_num: 50,
    follower_num: 88_000,
    image: `https://static.sr.example/${liveId}.jpg`,
    image_square: `https://static.sr.example/${liveId}s.jpg`,
    premium_room_type: 0,
    genre_id: 102,
    streaming_url_list: hlsStreams(liveId),
    ...more,
  };
}

/** Streams as SHOWROOM lists them: a larger quality is better. */
export function hlsStreams(liveId: number): unknown[] {
  const stream = (label: string, quality: number, type = "hls") => ({
    label,
    quality,
    type,
    url: `https://hls.sr.example/${liveId}/${quality}.${type}.m3u8`,
  });
  return [
    stream("low quality", 200),
    stream("original quality", 1000),
    stream("all", 100, "hls_all"),
    stream("low latency", 900, "lhls"),
  ];
}

/** A YouTube video that is on air. */
export function youtubeItem(id: string, channelId: string, more: object = {}): YoutubeItem {
  return {
    id,
    snippet: {
      channelId,
      channelTitle: `Channel ${channelId}`,
      title: `Stream ${id}`,
      description: `Welcome to ${id}!\nSubscribe: https://example.com/?v=${id}\n`,
      publishedAt: "2025-07-03T10:48:07Z",
      liveBroadcastContent: "live",
      thumbnails: { high: { url: `https://i.ytimg.example/${id}.jpg` } },
      ...(more as { snippet?: object }).snippet,
    },
    liveStreamingDetails: {
      actualStartTime: "2025-07-03T11:00:00Z",
      concurrentViewers: "1234",
      activeLiveChatId: `chat-${id}`,
    },
  };
}

/** A YouTube video that is announced. `scheduledAt`: epoch ms. */
export function upcomingVideo(
  id: string,
  channelId: string,
  scheduledAt: number,
  snippet: object = {},
): YoutubeItem {
  const upcoming = { liveBroadcastContent: "upcoming", ...snippet };
  const item = youtubeItem(id, channelId, { snippet: upcoming });
  const scheduledStartTime = new Date(scheduledAt).toISOString();
  return { ...item, liveStreamingDetails: { scheduledStartTime } };
}

/** A YouTube video that is no broadcast, or no more. */
export function plainVideo(id: string, channelId: string, snippet: object = {}): YoutubeItem {
  const plain = { liveBroadcastContent: "none", ...snippet };
  return { ...youtubeItem(id, channelId, { snippet: plain }), liveStreamingDetails: null };
}
