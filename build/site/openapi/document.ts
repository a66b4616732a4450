/** The API document: OpenAPI 3.1, made of the tables that requests are answered by. */
import { type ErrorCode, ERRORS, type JsonSchema } from "../../../src/http/error_table.ts";
import type { DocumentedService } from "../site_source.ts";
import { documentedEndpoints, tagsOf } from "./endpoints.ts";
import { headerComponents } from "./headers.ts";
import { createJsonSchemas } from "./json_schemas.ts";
import { pathItem } from "./operations.ts";
import { createResponses, errorSchemas } from "./responses.ts";
import { securitySchemes } from "./security.ts";

/** The version of the format, which is no version of the service. */
const OPENAPI = "3.1.1";

const DESCRIPTION =
  `Members, shows, news, events, birthdays, releases, video calls and live streams of idol groups.

Every read is described once, as a GET. A HEAD answers as that GET, without a body. But for groups whose
lists are arrays, and for paths that have a POST of their own, POST and PUT are the same read, with
credentials and parameters in a JSON object of at most 4 KiB in the body: numbers and words are taken as
text, \`null\` is as if the field were absent, and a body that is too large, too slow or not JSON is refused
with 413, 408 or 400. A feed token opens GET and HEAD alone.

Credentials may be in a header, in the query, or in that body; a header beats the query, the query beats
the body. OPTIONS answers 204 on every path, without a credential. Any other method is 405 with the
methods of the path in \`Allow\`; a path that is not here is 404. Unknown parameters are ignored. Answers
change only by addition: ignore fields that you do not know.`;

/** Renders the document for this content; equal content gives equal bytes. */
export function renderOpenApi(service: Pick<DocumentedService, "site" | "groups">): string {
  const { site, groups } = service;
  const schemas = createJsonSchemas();
  const responses = createResponses(schemas);
  const content = { group: { type: "string", enum: groups.map(({ slug }) => slug) } };
  const byPath = Map.groupBy(documentedEndpoints(service), ({ path }) => path);
  const paths = Object.fromEntries(
    [...byPath].map(([path, endpoints]) =>
      [path, pathItem(endpoints, responses, content)] as const
    ),
  );
  return JSON.stringify(withoutUnused({
    openapi: OPENAPI,
    info: {
      title: site.title,
      version: "1",
      description: DESCRIPTION,
      contact: contactOf(site.contact),
      license: licenseOf(site),
    },
    servers: [{ url: site.base_url }],
    tags: tagsOf(service),
    paths,
    components: {
      schemas: { ...schemas.items(), ...errorSchemas(Object.keys(ERRORS) as ErrorCode[]) },
      headers: headerComponents(),
      responses: responses.components(),
      securitySchemes: securitySchemes(),
    },
  }));
}

/** The address of a page, a name, or the advice to ask. */
function licenseOf({ licence, base_url: url }: DocumentedService["site"]): JsonSchema {
  return licence?.startsWith("https://")
    ? { name: "Licence", url: licence }
    : { name: licence ?? "Ask the contact", url };
}

/** An e-mail address, a page, or just a name. */
function contactOf(contact: string): JsonSchema {
  if (/^https?:\/\//.test(contact)) return { url: contact };
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? { email: contact } : { name: contact };
}

/** A document with components. */
interface Document extends JsonSchema {
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
}

/** Leaves out the components that nothing leads to; those of security are named, not linked. */
function withoutUnused(document: Document): Document {
  const { components, ...rest } = document;
  const used = new Set<string>();
  const follow = (part: unknown) => {
    for (const [, link] of JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)) {
      if (used.has(link!)) continue;
      used.add(link!);
      const [kind, name] = split(link!);
      follow(components[kind]![name]);
    }
  };
  follow(rest);
  const kept = Object.entries(components).map(([kind, all]) => {
    if (kind === "securitySchemes") return [kind, all] as const;
    const names = Object.keys(all).filter((name) => used.has(`${kind}/${name}`)).sort();
    return [kind, Object.fromEntries(names.map((name) => [name, all[name]!]))] as const;
  });
  return { ...rest, components: Object.fromEntries(kept) };
}

function split(link: string): [kind: string, name: string] {
  const slash = link.indexOf("/");
  return [link.slice(0, slash), link.slice(slash + 1)];
}
