import type { DocumentedService, ServedGroup } from "../site_source.ts";
import type { FamilyName } from "../../../src/model/enums.ts";
import { BARE, V1, WRAPPED } from "../../../src/routes/families.ts";
import { methodsOfRoute, READ, READ_WITH_BODY } from "../../../src/routes/family.ts";
import { createCodeRoute } from "../../../src/routes/public/codes.ts";
import { createHomeRoute } from "../../../src/routes/public/home.ts";
import { createServiceRoutes } from "../../../src/routes/public/service.ts";
import type { AnyRoute } from "../../../src/routes/route.ts";

/** An endpoint at the address of one group, or at the one it has. */
export interface DocumentedEndpoint {
  readonly family: FamilyName;
  /** The methods that lead to it. */
  readonly methods: readonly string[];
  readonly path: string;
  readonly route: AnyRoute;
  /** The group, where it is one group's. */
  readonly group?: string;
  /** Whether it is a feed that the group shows to everybody. */
  readonly isPublic?: boolean;
  /** Under what it is listed. */
  readonly tag: string;
}

/** A part of the endpoints, and what it is about. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** All endpoints for callers: those of each group by its own name, then those of all groups. */
export function documentedEndpoints(
  { groups }: Pick<DocumentedService, "groups">,
): DocumentedEndpoint[] {
  return [
    ...groups.flatMap((group) => ofGroup(group)),
    ...V1.table.routes.map((route) => ({
      methods: methodsOfRoute(V1, route),
      path: `/v1/${route.path}`,
      route,
    }))
      .map(toEndpoint("v1")),
    ...[codeRoute()].map((route) => ({
      methods: READ_WITH_BODY,
      path: `/api/codes/${route.path}`,
      route,
    }))
      .map(toEndpoint("codes")),
    ...publicRoutes().map((route) => ({ methods: READ, path: `/${route.path}`, route }))
      .map(toEndpoint("public")),
  ];
}

/** The tags of the endpoints, in their order. */
export function tagsOf({ groups }: Pick<DocumentedService, "groups">): Tag[] {
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
    { name: "codes", description: "Codes that were given out." },
    { name: "public", description: "What the service says of itself, to everybody." },
  ];
}

function ofGroup({ slug, family, public: level }: ServedGroup): DocumentedEndpoint[] {
  const table = family === "bare" ? BARE : WRAPPED;
  return table.table.routes.map((route) => ({
    ...{ family, methods: methodsOfRoute(table, route), route, group: slug, tag: slug },
    isPublic: route.feed === true && level === "feeds",
    path: `/api/${slug}/${route.path}`,
  }));
}

function toEndpoint(family: "v1" | "codes" | "public") {
  return ({ methods, path, route }: Pick<DocumentedEndpoint, "methods" | "path" | "route">) => ({
    ...{ family, methods, path, route },
    tag: family,
  });
}

function publicRoutes(): AnyRoute[] {
  return [createHomeRoute({ attempt: unasked }), ...createServiceRoutes(unasked, unasked)];
}

function codeRoute(): AnyRoute {
  return createCodeRoute({ verify: unasked });
}

function unasked(): never {
  throw new TypeError("Cannot answer: the build looks at what endpoints declare");
}
