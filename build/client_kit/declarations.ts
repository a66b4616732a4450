import type { JsonSchema } from "../../src/http/parameter.ts";
import { ERRORS } from "../../src/http/error_table.ts";
import { STREAMS } from "../../src/model/item/items.ts";
import { createJsonSchemas, type JsonSchemas } from "../site/openapi/json_schemas.ts";
import { type ClientFamily, FAMILIES, OWN_KEY } from "./client_endpoints.ts";
import { OshibaseError } from "./core/oshibase_error.ts";
import options from "./core/options.ts" with { type: "text" };
import { methodText, streamEventText } from "./method_types.ts";
import { docComment, typeText } from "./type_text.ts";

/** Writes `index.d.ts`: the client, what it takes, answers and throws. */
export function declarations(): string {
  const schemas = createJsonSchemas();
  const families = [
    familyText("BareGroup", "A group that answers with plain arrays and objects", "bare", schemas),
    familyText("WrappedGroup", "A group that answers with the wrapper object", "wrapped", schemas),
    familyText("V1", "What is asked over all groups", "v1", schemas),
  ];
  const streams = usedStreams().map((name) => streamEventText(name, schemas.ofStream(name)));
  const items = Object.entries(schemas.items()).map(itemText);
  return indent([options.trim(), CLIENT, ...families, ...streams, ...items, errorTypes()]
    .join("\n\n"));
}

const CLIENT = `/** Asks one service with one credential. */
export interface OshibaseClient {
  /** A group that answers with plain arrays and objects, by its name in addresses. */
  bare(group: string): BareGroup;
  /** A group that answers with the wrapper object, by its name in addresses. */
  wrapped(group: string): WrappedGroup;
  /** Over all groups: birthdays by time zone, search, datasets, what happens, and one's own key. */
  v1(): V1;
  /** One's own key: its plan, what it has used in this period and what is left; costs nothing. */
  key(options?: CallOptions): ReturnType<V1["${OWN_KEY}"]>;
}

/** Creates a client. It throws a TypeError where \`baseUrl\` is no address. */
export declare function createClient(options: ClientOptions): OshibaseClient;

/** What a webhook is told: an event, or one of the service's own messages. */
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
  const declared = "anyOf" in schema ? `type ${name} = ${text};` : `interface ${name} ${text}`;
  return `${docComment(String(description))}export ${declared}`;
}

function familyText(
  name: string,
  about: string,
  family: ClientFamily,
  schemas: JsonSchemas,
): string {
  const methods = FAMILIES[family].map((route) => methodText(family, route, schemas));
  return `${docComment(about)}export interface ${name} {\n${methods.join("\n\n")}\n}`;
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

/** The class of refusals as a union, so that a look at `type` tells the rest. */
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
    const hanging = /^\*/.test(trimmed) ? " " : trimmed.startsWith("| ") ? "  " : "";
    return `${space}${hanging}${trimmed}`;
  }).join("\n");
}
