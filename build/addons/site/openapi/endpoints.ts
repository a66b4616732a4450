import type { DocumentedService, ServedGroup } from "../site_source.ts";
import { type FamilyName, hasPublicFeeds } from "../../../../src/model/enums.ts";
import { ADDONS } from "../../../../src/core/addons.ts";
import { FAMILIES, routesOf } from "../../../../src/core/registry.ts";
import { methodsOfRoute, READ, READ_WITH_BODY } from "../../../../src/routes/family.ts";
import {
  createCodeRoute,
  createServiceRoutes,
  publicRoutes,
} from "../../../../src/routes/public/service.ts";
import { type DocumentedParameter, documentedParameters } from "./parameters.ts";
import type { Route, WriteMethod } from "../../../../src/routes/route.ts";

const { bare: BARE, wrapped: WRAPPED, v1: V1 } = FAMILIES;

/** An endpoint at the address of one group, or at the one it has. */
export interface DocumentedEndpoint {
  readonly family: FamilyName;
  /** The method that the document describes. */
  readonly method: "GET" | WriteMethod;
  /** All methods that lead to it: the others are the same read. */
  readonly methods: readonly string[];
  readonly path: string;
  readonly route: Route;
  readonly parameters: readonly DocumentedParameter[];
  /** The group, where it is one group's. */
  readonly group?: string;
  /** Whether the group shows it to everybody. */
  readonly isPublic?: boolean;
  /** Under what it is listed. */
  readonly tag: string;
}

/** Whether the parameters of an operation may come in a body. */
export function hasBody(method: DocumentedEndpoint["method"]): boolean {
  return method === "POST";
}

/** Whether an operation asks for credentials. */
export function isGated({ family }: DocumentedEndpoint): boolean {
  return family !== "public" && family !== "codes";
}

/** All endpoints for callers: those of each group by its own name, then those of all groups. */
export function documentedEndpoints(
  { groups }: Pick<DocumentedService, "groups">,
): DocumentedEndpoint[] {
  const slugs = groups.map(({ slug }) => slug);
  const endpoint = (
    family: FamilyName,
    methods: readonly string[],
    root: string,
    route: Route,
  ): DocumentedEndpoint => {
    const path = `${root}/${route.path}`;
    const parameters = documentedParameters(path, route, slugs);
    const method = route.method ?? "GET";
    return { family, method, methods, path, route, parameters, tag: family };
  };
  const ofGroup = ({ slug, family, public: level }: ServedGroup) => {
    const table = family === "bare" ? BARE : WRAPPED;
    return table.table.routes.map((route) => ({
      ...endpoint(family, methodsOfRoute(table, route), `/api/${slug}`, route),
      group: slug,
      tag: slug,
      isPublic: route.publicFrom !== undefined && hasPublicFeeds(level),
    }));
  };
  const openRoutes = publicRoutes(
    createServiceRoutes(unasked, unasked),
    routesOf(ADDONS, "public"),
  );
  const codeRoute = createCodeRoute({ verify: unasked });
  return [
    ...groups.flatMap(ofGroup),
    ...V1.table.routes.map((route) => endpoint("v1", methodsOfRoute(V1, route), "/v1", route)),
    endpoint("codes", methodsBut(READ_WITH_BODY), "/api/codes", codeRoute),
    ...openRoutes.map((route) => endpoint("public", methodsBut(READ), "", route)),
  ];
}

/** The tags of the endpoints in their order: parts of them, and what each is about. */
export function tagsOf({ groups }: Pick<DocumentedService, "groups">) {
  return [
    ...groups.map(({ slug, name, family }) => ({
      name: slug,
      description: family === "bare"
        ? `${name}: lists are arrays.`
        : `${name}: lists stand in an object of success, total, data and message.`,
    })),
    {
      name: "v1",
      description:
        "Over all groups: birthdays by time zone, search, datasets, what happens, and one's own key.",
    },
    {
      name: "codes",
      description:
        "Codes that were given out. A POST with `code` and `email` in a JSON body is the same read, and " +
        "keeps both out of addresses.",
    },
    { name: "public", description: "What the service says of itself, to everybody." },
  ];
}

/** OPTIONS leads to no endpoint. */
function methodsBut(methods: readonly string[]): readonly string[] {
  return methods.filter((method) => method !== "OPTIONS");
}

function unasked(): never {
  throw new TypeError("Cannot answer: the build looks at what endpoints declare");
}
