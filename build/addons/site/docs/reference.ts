import {
  type ErrorCode,
  ERRORS,
  helpAnchor,
  type JsonSchema,
} from "../../../../src/http/error_table.ts";
import { Components } from "../openapi/components.ts";
import { type DocumentedEndpoint, documentedEndpoints, isGated } from "../openapi/endpoints.ts";
import { errorsOf } from "../openapi/refusals.ts";
import { answerOf } from "../openapi/responses.ts";
import type { PublicLevel } from "../../../../src/model/enums.ts";
import type { SiteSource } from "../site_source.ts";
import { type DocPage, SECTIONS } from "../../../doc_page.ts";
import { headingId } from "./doc_page.ts";
import { FIELDS_PATH, fieldsOfItems, fieldTable, typeOf } from "./item_fields.ts";

const PAGES = "/docs/lists#how-do-i-ask-for-a-page";
const FORMS = "/docs/lists#what-do-bare-and-wrapped-mean";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** The reference: one page of every endpoint for both families, one of the items' fields. */
export function referencePages(source: SiteSource): DocPage[] {
  const { groups } = source;
  const components = new Components();
  // Groups of a family answer alike: the first stands for all.
  const firsts = groups.filter(({ family }, n) =>
    n === groups.findIndex((one) => one.family === family)
  );
  const sections = [...Map.groupBy(documentedEndpoints({ groups: firsts }), titleOf)];
  const common = sections.filter(([, [first]]) => isGated(first!))
    .map(([, endpoints]) => errorsOfAll(endpoints))
    .reduce((one, other) => one.intersection(other));
  const lines = (isOfGroup: boolean) =>
    sections.filter(([, [first]]) => (first!.group !== undefined) === isOfGroup)
      .map(([title, [first]]) => `- [\`${title}\`](#${headingId(title)}): ${first!.route.summary}`)
      .join("\n");
  const markdown = `# All endpoints

Every endpoint of the service, as [openapi.json](/openapi.json) has it for programs. Here no script is
needed; [Try it](/docs/try) sends requests. \`{group}\` is one of:

${groupList(source)}

GET and HEAD are taken everywhere; wrapped groups and \`/v1\` also take POST and PUT as the same read, with
parameters or credentials in a JSON body. A heading that names POST or DELETE writes, and takes only that
method. Every endpoint that takes a key may answer with ${errorList(common)}.

## The list

### Of a group, below \`/api/{group}/\`

${lines(true)}

### Over all groups

${lines(false)}

Beside them stand [these documents](/docs), [openapi.json](/openapi.json), [llms.txt](/llms.txt),
[\`/mcp\`](/docs/assistants) for assistants, and for operators [\`/metrics\`](/docs/watching) and
[\`/admin\`](/docs/keys).

${
    sections.map(([title, endpoints]) =>
      endpointSection(title, endpoints, common, components, source)
    )
      .join("\n\n")
  }
`;
  const page = { lang: "en", section: SECTIONS.reference };
  return [
    { path: "/docs/reference", ...page, markdown },
    { path: FIELDS_PATH, ...page, markdown: fieldsOfItems(components.all("schemas")) },
  ];
}

/** What a section is called: of a group the path below its root. */
function titleOf({ path, group, method }: DocumentedEndpoint): string {
  const shown = group === undefined ? path : path.slice(`/api/${group}/`.length);
  return method === "GET" ? shown : `${method} ${shown}`;
}

/** What of a group nobody needs a key for. */
const OPEN: Readonly<Record<PublicLevel, string>> = {
  none: "nothing",
  page: "its part of `/`",
  feeds: "feeds, calendars",
  site: "pages, feeds, assistants",
};

function groupList({ groups }: SiteSource): string {
  return groups.map(({ slug, name, family, timezone, leapDay, public: open }) =>
    `- \`${slug}\`, ${name}: [${family}](${FORMS}) answers, zone \`${timezone}\`, a birthday on ` +
    `29\u00a0February is kept on ${
      leapDay === "mar1" ? "1\u00a0March" : "28\u00a0February"
    } in common years; ` +
    `without a key: ${OPEN[open]}`
  ).join("\n");
}

function endpointSection(
  title: string,
  endpoints: readonly DocumentedEndpoint[],
  common: ReadonlySet<ErrorCode>,
  components: Components,
  source: SiteSource,
): string {
  const [{ path, group, method }] = endpoints as [DocumentedEndpoint];
  const shown = group === undefined ? path : path.replace(group, "{group}");
  const summaries = Map.groupBy(endpoints, ({ route }) => route.summary);
  const isOfOne = group !== undefined && endpoints.length === 1;
  const about = [...summaries].map(([summary, [first]]) =>
    summaries.size > 1 || isOfOne ? `${inFamily(first!)}: ${summary}.` : `${summary}.`
  );
  const answers = endpoints.map((endpoint) => {
    const lead = endpoints.length > 1 ? `Answer, ${endpoint.family}` : "Answer";
    return `**${lead}.** ${answerText(answerOf(components, endpoint).content)}`;
  });
  const own = errorsOfAll(endpoints).difference(common);
  const errors = own.size === 0 ? [] : [`**Errors.** ${errorList(own)}.`];
  return [
    ...[`## ${title}`, `\`${method} ${shown}\``, about.join(" ")],
    ...[...parameterTable(endpoints), curl(endpoints[0]!, source), ...answers, ...errors],
  ].join("\n\n");
}

function inFamily({ family }: DocumentedEndpoint): string {
  return `In ${family} groups`;
}

/** A row for each parameter of any family. */
function parameterTable(endpoints: readonly DocumentedEndpoint[]): string[] {
  const all = endpoints.flatMap((endpoint) =>
    endpoint.parameters.map((parameter) => ({ ...parameter, endpoint }))
  );
  const rows = [...Map.groupBy(all, ({ name }) => name)].map(([name, [first, ...others]]) => {
    const { description, schema, required, isNeeded, in: place, endpoint } = first!;
    const notes = [
      place === "path"
        ? "in the path"
        : required
        ? "required"
        : isNeeded
        ? "required, here or in the body"
        : "optional",
      ...(schema.default === undefined || required ? [] : [`default \`${schema.default}\``]),
      ...(others.length + 1 < endpoints.length ? [`${inFamily(endpoint)} alone`] : []),
    ];
    return `| \`${name}\` | ${takes(description, schema)} | ${notes.join(", ")} |`;
  });
  return rows.length === 0 ? [] : [
    `| Parameter | Takes | Notes |\n| --- | --- | --- |\n${rows.join("\n")}`,
  ];
}

/** What a parameter takes, with the words that it takes as code. */
function takes(description: string, { type, enum: words = [] }: JsonSchema): string {
  const taken = type === "boolean" ? ["true", "false"] : [words].flat().map(String);
  const known = new RegExp(`\\b(?:${taken.join("|")})\\b`, "g");
  return (taken.length === 0 ? description : description.replaceAll(known, "`$&`"))
    .replaceAll("|", "\\|");
}

/** A request for the shell; tests run those that need nothing of the reader's own but a key. */
function curl(endpoint: DocumentedEndpoint, source: SiteSource): string {
  const { path, method, parameters } = endpoint;
  let isRun = method === "GET" && path !== "/" && !path.includes("chat-stream");
  let target = path;
  for (const { name, in: place, required, example } of parameters) {
    if (!required && example === undefined) continue;
    const known = example ?? knownValue(name, endpoint, source);
    isRun &&= known !== undefined;
    const value = encodeURIComponent(known ?? `YOUR-${name.toUpperCase()}`);
    if (place === "path") target = target.replace(`{${name}}`, value);
    else target += `${target.includes("?") ? "&" : "?"}${name}=${value}`;
  }
  const inBody = parameters.filter((one) => one.isNeeded && one.in === "query")
    .map(({ name }) => [name, `YOUR-${name.toUpperCase()}`]);
  const body = JSON.stringify(Object.fromEntries(inBody));
  const words = [
    "curl",
    ...(path.endsWith("/stream") ? ["-N --max-time 10"] : []),
    ...(method === "GET" ? [] : [`-X ${method}`]),
    ...(isGated(endpoint) ? ["-H 'x-api-key: YOUR-KEY'"] : []),
    ...(method === "POST" && inBody.length > 0
      ? [`-H 'content-type: application/json' -d '${body}'`]
      : []),
    `'${source.site.base_url}${target}'`,
  ];
  return `\`\`\`sh${isRun ? "" : " no-run"}\n${words.join(" ")}\n\`\`\``;
}

/** A value that leads to an answer, where the content knows one. */
function knownValue(
  parameter: string,
  { path, group: slug }: DocumentedEndpoint,
  { groups }: SiteSource,
): string | undefined {
  if (parameter === "month") return "7";
  const group = groups.find((one) => slug === undefined ? one.examples.born : one.slug === slug);
  if (group === undefined) return undefined;
  const { examples } = group;
  if (slug === undefined) {
    return { group: group.slug, q: examples.memberName, member_id: examples.born }[parameter];
  }
  const [kind] = path.slice(`/api/${slug}/`.length).split(/[-\/]/);
  return { ...examples, memberName: undefined }[kind as "member" | "theater" | "news" | "events"];
}

/** What is answered, in a sentence, and a table of the fields that no item has. */
function answerText(content: JsonSchema): string {
  const [[type, { schema, "x-events": events }]] = Object.entries(content) as [
    [string, { schema: JsonSchema; "x-events"?: Schemas }],
  ];
  if (events !== undefined) {
    const rows = Object.entries(events).map(([name, data]) => `| \`${name}\` | ${typeOf(data)} |`);
    return `A stream of events with JSON as data:\n\n| Event | Data |\n| --- | --- |\n${
      rows.join("\n")
    }`;
  }
  if (schema.type === "string") return `A document of type \`${type}\`.`;
  const [first, page] = (schema.anyOf ?? [schema]) as [JsonSchema, JsonSchema?];
  const names = Object.keys(page?.properties ?? {}).join(", ");
  return page === undefined
    ? shapeText(first)
    : `${shapeText(first)} With \`page\` or \`perpage\`: \`{${names}}\` ([pages](${PAGES})).`;
}

function shapeText(schema: JsonSchema): string {
  const properties = schema.properties as Schemas | undefined;
  if (properties === undefined) {
    const text = typeOf(schema);
    return text.startsWith("[") ? `${text}.` : `An ${text}.`.replace(/^An (?![aeio])/, "A ");
  }
  const { success, total: _, data, message, ...rest } = properties;
  if (success === undefined || message === undefined) {
    return `An object:\n\n${fieldTable(schema)}`;
  }
  const items = data!.items as JsonSchema;
  const tables = [items, { ...schema, properties: rest }].filter(({ properties = {} }) =>
    Object.keys(properties as object).length > 0
  );
  return [`The [wrapper](${FORMS}); \`data\` is an ${typeOf(data!)}.`, ...tables.map(fieldTable)]
    .join("\n\n");
}

function errorsOfAll(endpoints: readonly DocumentedEndpoint[]): ReadonlySet<ErrorCode> {
  return new Set(endpoints.flatMap((endpoint) => [...errorsOf(endpoint).values()].flat()));
}

/** Their statuses and types, with links to the page of errors. */
function errorList(codes: ReadonlySet<ErrorCode>): string {
  const sorted = [...codes].sort((one, other) => ERRORS[one].status - ERRORS[other].status);
  const texts = sorted.map((code) => {
    const anchor = helpAnchor(code);
    return `${ERRORS[code].status}\u00a0[${anchor}](/docs/errors#${anchor})`;
  });
  return [...new Set(texts)].join(", ");
}
