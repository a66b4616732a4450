import type { ExampleKind, GroupExamples, SiteSource } from "../site_source.ts";
import examples from "../openapi/examples.json" with { type: "json" };
import type { FamilyTable } from "../../../src/routes/family.ts";
import type { AnyRoute } from "../../../src/routes/route.ts";

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

const EXAMPLES: Readonly<Record<string, unknown>> = examples;

/** Items of a list that an example shows. */
const MAX_ITEMS = 1;

/**
 * An answer of an endpoint as Markdown, from the shipped content at a fixed instant: the beginning of a
 * text, or the first item of each list; "" where no example is kept.
 */
export function exampleAnswer({ name }: FamilyTable, { id }: AnyRoute): string {
  const example = EXAMPLES[`${name}/${id}`];
  if (example === undefined) return "";
  if (typeof example === "string") return `An answer begins with:\n\n${fenced("text", example)}`;
  const text = JSON.stringify(shorten(example), null, 2);
  return `An answer, with the first item of each list:\n\n${fenced("json", text)}`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replaceAll("\r\n", "\n").trimEnd()}\n\`\`\``;
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, shorten(inner)]),
  );
}

/** Values that no content knows, and the list in whose first item a snippet finds them. */
export interface Lookup {
  /** Below the root of the endpoints. */
  readonly target: string;
  /** The field of the answer that holds the list; "" where the answer is the list. */
  readonly list: string;
  /** The item's field for each parameter. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Where to look up the parameter of a path that ends in one: in the list that it belongs to, by `id`.
 *
 * @throws {TypeError} where there is no such list
 */
export function lookupInPath(family: FamilyTable, { path }: AnyRoute): Lookup {
  const [, list, parameter] = /^(.+)\/\{(\w+)\}$/.exec(path) ?? [];
  const route = family.table.routes.find((other) => other.path === list);
  if (route === undefined || !("list" in route.answers)) {
    throw new TypeError(`Cannot write an example of ${path}: expected a list to take a value from`);
  }
  const { pages } = route.answers;
  const isWrapped = family.name === "wrapped";
  return {
    target: pages === undefined ? route.path : `${route.path}?page=1&perpage=1`,
    list: isWrapped ? "data" : pages ?? "",
    fields: { [parameter!]: "id" },
  };
}

/** Where to look up the broadcast of a chat in a group without rooms on SHOWROOM. */
export function lookupOnAir(family: FamilyTable): Lookup {
  return {
    target: "live/idn",
    list: family.name === "wrapped" ? "data" : "",
    fields: { username: "url_key", slug: "slug" },
  };
}
