import type { Parameter } from "../../../src/http/parameter.ts";
import { BARE, V1, WRAPPED } from "../../../src/routes/families.ts";
import { type FamilyTable, methodsOfRoute } from "../../../src/routes/family.ts";
import type { AnyRoute } from "../../../src/routes/route.ts";
import { type DocPage, headingId } from "./doc_page.ts";
import type { ServedGroup, SiteSource } from "../site_source.ts";
import {
  exampleAnswer,
  type ExampleValues,
  exampleValuesOf,
  exampleValuesOfAll,
  type Lookup,
  lookupInPath,
  lookupOnAir,
} from "./examples.ts";
import { snippets } from "./snippets.ts";

/** Where the pages stand in the list of contents. */
const SECTION = "Reference";

/** The reference: a page for each group and one for `/v1`, written from the route tables. */
export function referencePages(source: SiteSource): DocPage[] {
  const { base_url } = source.site;
  return [
    overview(source),
    ...source.groups.map((group) => groupPage(group, base_url, exampleValuesOf(group.examples))),
    familyPage(
      V1,
      "/docs/reference/v1",
      "/v1",
      "Birthdays and your key",
      base_url,
      exampleValuesOfAll(source),
    ),
  ];
}

function overview({ groups }: SiteSource): DocPage {
  const rows = groups.map(({ slug, name, family }) =>
    `| [${name}](/docs/reference/${slug}) | \`/api/${slug}/…\` | ${FAMILY_WORDS[family]} |`
  );
  const markdown = `# Reference

Every endpoint with its parameters, and a request in three languages that can be pasted as it stands.
Programs read the same from [openapi.json](/openapi.json).

| What | Path | Answers |
| --- | --- | --- |
${rows.join("\n")}
| [Birthdays and your key](/docs/reference/v1) | \`/v1/…\` | objects with \`data\` |

Without any credential: \`/healthz\` (the process is alive), \`/readyz\` (it takes requests),
\`/status\` (content, sources, store).
`;
  return { path: "/docs/reference", lang: "en", name: "All endpoints", section: SECTION, markdown };
}

const FAMILY_WORDS = {
  bare: "plain arrays and objects",
  wrapped: "`{success, total, data, message}`",
} as const;

function groupPage(group: ServedGroup, baseUrl: string, examples: ExampleValues): DocPage {
  const family = group.family === "bare" ? BARE : WRAPPED;
  const { slug, name } = group;
  return familyPage(family, `/docs/reference/${slug}`, `/api/${slug}`, name, baseUrl, examples);
}

function familyPage(
  family: FamilyTable,
  path: string,
  root: string,
  name: string,
  baseUrl: string,
  examples: ExampleValues,
): DocPage {
  const entries = family.table.routes.map((route) =>
    endpoint(family, route, root, baseUrl, examples)
  );
  const methods = family.methods.includes("POST")
    ? "GET and HEAD; POST and PUT are the same read with parameters or credentials in a JSON body."
    : "GET and HEAD.";
  const markdown = `# ${name}: reference

Endpoints below \`${root}\`. ${methods} Errors are described [on their own page](/docs/errors).

${endpointTable(family)}

${entries.join("\n\n")}
`;
  return { path, lang: "en", name, section: SECTION, markdown };
}

/** Leads from what an endpoint is for to its section. */
function endpointTable({ table }: FamilyTable): string {
  const rows = table.routes.map((route) =>
    `| [${titleOf(route)}](#${headingId(titleOf(route))}) | ${route.summary} |`
  );
  return `| Endpoint | What it answers |\n| --- | --- |\n${rows.join("\n")}`;
}

/** The path; what writes is told by its method from what reads there. */
function titleOf({ path, method }: AnyRoute): string {
  return method === undefined ? path || "/" : `${method} ${path}`;
}

function endpoint(
  family: FamilyTable,
  route: AnyRoute,
  root: string,
  baseUrl: string,
  examples: ExampleValues,
): string {
  const [method = "GET"] = methodsOfRoute(family, route);
  const { target, body, lookup } = exampleOf(family, route, examples);
  const at = `${baseUrl}${root}`;
  const code = snippets({
    url: `${at}/${target}`,
    needsKey: true,
    isText: isText(route),
    isStream: "stream" in route.answers,
    method,
    ...(body && { body }),
    ...(lookup && { lookup: { ...lookup, url: `${at}/${lookup.target}` } }),
  })
    .map(({ language, code }) => `\`\`\`${language}\n${code}\n\`\`\``);
  return `## ${titleOf(route)}

\`${method} ${root}/${route.path}\`

${route.summary}.

${parameterTable(route)}${[...code, exampleAnswer(family, route)].join("\n\n").trimEnd()}`;
}

function isText({ answers }: AnyRoute): boolean {
  return "document" in answers && answers.json === undefined;
}

/**
 * The address of an example and, where it writes with a POST, the fields of its body. What has to be
 * looked up first is in braces.
 */
function exampleOf(family: FamilyTable, route: AnyRoute, examples: ExampleValues) {
  let path = route.path;
  let lookup: Lookup | undefined;
  const query: string[] = [];
  const body: Record<string, string> = {};
  const isChat = path.startsWith("chat-stream");
  for (const [name, { required }] of Object.entries(route.parameters)) {
    const isInPath = path.includes(`{${name}}`);
    if (!isInPath && !required && !(isChat && name === "room_id")) continue;
    const value = examples(name, route.path);
    if (value === undefined) lookup = isChat ? lookupOnAir(family) : lookupInPath(family, route);
    else if (isInPath) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (route.method === "POST") body[name] = value;
    else query.push(`${name}=${encodeURIComponent(value)}`);
  }
  if (isChat && lookup) {
    query.push(...Object.keys(lookup.fields).map((name) => `${name}={${name}}`));
  }
  return {
    target: query.length > 0 ? `${path}?${query.join("&")}` : path,
    body: Object.keys(body).length > 0 ? body : undefined,
    lookup,
  };
}

function parameterTable(route: AnyRoute): string {
  const rows = Object.entries(route.parameters).map(([name, parameter]) =>
    parameterRow(name, parameter, route)
  );
  if (rows.length === 0) return "";
  return `| Parameter | Takes | |\n| --- | --- | --- |\n${rows.join("\n")}\n\n`;
}

function parameterRow(name: string, parameter: Parameter<unknown>, { path }: AnyRoute): string {
  const { description, required, absent, alias } = parameter;
  const notes = [
    path.includes(`{${name}}`) ? "in the path" : required ? "required" : undefined,
    absent === undefined || required ? undefined : `default \`${String(absent)}\``,
    alias === undefined ? undefined : `also \`${alias}\``,
  ].filter((note) => note !== undefined);
  return `| \`${name}\` | ${description.replaceAll("|", "\\|")} | ${notes.join(", ")} |`;
}
