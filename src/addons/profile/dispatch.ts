/**
 * This add-on serves aliases under which programs written for another service work unchanged.
 *
 * @module
 */

import type { Catalog, ProfiledAlias } from "../../catalog/catalog.ts";
import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { createDispatch } from "../../routes/dispatch.ts";
import { BARE_ENVELOPE } from "../../routes/envelope.ts";
import { createRouteTable, type Family } from "../../routes/family.ts";
import type { DataFamilies } from "../../routes/family.ts";
import { matchBelow, type Router } from "../../routes/router.ts";
import { KEY_CHECK_ROUTE, profileRoutes, type ProfileTable } from "./routes.ts";
import {
  checkHost,
  type ParsedUrl,
  parseTarget,
  type Query,
  readQuery,
  type readUrl,
  type RequestTarget,
} from "../../http/request.ts";
import type { ProfileName } from "../../model/enums.ts";
import { JKT48CONNECT } from "./jkt48connect/table.ts";

/** The paths that ask about a key: its own key taken out of the first. */
const KEY_CHECKS = ["api/check/key", "api/zenova/check"];

/**
 * Creates the router of requests under profiles. An alias has the gate and methods of its group, and
 * the endpoints and envelope of its profile.
 */
function createProfileRouter({ v1, groups }: DataFamilies): Router {
  const made = new Map<string, Family>();
  const checks = { ...v1, table: createRouteTable([KEY_CHECK_ROUTE]) };

  function familyOf({ alias, as, group }: ProfiledAlias): Family {
    const key = `${alias} ${as} ${group.family}`;
    let family = made.get(key);
    if (family === undefined) {
      const table = createRouteTable(
        profileRoutes(alias, PROFILE_TABLES[as], groups.bare.table.routes),
      );
      family = { ...groups[group.family], envelope: BARE_ENVELOPE, table };
      made.set(key, family);
    }
    return family;
  }

  return ({ profiles }, { segments }, method) => {
    if (profiles === undefined) return undefined;
    if (KEY_CHECKS.includes(segments.join("/"))) {
      return matchBelow(checks, [KEY_CHECK_ROUTE.path], method);
    }
    const profiled = profiles.get(segments[1] ?? "");
    return profiled && matchBelow(familyOf(profiled), segments.slice(2), method, profiled.group);
  };
}

/**
 * Answers requests under profiles: by the ordinary dispatch, with another reader before its router and
 * rewritten endpoints behind it.
 */
export function openProfiles(
  { dispatch, families }: Pick<Core, "dispatch" | "families">,
): Opened {
  const profiles = () => dispatch.content().catalog.profiles;
  return {
    answer: createDispatch(dispatch, {
      readUrl: createProfileReader(profiles),
      router: createProfileRouter(families),
    }),
  };
}

/** The profiles, by name. */
const PROFILE_TABLES: Readonly<Record<ProfileName, ProfileTable>> = {
  jkt48connect: JKT48CONNECT,
};

/** The path of a question about a key, without the key that stood in it. */
const CHECKED_KEY = "/api/check";

/**
 * Creates the reader of requests under profiles; `profiles` are those of the content that is served now. A
 * second `?` begins another parameter, a path without
 * `/api` gets it, and a key in a path becomes a credential before anything else sees the path.
 */
export function createProfileReader(profiles: () => Catalog["profiles"]): typeof readUrl {
  return ({ headers, url }) => {
    checkHost(headers.get("host"));
    const parsed = readProfiledUrl(url, profiles());
    return parsed.target.path === CHECKED_KEY
      ? { ...parsed, headers: withoutOtherKeys(headers) }
      : parsed;
  };
}

const BELOW_ALIAS = /^\w+:\/\/[^/?#]*(?:\/api)?\/([^/?#&]+)\/([^/?#&]+)&/;

function readProfiledUrl(url: string, profiles: Catalog["profiles"]): ParsedUrl {
  const tableOf = (name: string) => {
    const profiled = profiles?.get(name);
    return profiled && PROFILE_TABLES[profiled.as];
  };
  const [before, alias = "", endpoint = ""] = BELOW_ALIAS.exec(url) ?? [];
  const isQuery = before !== undefined && tableOf(alias)?.ampersandAfter.includes(endpoint);
  const meant = isQuery ? `${before.slice(0, -1)}?${url.slice(before.length)}` : url;
  const target = parseTarget(meant);
  const parameters = readQuery(target.search.replaceAll("?", "&"));
  const asked = target.segments[0] === "api" ? target.segments : ["api", ...target.segments];
  if (asked[1] === "check") return readKeyCheck(asked, parameters);
  const segments = withAlias(asked, profiles);
  const table = tableOf(segments[1]!);
  return {
    ...parameters,
    target: {
      ...target,
      path: target.path.replace(/&.*/s, ""),
      segments: meantBy(segments, table),
    },
    query: renamed(parameters.query, table),
  };
}

/** The path below the one group that has the profile, if it names none and is that group's. */
function withAlias(segments: readonly string[], profiles: Catalog["profiles"]): readonly string[] {
  const [first, ...others] = profiles?.values() ?? [];
  if (first === undefined || others.some(({ group }) => group !== first.group)) return segments;
  const [api, ...below] = segments;
  const isGroups = PROFILE_TABLES[first.as].withoutGroup.includes(below.join("/"));
  return isGroups ? [api!, first.alias, ...below] : segments;
}

/** `/api/check/<key>`: the key goes into the query, and nothing of it stays in the path. */
function readKeyCheck(
  [, , key, ...rest]: readonly string[],
  parameters: ReturnType<typeof readQuery>,
): ParsedUrl {
  const isKey = key !== undefined && rest.length === 0;
  const target: RequestTarget = {
    segments: isKey ? ["api", "check", "key"] : ["api", "check"],
    path: CHECKED_KEY,
    search: "",
  };
  if (!isKey || parameters.malformed !== undefined) return { ...parameters, target };
  return { target, query: new Map([...parameters.query, ["apikey", [key]]]) };
}

/** The key that a path names is the one that is asked about: another one beside it does not count. */
function withoutOtherKeys(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of ["x-api-key", "api-key"]) headers.delete(name);
  const bearer = /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (bearer !== undefined && !headers.has("x-priority-token")) {
    headers.delete("authorization");
    headers.set("x-priority-token", bearer);
  }
  return headers;
}

function meantBy(segments: readonly string[], table: ProfileTable | undefined): readonly string[] {
  const below = segments.slice(2).join("/");
  const meant = table !== undefined && Object.hasOwn(table.paths, below)
    ? table.paths[below]!.split("/")
    : segments.slice(2);
  return [...segments.slice(0, 2), ...meant];
}

/** The parameters by their own names, without those that say nothing. */
function renamed(query: Query, table: ProfileTable | undefined): Query {
  const { parameters = {}, leftOut = [] } = table ?? EVERYWHERE;
  const named = new Map<string, readonly string[]>();
  for (const [name, values] of query) {
    const own = Object.hasOwn(parameters, name) ? parameters[name]! : name;
    named.set(own, [...named.get(own) ?? [], ...values]);
  }
  for (const { name, value, others } of leftOut) {
    if (!named.get(name)?.every((one) => one === value)) continue;
    for (const gone of [name, ...others]) named.delete(gone);
  }
  return named;
}

/** What is read of a question about a key, which belongs to no alias. */
const EVERYWHERE: Partial<ProfileTable> = { parameters: { api_key: "apikey" } };
