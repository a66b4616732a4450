import type { ExampleKind, SiteSource } from "../site_source.ts";
import { EXAMPLES } from "../openapi/responses.ts";
import type { FamilyTable } from "../../../src/routes/family.ts";
import type { Route } from "../../../src/routes/route.ts";

/**
 * A value that leads to an answer, by the parameter's name; undefined where the content knows none, as
 * for the id of a broadcast.
 */
export type ExampleValues = (parameter: string, path: string) => string | undefined;

/** Stands for the id of one of the reader's own webhooks. */
export const YOUR_WEBHOOK = "YOUR-WEBHOOK-ID";
/** Stands for the reader's own address. */
const YOUR_ADDRESS = "https://bot.example/hook";

/** Takes the values of a group's examples from its own content, so that they lead to something. */
export function exampleValuesOf(
  { family, examples: { ids, name } }: SiteSource["groups"][number],
): ExampleValues {
  const firstId = (kind: ExampleKind) => ids[kind] ?? "unknown";
  return function valueOf(parameter, path) {
    if (path.startsWith("theater/")) return firstId("shows");
    if (path.startsWith("news")) return firstId("news");
    if (path.startsWith("events/")) return firstId("events");
    // In wrapped groups that is a search by a part of a name.
    if (path === "member/{name}" && family === "wrapped") return name?.split(" ")[0] ?? "unknown";
    if (path.startsWith("member")) return firstId("members");
    return parameter === "month" ? "7" : undefined;
  };
}

/** The values of the examples of `/v1`: of the first group that has members. */
export function exampleValuesOfAll({ groups }: SiteSource): ExampleValues {
  const group = groups.find(({ examples }) => examples.hasMembers);
  return group === undefined ? () => "unknown" : (parameter) => {
    if (parameter === "id") return YOUR_WEBHOOK;
    if (parameter === "url") return YOUR_ADDRESS;
    if (parameter === "group") return group.slug;
    if (parameter === "kind") return "member";
    if (parameter === "q") return group.examples.name ?? "unknown";
    if (parameter !== "member_id") return "7";
    return group.examples.born ?? "unknown";
  };
}

/** A request of the reference. */
interface ExampleRequest {
  /** The address below the root of the endpoints; what a lookup finds is in braces. */
  readonly target: string;
  /** The fields of the body of a POST. */
  readonly body: Readonly<Record<string, string>> | undefined;
  readonly lookup: Lookup | undefined;
}

/** The request that the reference shows for an endpoint, and whose answer the examples keep. */
export function exampleRequest(
  family: FamilyTable,
  route: Route,
  examples: ExampleValues,
): ExampleRequest {
  let path = route.path;
  let lookup: Lookup | undefined;
  const query: string[] = [];
  const body: Record<string, string> = {};
  for (const [name, { required }] of Object.entries(route.parameters)) {
    const isInPath = path.includes(`{${name}}`);
    if (!isInPath && !required) continue;
    const value = examples(name, route.path);
    if (value === undefined) lookup = lookupInPath(family, route);
    else if (isInPath) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (route.method === "POST") body[name] = value;
    else query.push(`${name}=${encodeURIComponent(value)}`);
  }
  if (path.startsWith("chat-stream")) {
    lookup = lookupOnAir(family);
    query.push(...Object.keys(lookup.fields).map((name) => `${name}={${name}}`));
  }
  return {
    target: query.length > 0 ? `${path}?${query.join("&")}` : path,
    body: Object.keys(body).length > 0 ? body : undefined,
    lookup,
  };
}

/** Items of a list that an example shows. */
const MAX_ITEMS = 1;

/**
 * An answer of an endpoint as Markdown, from the shipped content at a fixed instant: a part of a text, or
 * one item of each list; "" where no example is kept. It names its own request if that is not the one
 * that is `shown`.
 */
export function exampleAnswer({ name }: FamilyTable, { id }: Route, shown: string): string {
  const example = EXAMPLES[`${name}/${id}`];
  if (example === undefined) return "";
  const { request, answer } = example;
  const what = request === shown ? "An answer" : `An answer to \`${request}\``;
  if (typeof answer === "string") return `${what}, shortened:\n\n${fenced("text", answer)}`;
  const text = JSON.stringify(shorten(answer), null, 2);
  const how = text.includes("[") ? `, shortened to one item of each list${countsIn(answer)}` : "";
  return `${what}${how}:\n\n${fenced("json", text)}`;
}

/** A count is of what was answered, and not of what is shown. */
function countsIn(answer: unknown): string {
  const counts = Object.keys(answer as object).filter((field) => field.startsWith("total"));
  return counts.length === 0 ? "" : ` (\`${counts[0]}\` counts all)`;
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replaceAll("\r\n", "\n").trimEnd()}\n\`\`\``;
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, shorten(inner)]));
}

/** Values that no content knows, and the list in whose first item a snippet finds them. */
export interface Lookup {
  /** Below the root of the endpoints. */
  readonly target: string;
  /** The field of the answer that holds the list; "" where the answer is the list. */
  readonly list: string;
  /** The item's field for each parameter. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether their values are numbers, and not text. */
  readonly isNumber?: boolean;
}

/**
 * Where to look up the parameter of a path that ends in one: in the list that it belongs to, by `id`.
 *
 * @throws {TypeError} where there is no such list
 */
function lookupInPath(family: FamilyTable, { path }: Route): Lookup {
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

/** Where to look up the room of a broadcast whose chat can be read. */
function lookupOnAir(family: FamilyTable): Lookup {
  return {
    target: "live/showroom",
    list: family.name === "wrapped" ? "data" : "",
    fields: { room_id: "room_id" },
    isNumber: true,
  };
}
