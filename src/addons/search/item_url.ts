import type { Group } from "../../catalog/catalog.ts";
import { PAGES } from "../../core/services.ts";
import type { GetService } from "../../core/service_key.ts";
import type { SearchItem } from "../../core/search_service.ts";

/** The path of an item's page, of groups that have pages; else, and of kinds without pages, of its detail. */
export function urlOf(
  service: GetService,
  group: Group,
  { kind, id, title, setlist }: Pick<SearchItem, "kind" | "id" | "title" | "setlist">,
): string {
  const page = service(PAGES)?.addressOf(group, { kind, id, setlist });
  if (page !== undefined) return page;
  const { slug, family } = group;
  const root = `/api/${slug}`;
  switch (kind) {
    case "member":
      return `${root}/member/${encodeURIComponent(family === "wrapped" ? title : id)}`;
    case "show":
      return `${root}/theater/${encodeURIComponent(id)}`;
    case "news":
      return `${root}/news/${encodeURIComponent(id)}`;
    case "event":
      return `${root}/events/${encodeURIComponent(id)}`;
    case "release":
      return `${root}/releases`;
    case "setlist":
      return `${root}/setlists/${encodeURIComponent(id)}`;
    case "song":
      return setlist === undefined
        ? `${root}/releases`
        : `${root}/setlists/${encodeURIComponent(setlist)}`;
  }
}
