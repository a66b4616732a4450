import type { ErrorCode } from "../../../src/http/error_table.ts";
import { FAMILIES } from "../../../src/core/registry.ts";
import { type FamilyTable, methodsOfRoute } from "../../../src/routes/family.ts";
import type { Route } from "../../../src/routes/route.ts";
import { type DocPage, headingId } from "./doc_page.ts";
import type { ServedGroup, SiteSource } from "../site_source.ts";
import {
  exampleAnswer,
  exampleRequest,
  type ExampleValues,
  exampleValuesOf,
  exampleValuesOfAll,
} from "./examples.ts";
import { type AnswerTexts, createAnswerTexts } from "./answer_fields.ts";
import {
  commonErrors,
  endpointList,
  endpointTitle,
  errorList,
  openEndpoints,
  openPage,
  ownErrors,
  parameterTable,
} from "./endpoint_list.ts";
import { fieldNames } from "./field_names.ts";
import { snippets } from "./snippets.ts";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

/** The place of the pages in the list of contents. */
const SECTION = "Reference";

/** The reference: a page for each group, one for `/v1`, and one for what is open to everybody. */
export function referencePages(source: SiteSource): DocPage[] {
  const { base_url } = source.site;
  const texts = createAnswerTexts([BARE, WRAPPED, V1, ...openEndpoints()]);
  const pages = [
    endpointList(source, SECTION),
    ...source.groups.map((group) => groupPage(group, base_url, exampleValuesOf(group), texts)),
    familyPage(
      V1,
      "/docs/reference/v1",
      "/v1",
      "Birthdays, search, events, your key",
      "",
      base_url,
      exampleValuesOfAll(source),
      texts,
    ),
    openPage(SECTION, base_url, texts),
    texts.page(SECTION),
  ];
  return [...pages, fieldNames(pages, SECTION)];
}

function groupPage(
  group: ServedGroup,
  baseUrl: string,
  examples: ExampleValues,
  texts: AnswerTexts,
): DocPage {
  const family = group.family === "bare" ? BARE : WRAPPED;
  const { slug, name, timezone, leapDay } = group;
  const path = `/docs/reference/${slug}`;
  const leap = leapDay === "mar1" ? "1 March" : "28 February";
  const zone =
    ` The group's time zone is \`${timezone}\`. In common years a birthday on 29 February is on ${leap}.`;
  return familyPage(family, path, `/api/${slug}`, name, zone, baseUrl, examples, texts);
}

function familyPage(
  family: FamilyTable,
  path: string,
  root: string,
  name: string,
  zone: string,
  baseUrl: string,
  examples: ExampleValues,
  texts: AnswerTexts,
): DocPage {
  const common = commonErrors(family);
  const entries = family.table.routes.map((route) =>
    endpoint(family, route, root, baseUrl, examples, texts, common)
  );
  const methods = family.methods.includes("POST")
    ? `GET and HEAD; POST and PUT with parameters or credentials in a JSON body are the same read${
      family.table.routes.some(({ method }) => method !== undefined)
        ? ". An endpoint whose heading names POST or DELETE writes, and takes only that method."
        : "."
    }`
    : "GET and HEAD.";
  const markdown = `# ${name}: reference

Endpoints below \`${root}\`. ${methods} Unknown parameters are ignored.${zone}

Every endpoint here may answer with ${errorList(common)}.

The answers shown were recorded in July and August 2026, each when its endpoint had something to
say. Of a list they show an item with many fields, which need not be the first.

${endpointTable(family)}

${entries.join("\n\n")}
`;
  return { path, lang: "en", name, section: SECTION, markdown };
}

/** Leads from what an endpoint is for to its section. */
function endpointTable({ table }: FamilyTable): string {
  const rows = table.routes.map((route) =>
    `| [${endpointTitle(route)}](#${headingId(endpointTitle(route))}) | ${route.summary} |`
  );
  return `| Endpoint | What it answers |\n| --- | --- |\n${rows.join("\n")}`;
}

function endpoint(
  family: FamilyTable,
  route: Route,
  root: string,
  baseUrl: string,
  examples: ExampleValues,
  texts: AnswerTexts,
  common: ReadonlySet<ErrorCode>,
): string {
  const [method = "GET"] = methodsOfRoute(family, route);
  const { target, body, lookup } = exampleRequest(family, route, examples);
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
  return `## ${endpointTitle(route)}

\`${method} ${root}/${route.path}\`

${route.summary}.

${parameterTable(route)}${code.join("\n\n")}

**Answer.** ${texts.ofRoute(family.name, route)}

${ownErrors(family, route, common)}${exampleAnswer(family, route, `${method} ${root}/${target}`)}`
    .trimEnd();
}

function isText({ answers }: Route): boolean {
  return "document" in answers && answers.json === undefined;
}
