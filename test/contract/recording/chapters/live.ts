import {
  plainVideo,
  type Scene,
  scheduledItem,
  upcomingVideo,
} from "../../../../build/demo/scene.ts";
import { emptyScene, fillScene } from "../../../support/busy_platforms.ts";
import type { World } from "../../../support/world.ts";
import { get, type RecordedRequest, request, withKey } from "../request_line.ts";

/** Everybody stays on air for a while, then nobody, then everybody but one. */
export async function broadcasts({ clock, platforms: { scene }, pass }: World): Promise<void> {
  await pass(60_000);
  emptyScene(scene);
  await pass(900_000);
  fillScene(scene);
  announce(scene, clock.now());
  scene.idn.shift();
  scene.comments.set(901, [
    {
      comment: "Hello",
      name: "Sari",
      avatar_url: "https://a.example/1.png",
      created_at: 1_783_155_600,
    },
    {
      comment: "<b>Hi</b>",
      name: "Budi",
      avatar_url: "https://a.example/2.png",
      created_at: 1_783_155_601,
    },
  ]);
  await pass(60_000);
}

/** What platforms announce, and a video that is no broadcast. */
function announce(scene: Scene, now: number): void {
  scene.idn.push(scheduledItem("kota_dian", "dian-later", now + 7_200_000));
  scene.nextLives.set(903, now / 1_000 + 3_600);
  const channel = "UCkotaAni_00000000000001";
  scene.youtube.get(channel)!.push(
    upcomingVideo("AniAniAniA2", channel, now + 86_400_000),
    plainVideo("AniAniAniA3", channel),
    plainVideo("AniAniAniA4", channel, { publishedAt: "2026-07-01T00:00:00Z" }),
  );
}

/** Who is on air, who was, and what is said there. */
export function live(): RecordedRequest[] {
  const paths = [
    ...["live", "live/idn", "live/showroom", "live/youtube", "live/stream", "live/twitch"],
    ...["live/IDN", "live/", "recent", "recent?page=1&perpage=2", "recent?page=2&perpage=2"],
    ...["recent?type=idn", "recent?type=showroom&sort=viewers", "recent?sort=duration"],
    ...["recent?name=ani", "recent?name=cici%20kota", "recent?name=%20", "recent?sort=x"],
    ...["recent/idn-ani-talks", "recent/showroom-7001", "recent/youtube-AniAniAniA1", "recent/x"],
    ...["members", "member/ani-sari", "member-detail?url=kota_ani", "members?status=graduated"],
    ...["chat-stream?room_id=901", "chat-stream?room_id=901&limit=1", "chat-stream?room_id=902"],
    ...["chat-stream?room_id=999", "chat-stream?room_id=x", "chat-stream", "chat-stream?slug=x"],
    ...["chat-stream?username=kota_dian", "chat-stream?username=kota_dian&slug=gone"],
    ...["chat-stream?username=kota_dian&slug=dian-talks", "chat-stream/stream?room_id=901"],
    ...["chat-stream/stream?room_id=999", "chat-stream/stream?slug=x", "chat-stream/x"],
    ...["live?member=ani-sari", "live?timezone=Asia/Tokyo"],
    ...["live/upcoming", "live/upcoming?member=ani-sari", "live/stats", "live/stats?period=month"],
    ...["live/stats?period=all&member=ani-sari", "live/stats?period=day", "videos"],
    ...["videos?page=1&perpage=1", "schedule.ics"],
  ];
  const streams = [
    get("/api/kota/live/stream", { headers: [["last-event-id", "1"]] }),
    get("/api/kota/live/stream", { headers: [["last-event-id", "x"]] }),
    get("/api/kota/live/stream", { headers: [["accept", "application/json"]] }),
    request("GET", "/api/kota/live/stream", { headers: [["x-priority-token", "{token}"]] }),
    request("GET", "/api/kota/live/stream"),
    request("GET", "/api/kota/live/stream", { headers: [["x-api-key", "{standard}"]] }),
  ];
  const chats = ["HEAD", "OPTIONS", "POST"].flatMap((method) =>
    ["kota", "bukit"].map((group) =>
      withKey(method, `/api/${group}/chat-stream/stream?room_id=999`)
    )
  );
  return [
    ...["kota", "laut"].flatMap((group) => paths.map((path) => get(`/api/${group}/${path}`))),
    ...["city", "bukit"].flatMap((group) =>
      paths.slice(0, 9).map((path) => get(`/api/${group}/${path}`))
    ),
    ...["live/upcoming", "live/stats", "videos", "videos?page=1"].map((path) =>
      get(`/api/bukit/${path}`)
    ),
    ...paths.slice(0, 9).flatMap((path) => [
      ...["HEAD", "OPTIONS", "POST"].map((method) => withKey(method, `/api/kota/${path}`)),
      get(`/api/kota/${path}`, { headers: [["if-none-match", "*"]] }),
      get(`/api/kota/${path}`, { headers: [["accept-encoding", "br"]] }),
      get(`/api/kota/${path}`, { headers: [["if-none-match", "{etag}"]] }),
      request("GET", `/api/kota/${path}`, { headers: [["x-api-key", "{narrow}"]] }),
      request("GET", `/api/kota/${path}`),
    ]),
    ...streams,
    ...chats,
    get("/status"),
    get("/healthz"),
    // The lists are stale by now, and nobody polls.
    get("/api/kota/live", { at: "2026-07-04T10:45:00Z" }),
    get("/api/kota/live/idn"),
    get("/status"),
  ];
}
