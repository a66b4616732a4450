import type { Scene, YoutubeItem } from "./scene.ts";

/** The three platforms. */
export type Platform = "idn" | "showroom" | "youtube";

/** One answer of a platform. */
export interface Said {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Which platform a path belongs to. */
export function platformOf(path: string): Platform {
  if (path.startsWith("/api/live") || path.startsWith("/api/room")) return "showroom";
  return path.startsWith("/youtube") || path.startsWith("/feeds") ? "youtube" : "idn";
}

/** Answers as the platforms do. */
export function speak(scene: Scene, method: string, url: URL, body: string): Said {
  const { pathname, searchParams } = url;
  const roomId = Number(searchParams.get("room_id"));
  if (pathname === "/graphql") return speakGraphql(scene, method, body);
  if (pathname === "/api/live/onlives") return json({ onlives: scene.showroom });
  if (pathname === "/api/live/streaming_url") {
    const list = scene.streams.get(roomId);
    return json(list === undefined ? {} : { streaming_url_list: list });
  }
  if (pathname === "/api/live/comment_log") {
    return json({ comment_log: scene.comments.get(roomId) ?? [] });
  }
  if (pathname === "/api/room/next_live") {
    return json({ epoch: scene.nextLives.get(roomId) ?? null, text: "" });
  }
  if (pathname === "/youtube/v3/videos") return speakVideos(scene, searchParams);
  if (pathname === "/feeds/videos.xml") return speakFeed(scene, searchParams);
  const [, slug = ""] = /^\/api\/v4\/livestream\/([^/]+)$/.exec(pathname) ?? [];
  return speakDetail(scene, slug);
}

function speakGraphql(scene: Scene, method: string, body: string): Said {
  const { query, variables = {} } = JSON.parse(body || "{}");
  const isFurther = /\$cursor: String\).*cursor: \$cursor\)/.test(query);
  if (
    method !== "POST" || !query.includes("searchLivestream") || isFurther !== "cursor" in variables
  ) {
    return json({ errors: [{ message: "Bad query" }] }, 400);
  }
  const from = isFurther ? Number(/^from "(\d+)"$/.exec(variables.cursor)![1]) : 0;
  const end = from + scene.idnPageSize;
  const next_cursor = end < scene.idn.length ? `from "${end}"` : null;
  return json({ data: { searchLivestream: { next_cursor, result: scene.idn.slice(from, end) } } });
}

function speakDetail(scene: Scene, slug: string): Said {
  const chatRoomId = scene.chatRooms.get(slug);
  return chatRoomId === undefined ? missing() : json({ data: { slug, chat_room_id: chatRoomId } });
}

function speakVideos(scene: Scene, query: URLSearchParams): Said {
  const ids = (query.get("id") ?? "").split(",");
  if (!query.get("key") || ids.length > 50) return json({ error: { errors: [] } }, 400);
  const items = [...scene.youtube.values()].flat().filter(({ id }) => ids.includes(id));
  return json({ items });
}

function speakFeed(scene: Scene, query: URLSearchParams): Said {
  const channel = query.get("channel_id") ?? "";
  const videos = scene.youtube.get(channel);
  if (videos === undefined) return missing();
  const entries = videos.slice(-15).map((video) => feedEntry(video, channel));
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns="http://www.w3.org/2005/Atom">
<yt:channelId>${channel}</yt:channelId>${entries.join("\n")}</feed>`;
  return { status: 200, type: "text/xml; charset=UTF-8", body };
}

/** An entry as YouTube writes it; a text that a test has broken is left out. */
function feedEntry({ id, snippet }: YoutubeItem, channel: string): string {
  const { title, channelTitle, publishedAt, thumbnails } = (snippet ?? {}) as Record<
    string,
    unknown
  >;
  const element = (name: string, text: unknown) =>
    typeof text === "string" ? `<${name}>${escapeXml(text)}</${name}>` : "";
  const url = (thumbnails as { high?: { url?: unknown } } | undefined)?.high?.url;
  return [
    `<entry><id>yt:video:${id}</id><yt:videoId>${id}</yt:videoId>`,
    `<yt:channelId>${channel}</yt:channelId>${element("title", title)}`,
    `<author>${element("name", channelTitle)}</author>${element("published", publishedAt)}`,
    typeof url === "string"
      ? `<media:group><media:thumbnail url="${
        escapeXml(url)
      }" width="480" height="360"/></media:group>`
      : "",
    "</entry>",
  ].join("");
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function json(value: unknown, status = 200): Said {
  return { status, type: "application/json; charset=utf-8", body: JSON.stringify(value) };
}

function missing(): Said {
  return json({ error: "not found" }, 404);
}
