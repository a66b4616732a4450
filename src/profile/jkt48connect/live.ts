import type { LiveItem } from "../../model/item/live.ts";
import type { ProfiledLive } from "./items.ts";

/** Adds what programs read of a video to broadcasts on YouTube; no description of them is known. */
export function addChannel(entries: readonly LiveItem[]): ProfiledLive[] {
  return entries.map((entry) =>
    entry.type === "youtube"
      ? { ...entry, channelTitle: entry.name, description: "", publishedAt: entry.started_at }
      : entry
  );
}
