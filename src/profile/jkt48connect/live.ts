import type { LiveItem } from "../../model/item/live.ts";
import type { EditContext } from "../profile_table.ts";
import type { ProfiledLive } from "./items.ts";

/** Adds what programs read of a video to broadcasts on YouTube, as YouTube has it. */
export function addChannel(
  entries: readonly LiveItem[],
  { ctx: { live } }: EditContext,
): ProfiledLive[] {
  return entries.map((entry) => {
    if (entry.type !== "youtube") return entry;
    const { channelTitle = "", description = "", publishedAt = "" } = live.view.video(entry.id) ??
      {};
    return {
      ...entry,
      url: entry.streaming_url_list[0]?.url ?? "",
      channelTitle: channelTitle || entry.name,
      description,
      publishedAt: publishedAt || entry.started_at,
    };
  });
}
