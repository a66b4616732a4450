import type { ExampleKind, GroupExamples, SiteSource } from "../site_source.ts";

/**
 * A value that leads to an answer, by the parameter's name; undefined where the content knows none, as
 * for the id of a broadcast.
 */
export type ExampleValues = (parameter: string, path: string) => string | undefined;

/** Stands for the id of one of the reader's own feed tokens. */
const YOUR_FEED_TOKEN = "YOUR-FEED-TOKEN-ID";
/** Stands for the id of one of the reader's own webhooks. */
const YOUR_WEBHOOK = "YOUR-WEBHOOK-ID";
/** Stands for the reader's own address. */
const YOUR_ADDRESS = "https://bot.example/hook";

/** Takes the values of a group's examples from its own content, so that they lead to something. */
export function exampleValuesOf({ ids, room }: GroupExamples): ExampleValues {
  const firstId = (kind: ExampleKind) => ids[kind] ?? "unknown";
  return function valueOf(parameter, path) {
    if (path.startsWith("theater/")) return firstId("shows");
    if (path.startsWith("news")) return firstId("news");
    if (path.startsWith("events/")) return firstId("events");
    if (path.startsWith("member")) return firstId("members");
    if (parameter === "month") return "7";
    return parameter === "room_id" ? room : undefined;
  };
}

/** The values of the examples of `/v1`: of the first group that has members. */
export function exampleValuesOfAll({ groups }: SiteSource): ExampleValues {
  const group = groups.find(({ examples }) => examples.hasMembers);
  return group === undefined ? () => "unknown" : (parameter, path) => {
    if (parameter === "id") return path.startsWith("webhooks") ? YOUR_WEBHOOK : YOUR_FEED_TOKEN;
    if (parameter === "url") return YOUR_ADDRESS;
    if (parameter === "group") return group.slug;
    if (parameter === "kind") return "member";
    if (parameter === "q") return group.examples.name ?? "unknown";
    if (parameter !== "member_id") return "7";
    return group.examples.born ?? "unknown";
  };
}
