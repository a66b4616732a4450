import { readBearer } from "../../access/gate/credentials.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { unlessRefused } from "../../http/http_error.ts";
import {
  checkHost,
  type ParsedUrl,
  parseTarget,
  type Query,
  readQuery,
  type readUrl,
} from "../../http/request.ts";

type Profiles = Catalog["profiles"];

/** Other paths below an alias, and what they mean. */
const PATHS = new Map([
  ["chat-stream-sr", "chat-stream"],
  ["idn", "live/idn"],
  ["showroom", "live/showroom"],
  ["youtube", "live/youtube"],
  ["replay", "videos"],
  ["NEWS", "news"],
]);

/** Paths below `/api` itself: while one group alone has a profile, they are that group's. */
const WITHOUT_GROUP = ["recent", "live/idn", "live/showroom"];

/** The path of a question about a key, without the key that stood in it. */
const CHECKED_KEY = "/api/check";

/**
 * Creates the reader of requests under profiles; `profiles` are those of the content that is served now. A
 * second `?` begins another parameter, a path without `/api` gets it, and a key in a path becomes a
 * credential before anything else sees the path.
 */
export function createProfileReader(profiles: () => Profiles): typeof readUrl {
  return ({ headers, url }) => {
    checkHost(headers.get("host"));
    const parsed = readProfiledUrl(url, profiles());
    const isKeyCheck = parsed.target.path === CHECKED_KEY;
    return isKeyCheck ? { ...parsed, headers: withoutOtherKeys(headers) } : parsed;
  };
}

const BEFORE_AMPERSAND = /^\w+:\/\/[^/?#]*(?:\/api)?\/([^/?#&]+)\/videocall(?=&)/;

function readProfiledUrl(url: string, profiles: Profiles): ParsedUrl {
  const [before = "", alias = ""] = BEFORE_AMPERSAND.exec(url) ?? [];
  const meant = profiles?.has(alias) ? `${before}?${url.slice(before.length + 1)}` : url;
  const target = parseTarget(meant);
  const parameters = readQuery(target.search.replaceAll("?", "&"));
  const asked = target.segments[0] === "api" ? target.segments : ["api", ...target.segments];
  if (asked[1] === "check") return readKeyCheck(asked, parameters);
  const [api, name, ...below] = withAlias(asked, profiles) as [string, ...string[]];
  const path = below.join("/");
  return {
    ...parameters,
    target: {
      ...target,
      path: target.path.replace(/&.*/s, ""),
      segments: name === undefined ? [api] : [api, name, ...PATHS.get(path)?.split("/") ?? below],
    },
    query: renamed(parameters.query),
  };
}

/** The path below the one group that has a profile, if it names none and is that group's. */
function withAlias(segments: readonly string[], profiles: Profiles): readonly string[] {
  const [first, ...others] = profiles?.values() ?? [];
  if (first === undefined || others.some(({ group }) => group !== first.group)) return segments;
  const [api, ...below] = segments;
  return WITHOUT_GROUP.includes(below.join("/")) ? [api!, first.alias, ...below] : segments;
}

/** `/api/check/<key>`: the key goes into the query, and nothing of it stays in the path. */
function readKeyCheck(
  [, , key, ...rest]: readonly string[],
  parameters: ReturnType<typeof readQuery>,
): ParsedUrl {
  const target = { segments: ["api", "check"], path: CHECKED_KEY, search: "" };
  if (key === undefined || rest.length > 0) return { ...parameters, target };
  target.segments.push("key");
  if (parameters.malformed !== undefined) return { ...parameters, target };
  return { target, query: new Map([...parameters.query, ["apikey", [key]]]) };
}

/** The key that a path names is the one that is asked about: another one beside it does not count. */
function withoutOtherKeys(given: Headers): Headers {
  const headers = new Headers(given);
  for (const name of ["x-api-key", "api-key", "authorization"]) headers.delete(name);
  const bearer = unlessRefused(() => readBearer(given));
  if (bearer !== undefined && !headers.get("x-priority-token")) {
    headers.set("x-priority-token", bearer);
  }
  return headers;
}

/** The parameters by their own names, without a page that is all there is. */
function renamed(query: Query): Query {
  const named = new Map(query);
  named.delete("api_key");
  const keys = ["apikey", "api_key"].flatMap((name) => query.get(name) ?? []);
  if (keys.length > 0) named.set("apikey", keys);
  if (query.get("page")?.every((page) => page === "all")) {
    named.delete("page");
    named.delete("perpage");
  }
  return named;
}
