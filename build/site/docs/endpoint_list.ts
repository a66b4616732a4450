import { FAMILIES } from "../../../src/core/registry.ts";
import { createRouteTable, type FamilyTable } from "../../../src/routes/family.ts";
import type { Route } from "../../../src/routes/route.ts";
import { documentedEndpoints } from "../openapi/endpoints.ts";
import type { ServedGroup, SiteSource } from "../site_source.ts";
import type { AnswerTexts } from "./answer_fields.ts";
import { type DocPage, headingId } from "./doc_page.ts";
import { snippets } from "./snippets.ts";
import { type ErrorCode, ERRORS, helpAnchor } from "../../../src/http/error_table.ts";
import type { Parameter } from "../../../src/http/parameter.ts";
import { errorsOf } from "../openapi/responses.ts";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

/** Endpoints that read no credential, below a root. */
type OpenEndpoints = Pick<FamilyTable, "name" | "table"> & { readonly root: string };

/** The endpoints that are open to everybody: codes, and what the service says of itself. */
export function openEndpoints(): OpenEndpoints[] {
  const endpoints = documentedEndpoints({ groups: [] });
  const table = (name: string) =>
    createRouteTable(endpoints.filter(({ family }) => family === name).map(({ route }) => route));
  return [
    { name: "codes", root: "/api/codes", table: table("codes") },
    { name: "public", root: "", table: table("public") },
  ];
}

const OPEN_PATH = "/docs/reference/open";

/** A page with a line for every endpoint of every family. */
export function endpointList({ groups }: SiteSource, section: string): DocPage {
  const sections = [BARE, WRAPPED].map((family) =>
    familySection(family, groups.filter((group) => group.family === family.name))
  ).filter((text) => text !== "");
  const open = openEndpoints().flatMap(({ root, table }) =>
    rowsOf(table.routes, root, OPEN_PATH, (route) => openHeading(root, route))
  );
  const markdown = `# All endpoints

Every endpoint of the service with a line each; a link leads to its parameters, fields, errors, an
example and a request in three languages. Programs read the same from [openapi.json](/openapi.json).

${sections.join("\n\n")}

## All groups at once: /v1

${tableOf(rowsOf(V1.table.routes, "/v1", "/docs/reference/v1", endpointTitle))}

## Without a key

${tableOf([...open, ...FILES])}
`;
  return { path: "/docs/reference", lang: "en", name: "All endpoints", section, markdown };
}

/** Files of the site, and what operators read: no route table has them. */
const FILES: readonly string[] = [
  "| [`/docs`](/docs) | These documents; each page also as Markdown |",
  "| [`/openapi.json`](/openapi.json) | Every endpoint, for programs |",
  "| [`/llms.txt`](/llms.txt) | The list of all documents |",
  "| [`/mcp`](/docs/assistants) | What assistants ask; groups with public pages need no key |",
  "| [`/metrics`](/docs/watching) | The figures of a process; for operators, with a token of theirs |",
  "| [`/admin`](/docs/keys), `/api/admin/…` | Administration; for operators, with name and password |",
];

const FORMS: Readonly<Record<string, string>> = {
  bare: "plain arrays and objects",
  wrapped: "an object with `success`, `total`, `data` and `message`",
};

function familySection({ name, table }: FamilyTable, groups: readonly ServedGroup[]): string {
  const [first] = groups;
  if (first === undefined) return "";
  const links = groups.map(({ slug, name }) => `[${name}](/docs/reference/${slug})`).join(", ");
  const rows = rowsOf(table.routes, "/api/{group}", `/docs/reference/${first.slug}`, endpointTitle);
  return `## Groups that answer ${name}

${links}: lists are ${
    FORMS[name]
  } ([more](/docs/lists#what-do-bare-and-wrapped-mean)). \`{group}\` is ${
    groups.map(({ slug }) => `\`${slug}\``).join(" or ")
  }.

${tableOf(rows)}`;
}

function tableOf(rows: readonly string[]): string {
  return `| Endpoint | What it answers |\n| --- | --- |\n${rows.join("\n")}`;
}

function rowsOf(
  routes: readonly Route[],
  root: string,
  page: string,
  heading: (route: Route) => string,
): string[] {
  return routes.map((route) => {
    const method = route.method === undefined ? "" : `${route.method} `;
    const at = `${page}#${headingId(heading(route))}`;
    return `| [\`${method}${root}/${route.path}\`](${at}) | ${route.summary} |`;
  });
}

/** The page of the endpoints that are open to everybody. */
export function openPage(section: string, baseUrl: string, texts: AnswerTexts): DocPage {
  const all = openEndpoints();
  const common = all.map(commonErrors).reduce((one, other) => one.intersection(other));
  const entries = all.flatMap((endpoints) =>
    endpoints.table.routes.map((route) =>
      `## ${openHeading(endpoints.root, route)}

\`GET ${endpoints.root}/${route.path}\`

${route.summary}.

${parameterTable(route)}${request(`${baseUrl}${endpoints.root}/${route.path}`, route)}

**Answer.** ${texts.ofRoute(endpoints.name, route)}

${ownErrors(endpoints, route, common)}`.trimEnd()
    )
  );
  const markdown = `# Without a key: reference

Endpoints that read no credential: whether a code is valid, and how the service is doing. All take
GET and HEAD. \`/api/codes/verify\` also takes POST and PUT, with its parameters in a JSON body. Each
may answer with ${errorList(common)}.

${entries.join("\n\n")}
`;
  return { path: OPEN_PATH, lang: "en", name: "Without a key", section, markdown };
}

/** A request for the shell; tests run it if it needs no value and is answered in JSON. */
function request(url: string, { parameters, answers }: Route): string {
  const needed = Object.keys(parameters).filter((name) => parameters[name]!.required);
  const isRun = needed.length === 0 && !("document" in answers);
  const query = needed.map((name) => `${name}=YOUR-${name.toUpperCase()}`).join("&");
  const [curl] = snippets({ url: query ? `${url}?${query}` : url, needsKey: false });
  return `\`\`\`sh${isRun ? "" : " no-run"}\n${curl!.code}\n\`\`\``;
}

function openHeading(root: string, { path }: Route): string {
  return path === "" ? "/ (the front page)" : `${root}/${path}`;
}

/** The heading of an endpoint's section: its path, with the method if it writes. */
export function endpointTitle({ path, method }: Route): string {
  return method === undefined ? path || "/" : `${method} ${path}`;
}

/** The parameters of an endpoint as a table in Markdown; "" if it has none. */
export function parameterTable(route: Route): string {
  const rows = Object.entries(route.parameters).map(([name, parameter]) =>
    parameterRow(name, parameter, route)
  );
  if (rows.length === 0) return "";
  return `| Parameter | Takes | Notes |\n| --- | --- | --- |\n${rows.join("\n")}\n\n`;
}

function parameterRow(name: string, parameter: Parameter<unknown>, { path }: Route): string {
  const { description, required, absent, alias } = parameter;
  const notes = [
    path.includes(`{${name}}`) ? "in the path" : required ? "required" : "optional",
    absent === undefined || required ? undefined : `default \`${String(absent)}\``,
    alias === undefined ? undefined : `also \`${alias}\``,
  ].filter((note) => note !== undefined);
  return `| \`${name}\` | ${description.replaceAll("|", "\\|")} | ${notes.join(", ")} |`;
}

type Endpoints = Pick<FamilyTable, "name" | "table">;

/** The errors that every endpoint of a family may answer with. */
export function commonErrors(family: Endpoints): ReadonlySet<ErrorCode> {
  return family.table.routes.map((route) => errorCodesOf(family, route))
    .reduce((common, codes) => common.intersection(codes));
}

/** The other errors of an endpoint; "" if there is nothing. */
export function ownErrors(
  family: Endpoints,
  route: Route,
  common: ReadonlySet<ErrorCode>,
): string {
  const own = errorCodesOf(family, route).difference(common);
  return own.size === 0 ? "" : `**Errors.** ${errorList(own)}.\n\n`;
}

/** Their statuses and types, with links to the page of errors. */
export function errorList(codes: ReadonlySet<ErrorCode>): string {
  const sorted = [...codes].sort((one, other) => ERRORS[one].status - ERRORS[other].status);
  const texts = sorted.map((code) => {
    const anchor = helpAnchor(code);
    return `${ERRORS[code].status} [${anchor}](/docs/errors#${anchor})`;
  });
  return [...new Set(texts)].join(", ");
}

function errorCodesOf(family: Endpoints, route: Route): ReadonlySet<ErrorCode> {
  const { method = "GET" } = route;
  return new Set([...errorsOf({ family: family.name, route, method }).values()].flat());
}
