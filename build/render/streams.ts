import type { UpcomingItem } from "../../src/model/item/around_live.ts";
import type { Occasion } from "../derive/instants.ts";
import type { GroupFile } from "../schema/content/group.ts";
import type { ShowFile } from "../schema/content/occasions.ts";

/** A show, as far as its stream is announced. */
interface StreamedShow {
  readonly id: string;
  readonly title: string;
  readonly file: ShowFile;
  readonly occasion: Occasion;
  readonly group: GroupFile;
  /** The group's slug. */
  readonly slug: string;
}

/** The platforms whose addresses say which they are. */
const HOSTS: readonly (readonly [RegExp, UpcomingItem["type"]])[] = [
  [/(?:^|\.)idn\.app$/, "idn"],
  [/(?:^|\.)showroom-live\.com$/, "showroom"],
  [/(?:^|\.)(?:youtube\.com|youtu\.be)$/, "youtube"],
];

/** What is announced of the stream of a show, as JSON; undefined if there is nothing. */
export function upcomingStream(
  { id, title, file, occasion, group, slug }: StreamedShow,
): string | undefined {
  const { stream, state, banner, poster } = file;
  if (stream === undefined || state !== "scheduled" || occasion.untimed.isUntimed) return undefined;
  const { hostname } = new URL(stream.url);
  const item: UpcomingItem = {
    id: `show-${id}`,
    type: HOSTS.find(([host]) => host.test(hostname))?.[1] ?? "other",
    title,
    name: group.name,
    img: banner ?? poster ?? group.image ?? "",
    url_key: "",
    group: slug,
    scheduled_at: new Date(occasion.start).toISOString(),
    url: stream.url,
  };
  return JSON.stringify(item);
}
