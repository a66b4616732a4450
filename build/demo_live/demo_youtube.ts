/** A channel of the demonstration. */
interface DemoChannel {
  readonly name: string;
  /** An https address, or "". */
  readonly img: string;
  /** The channel's id. */
  readonly youtube: string;
}

interface DemoVideo {
  readonly id: string;
  readonly title: string;
  /** Epoch ms. */
  readonly publishedAt: number;
  /** Epoch ms; undefined: it is no broadcast. */
  readonly scheduledAt?: number;
}

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;
const TITLES = ["Behind the stage", "Rehearsal diary", "Five questions"];

/** A channel's videos: one for each of the last days, and a broadcast that is announced for tomorrow. */
function videosOf({ youtube }: DemoChannel, now: number): DemoVideo[] {
  const today = Math.floor(now / DAY_MS);
  // An id has 11 characters: eight of the channel's, and the day's.
  const idOf = (day: number) => `${youtube.slice(-8)}${String(day % 1_000).padStart(3, "0")}`;
  const past = TITLES.map((title, n): DemoVideo => {
    const day = today - n - 1;
    return { id: idOf(day), title, publishedAt: day * DAY_MS + 9 * HOUR_MS };
  });
  const scheduledAt = (today + 1) * DAY_MS + 12 * HOUR_MS;
  const live = { id: idOf(today + 1), title: "Live tomorrow", publishedAt: today * DAY_MS };
  return [{ ...live, scheduledAt }, ...past];
}

/** Answers as YouTube's feeds and videos do, for these channels at this instant (epoch ms). */
export function demoYoutubeAnswer(
  channels: readonly DemoChannel[],
  { pathname, searchParams }: URL,
  now: number,
): Response | undefined {
  if (pathname === "/feeds/videos.xml") {
    const channel = channels.find(({ youtube }) => youtube === searchParams.get("channel_id"));
    if (channel === undefined) return new Response("", { status: 404 });
    const headers = { "content-type": "text/xml; charset=UTF-8" };
    return new Response(feedOf(channel, now), { headers });
  }
  if (pathname !== "/youtube/v3/videos") return undefined;
  const ids = (searchParams.get("id") ?? "").split(",");
  const items = channels.flatMap((channel) =>
    videosOf(channel, now).filter(({ id }) => ids.includes(id))
      .map((video) => itemOf(channel, video))
  );
  return Response.json({ items });
}

function feedOf(channel: DemoChannel, now: number): string {
  const entries = videosOf(channel, now).map(({ id, title, publishedAt }) =>
    [
      `<entry><yt:videoId>${id}</yt:videoId><yt:channelId>${channel.youtube}</yt:channelId>`,
      `<title>${title}</title><author><name>${escapeXml(channel.name)}</name></author>`,
      `<published>${new Date(publishedAt).toISOString()}</published>`,
      `<media:group><media:thumbnail url="${escapeXml(channel.img)}"/></media:group></entry>`,
    ].join("")
  );
  return `<feed xmlns="http://www.w3.org/2005/Atom">${entries.join("")}</feed>`;
}

function itemOf(channel: DemoChannel, { id, title, publishedAt, scheduledAt }: DemoVideo) {
  return {
    id,
    snippet: {
      channelId: channel.youtube,
      channelTitle: channel.name,
      title,
      description: "",
      publishedAt: new Date(publishedAt).toISOString(),
      liveBroadcastContent: scheduledAt === undefined ? "none" : "upcoming",
      thumbnails: { high: { url: channel.img } },
    },
    ...(scheduledAt !== undefined && {
      liveStreamingDetails: { scheduledStartTime: new Date(scheduledAt).toISOString() },
    }),
  };
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
