import { ERRORS, type JsonSchema } from "../../src/http/error_table.ts";
import { STREAMS } from "../../src/model/item/items.ts";
import { createJsonSchemas, type JsonSchemas } from "../site/openapi/json_schemas.ts";
import {
  type ClientFamily,
  docComment,
  FAMILIES,
  methodText,
  OWN_KEY,
  streamEventText,
  typeName,
  typeText,
} from "./methods.ts";
import { OshibaseError } from "./core/oshibase_error.ts";
import options from "./core/options.ts" with { type: "text" };
import type { GroupFamily } from "./core/client.ts";

/** The words under which each family's groups are served. */
export type GroupNames = Readonly<Record<GroupFamily, readonly string[]>>;

/**
 * Writes `index.d.ts`: the client, what it takes, answers and throws. With `groups`, no other group
 * compiles, nor one that is asked as the wrong family.
 */
export function declarations(groups?: GroupNames): string {
  const schemas = createJsonSchemas();
  const families = [
    familyText("BareGroup", "A group that answers with plain arrays and objects", "bare", schemas),
    familyText("WrappedGroup", "A group that answers with the wrapper object", "wrapped", schemas),
    familyText("V1", "What is asked over all groups", "v1", schemas),
  ];
  const streams = usedStreams().map((name) => streamEventText(name, schemas.ofStream(name)));
  const items = Object.entries(schemas.items()).map(itemText);
  return indent(
    [options.trim(), groupTypes(groups), CLIENT, ...families, ...streams, ...items, errorTypes()]
      .join("\n\n"),
  );
}

const CLIENT = `/** Asks one service with one credential. */
export interface OshibaseClient {
  /**
   * A group that answers with plain arrays and objects, by its name in addresses. A call throws a
   * TypeError if the group answers otherwise.
   */
  bare(group: BareName): BareGroup;
  /**
   * A group that answers with the wrapper object, by its name in addresses. A call throws a TypeError if
   * the group answers otherwise.
   */
  wrapped(group: WrappedName): WrappedGroup;
  /** A group of either family, by its name in addresses: it asks the service how the group answers. */
  group<Name extends BareName | WrappedName | (string & {})>(name: Name, options?: CallOptions): Promise<GroupOf<Name>>;
  /** Over all groups: birthdays by time zone, search, datasets, what happens, and one's own key. */
  v1(): V1;
  /** One's own key: its plan, and what it has used and has left in this period; costs nothing. */
  key(options?: CallOptions): ReturnType<V1["${OWN_KEY.show}"]>;
  /** What one's own key used on each of the last days (30 if none are given), in its plan's time zone; costs nothing. */
  usage(days?: number, options?: CallOptions): ReturnType<V1["${OWN_KEY.usage}"]>;
  /**
   * Gives one's own key a new secret, which \`save\` is called with: keep it there, no later answer shows
   * it. The former one works for 24 hours more, and no request fails: this client asks with the new
   * one from 3 seconds later on, when every server knows it. If \`save\` throws or rejects, so does this
   * call, and the client goes on with the former one. It costs nothing.
   */
  rotateKey(save: (rotated: RotatedKey) => unknown, options?: CallOptions): Promise<RotatedKey>;
}

/** A group of either family: distinguish them by \`family\`. */
export type Group = BareGroup | WrappedGroup;

/** The group of a name: of one family if the name says which. */
export type GroupOf<Name extends string> = string extends Name | BareName | WrappedName ? Group
: Name extends BareName ? BareGroup
: Name extends WrappedName ? WrappedGroup
: Group;

/** Creates a client. It throws a TypeError where \`baseUrl\` is no address. */
export declare function createClient(options: ClientOptions): OshibaseClient;

/** What a webhook receives: an event, or one of the service's own messages. */
export interface WebhookEvent {
  type: string;
  timestamp: string;
  id?: string;
  group?: string;
  data: unknown;
}

/**
 * Verifies a delivery of a webhook by the headers and the body as they came: its signature, and that it
 * is not older than five minutes. Rejects with an Error where it is not the service's, or too old.
 */
export declare function verifyWebhook(
  secret: string,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
  body: string,
): Promise<WebhookEvent>;`;

function itemText([name, { description, ...schema }]: [string, JsonSchema]): string {
  const text = typeText(schema, { isDocumented: true });
  const declared = "anyOf" in schema
    ? `type ${typeName(name)} = ${text};`
    : `interface ${typeName(name)} ${text}`;
  return `${docComment(String(description))}export ${declared}`;
}

function familyText(
  name: string,
  about: string,
  family: ClientFamily,
  schemas: JsonSchemas,
): string {
  const methods = FAMILIES[family].map((route) => methodText(family, route, schemas));
  const own = family === "v1" ? [] : [`readonly family: ${JSON.stringify(family)};`];
  return `${docComment(about)}export interface ${name} {\n${[...own, ...methods].join("\n\n")}\n}`;
}

function groupTypes(groups?: GroupNames): string {
  const union = (family: GroupFamily) =>
    groups === undefined
      ? "string"
      : groups[family].map((name) => JSON.stringify(name)).join(" | ") || "never";
  return [
    docComment("Groups that answer with plain arrays and objects"),
    `export type BareName = ${union("bare")};\n\n`,
    docComment("Groups that answer with the wrapper object"),
    `export type WrappedName = ${union("wrapped")};`,
  ].join("");
}

function usedStreams(): (keyof typeof STREAMS)[] {
  const used = new Set(
    Object.values(FAMILIES).flat().flatMap(({ answers }) =>
      "stream" in answers ? [answers.stream] : []
    ),
  );
  return (Object.keys(STREAMS) as (keyof typeof STREAMS)[]).filter((name) => used.has(name));
}

/** The name of the class of refusals. */
const ERROR = OshibaseError.name;

/** The class of refusals as a union, so that `type` decides the rest. */
function errorTypes(): string {
  const byType = Map.groupBy(Object.values(ERRORS), ({ type }) => type);
  const alternatives = [...byType].filter(([type]) => type !== undefined).map(([type, kinds]) =>
    `| ErrorOf<${[...new Set(kinds.map(({ status }) => status))].join(" | ")}, ${
      JSON.stringify(type)
    }>`
  );
  return `/** A refusal of one type. */
export interface ErrorOf<Status extends number, Type extends string> extends Error {
  readonly name: "${ERROR}";
  /** The HTTP status. */
  readonly status: Status;
  /** The kind of refusal; \`OTHER\`: none that was known when this client was made. */
  readonly type: Type;
  /** What to change. */
  readonly hint: string | undefined;
  /** When to come back, in seconds. */
  readonly retryAfter: number | undefined;
  /** \`X-Request-Id\`: name it when you report a fault. */
  readonly requestId: string | undefined;
  /** What is left of the key's quota; undefined if the refusal does not say. */
  readonly rateLimit: RateLimit | undefined;
  /** The whole body: JSON where it is some, else text. */
  readonly body: unknown;
}

/** Thrown where the service refuses. */
export type ${ERROR} =
${alternatives.join("\n")}
| ErrorOf<number, "OTHER">;

export declare const ${ERROR}: (abstract new (...args: never) => ${ERROR}) & {
  readonly prototype: ${ERROR};
};
`;
}

/** Indents lines by the braces that are open before them. */
function indent(text: string): string {
  let depth = 0;
  return text.split("\n").map((line) => {
    const trimmed = line.trim();
    const isComment = /^(\/\*\*|\*)/.test(trimmed);
    const opened = isComment ? 0 : (trimmed.match(/\{/g) ?? []).length;
    const closed = isComment ? 0 : (trimmed.match(/\}/g) ?? []).length;
    const leading = isComment ? 0 : /^\}+/.exec(trimmed)?.[0].length ?? 0;
    const space = "  ".repeat(Math.max(0, depth - leading));
    depth += opened - closed;
    if (trimmed === "") return "";
    const hanging = /^\*/.test(trimmed) ? " " : /^[|:] /.test(trimmed) ? "  " : "";
    return `${space}${hanging}${trimmed}`;
  }).join("\n");
}
