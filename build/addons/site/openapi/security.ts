import type { JsonSchema } from "../../../../src/http/error_table.ts";
import type { FamilyName } from "../../../../src/model/enums.ts";
import {
  API_KEY,
  type CredentialSources,
  PASSWORD,
  PRIORITY_TOKEN,
  USERNAME,
} from "../../../../src/access/gate/credentials.ts";
import { FAMILIES } from "../../../../src/core/registry.ts";
import type { Route } from "../../../../src/routes/route.ts";
import { componentName } from "./components.ts";
import type { DocumentedEndpoint } from "./endpoints.ts";

/** One way to show credentials: the schemes that are needed together. */
type Alternative = Readonly<Record<string, readonly never[]>>;

const TOKEN = "A priority token: no quota, no rate limit.";
const KEY = "An API key.";
const ADMIN_NAME = "An administrator's name; goes with the password.";
const ADMIN_PASSWORD = "An administrator's password; goes with the name.";

/** Every place where a credential may stand, but for the body. */
export function securitySchemes(): Record<string, JsonSchema> {
  return Object.fromEntries([
    ["Bearer", { type: "http", scheme: "bearer", description: "A priority token or an API key." }],
    ...places(PRIORITY_TOKEN, TOKEN),
    ...places(API_KEY, KEY),
    ...places(USERNAME, ADMIN_NAME),
    ...places(PASSWORD, ADMIN_PASSWORD),
    ...entrances().flatMap(({ parameter, description }) =>
      places({ headers: [], field: parameter }, description)
    ),
  ]);
}

/** The ways to an endpoint; none where everybody is let in. */
export function alternativesOf(
  { family, route, isPublic }: DocumentedEndpoint,
): readonly Alternative[] {
  if (isForKeys(route)) return ["Bearer", ...names(API_KEY)].map((name) => ({ [name]: [] }));
  const alternatives = familyAlternatives(family);
  if (route.isOpen) return [...alternatives, {}];
  const { entrance } = route;
  return [
    ...alternatives,
    ...(entrance ? [{ [schemeName({ in: "query", name: entrance.parameter })]: [] }] : []),
    ...(isPublic ? [{}] : []),
  ];
}

/** The ways into endpoints besides the credentials of their families. */
function entrances(): readonly NonNullable<Route["entrance"]>[] {
  const { bare, wrapped, v1 } = FAMILIES;
  const routes = [bare, wrapped, v1].flatMap(({ table }) => table.routes);
  return [...new Set(routes.flatMap(({ entrance }) => entrance ?? []))];
}

/** Whether other credentials than a key are refused. */
function isForKeys({ refuses = [] }: DocumentedEndpoint["route"]): boolean {
  return refuses.includes("KEY_REQUIRED");
}

function familyAlternatives(family: FamilyName): readonly Alternative[] {
  if (family === "public" || family === "codes") return [];
  const single = ["Bearer", ...names(PRIORITY_TOKEN), ...names(API_KEY)]
    .map((name) => ({ [name]: [] }));
  if (family === "bare") return single;
  const pairs = names(USERNAME).map((name, index) => ({
    [name]: [],
    [names(PASSWORD)[index]!]: [],
  }));
  return [...single, ...pairs];
}

/** The credentials that may be in a body. */
export function bodyCredentials(
  { family, route }: Pick<DocumentedEndpoint, "family" | "route">,
): Record<string, JsonSchema> {
  if (family === "public" || family === "codes") return {};
  const fields: [CredentialSources, string][] = isForKeys(route) ? [[API_KEY, KEY]] : [
    [PRIORITY_TOKEN, TOKEN],
    [API_KEY, KEY],
    [USERNAME, ADMIN_NAME],
    [PASSWORD, ADMIN_PASSWORD],
  ];
  return Object.fromEntries(
    fields.map(([{ field }, description]) => [field, { type: ["string", "null"], description }]),
  );
}

/** The headers and the parameter in which a credential may come. */
type Places = Pick<CredentialSources, "headers"> & { readonly field: string };

function places({ headers, field }: Places, description: string) {
  return [
    ...headers.map((name) => ({ in: "header", name })),
    { in: "query", name: field },
  ].map((place) => [schemeName(place), { type: "apiKey", ...place, description }] as const);
}

function names({ headers, field }: CredentialSources): string[] {
  return [
    ...headers.map((name) => schemeName({ in: "header", name })),
    schemeName({ in: "query", name: field }),
  ];
}

function schemeName(place: { in: string; name: string }): string {
  return componentName(place.in, place.name);
}
