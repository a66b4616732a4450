import type { JsonSchema } from "../../../../src/http/error_table.ts";
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

/** A credential: the field of a body that holds it, and a scheme for each other place where it may stand. */
interface Credential {
  readonly field: string;
  readonly description: string;
  readonly schemes: readonly (readonly [name: string, scheme: JsonSchema])[];
}

function credential(
  { headers, field }: Pick<CredentialSources, "headers"> & { readonly field: string },
  description: string,
): Credential {
  const places = [
    ...headers.map((name) => ({ in: "header", name })),
    { in: "query", name: field },
  ];
  const schemes = places.map((place) =>
    [componentName(place.in, place.name), { type: "apiKey", ...place, description }] as const
  );
  return { field, description, schemes };
}

const TOKEN = credential(PRIORITY_TOKEN, "A priority token: no quota, no rate limit.");
const KEY = credential(API_KEY, "An API key.");
const NAME = credential(USERNAME, "An administrator's name; goes with the password.");
const SECRET = credential(PASSWORD, "An administrator's password; goes with the name.");

const BEARER = {
  type: "http",
  scheme: "bearer",
  description: "A priority token or an API key.",
};

/** A way into endpoints besides the credentials of their families. */
function entranceOf({ parameter, description }: NonNullable<Route["entrance"]>): Credential {
  return credential({ headers: [], field: parameter }, description);
}

/** Every place where a credential may stand, but for the body. */
export function securitySchemes(): Record<string, JsonSchema> {
  const { bare, wrapped, v1 } = FAMILIES;
  const routes = [bare, wrapped, v1].flatMap(({ table }) => table.routes);
  const entrances = routes.flatMap(({ entrance }) => entrance ? [entranceOf(entrance)] : []);
  const all = [TOKEN, KEY, NAME, SECRET, ...entrances];
  return { Bearer: BEARER, ...Object.fromEntries(all.flatMap(({ schemes }) => schemes)) };
}

/** The ways to an endpoint, each with the schemes that are needed together; none where all are let in. */
export function alternativesOf(endpoint: DocumentedEndpoint): readonly JsonSchema[] {
  const { route: { entrance, isOpen }, isPublic } = endpoint;
  const taken = credentialsOf(endpoint);
  const apart = (credentials: readonly Credential[]) =>
    credentials.flatMap(({ schemes }) => schemes.map(([name]) => ({ [name]: [] })));
  return [
    ...(taken.length > 0 ? [{ Bearer: [] }] : []),
    ...apart([TOKEN, KEY].filter((one) => taken.includes(one))),
    ...(taken.includes(NAME) && endpoint.family !== "bare" ? pairs() : []),
    ...apart(entrance ? [entranceOf(entrance)] : []),
    ...(isOpen || isPublic ? [{}] : []),
  ];
}

function pairs(): JsonSchema[] {
  return NAME.schemes.map(([name], n) => ({ [name]: [], [SECRET.schemes[n]![0]]: [] }));
}

/** The credentials that an endpoint takes. */
function credentialsOf(
  { family, route: { refuses = [] } }: Pick<DocumentedEndpoint, "family" | "route">,
): readonly Credential[] {
  if (family === "public" || family === "codes") return [];
  return refuses.includes("KEY_REQUIRED") ? [KEY] : [TOKEN, KEY, NAME, SECRET];
}

/** The credentials that may be in a body. */
export function bodyCredentials(
  endpoint: Pick<DocumentedEndpoint, "family" | "route">,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    credentialsOf(endpoint).map(({ field, description }) => [
      field,
      { type: ["string", "null"], description },
    ]),
  );
}
