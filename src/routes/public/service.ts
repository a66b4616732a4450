/**
 * This room answers the paths that belong to no group: state, codes, home page, files of the site.
 *
 * @module
 */

import { PAGES } from "../../core/services.ts";
import type { CodeCheck } from "../../access/limits/code_check.ts";
import type { Group } from "../../catalog/catalog.ts";
import type { Content } from "../../catalog/content.ts";
import { spanAt } from "../../catalog/phases.ts";
import { prefersPage, VARY_BY_ACCEPT } from "../../http/accept.ts";
import { HttpError } from "../../http/http_error.ts";
import { anyText, type Optional, required } from "../../http/parameter.ts";
import type {
  CodeItem,
  HealthItem,
  ReadinessItem,
  StatusItem,
} from "../../model/answer/service.ts";
import { type RouteTable, type TableMatch, toRead } from "../family.ts";
import { type Route, route } from "../route.ts";
import { type Answer, createAnswer } from "../../http/answer.ts";
import type { Phases, Row } from "../../model/pack.ts";
import { PICTURE_HASH_LENGTH, PICTURE_TYPES } from "../../model/picture.ts";

/** The state of the program, for `/status` and `/readyz`. */
export interface SelfReport extends Pick<StatusItem, "sources" | "store" | "audit" | "deno"> {
  readonly readiness: ReadinessItem["status"];
  readonly started_at: string;
}

/**
 * `/healthz`, `/readyz` and `/status` (no group data, so no credential is asked for). A process that is
 * not alive is restarted, one that is not ready gets no requests: a process that drains, or whose store
 * is unreachable, is alive.
 */
export function createServiceRoutes(
  content: () => Content,
  report: () => SelfReport,
): readonly Route[] {
  return [
    route({
      id: "healthz",
      path: "healthz",
      summary: "Whether the process is alive",
      answers: { one: "health" },
      parameters: {},
      fresh: (): HealthItem => ({ status: "ok", build: content().catalog.index.build }),
    }),
    route({
      id: "readyz",
      path: "readyz",
      summary: "Whether requests should be sent here",
      answers: { one: "readiness" },
      statuses: [503],
      parameters: {},
      fresh: ({ setStatus }) => readiness(content(), report(), setStatus),
    }),
    route({
      id: "status",
      path: "status",
      summary: "How the service and its sources are doing",
      answers: { one: "status" },
      hasPage: true,
      parameters: {},
      fresh({ request, ctx: { now, service }, addHeaders }) {
        addHeaders([VARY_BY_ACCEPT]);
        const status = statusOf(content(), report(), now);
        const pages = prefersPage(request.headers) ? service(PAGES) : undefined;
        return pages === undefined ? status : pages.status(content(), status, now);
      },
    }),
  ];
}

/** `/` where nobody has pages: what this is, and where one reads on. */
const home = route({
  id: "home",
  path: "",
  summary: "What this service is, in a line",
  answers: { document: "text/plain" },
  parameters: {},
  kept({ catalog: { index, pack }, now }) {
    const text = `${index.site.title} is a data service for idol groups: ${pack.address()}/docs\n`;
    return createAnswer(new TextEncoder().encode(text), { madeAt: now, validUntil: Infinity }, {
      contentType: "text/plain; charset=utf-8",
      forEverybody: true,
    });
  },
});

/** The endpoints of no group: those of the core, and further ones, of which one may be for `/`. */
export function publicRoutes(
  own: readonly Route[],
  further: readonly Route[],
): readonly Route[] {
  const front = further.find(({ path }) => path === "") ?? home;
  return [front, ...own, ...further.filter((one) => one !== front)];
}

/** Other processes would miss the store as much: its state is in the body and is no reason to refuse. */
function readiness(
  { catalog }: Content,
  { readiness, store }: SelfReport,
  setStatus: (status: number) => void,
): ReadinessItem {
  if (readiness !== "ok") setStatus(503);
  return { status: readiness, store: store.state, build: catalog.index.build };
}

/** The answer of `/status` at `now`, epoch ms. */
export function statusOf(
  { catalog, revision }: Content,
  report: SelfReport,
  now: number,
): StatusItem {
  return {
    build: catalog.index.build,
    ...revision,
    started_at: report.started_at,
    content: Object.fromEntries(catalog.groups.map((group) => [group.slug, countsAt(group, now)])),
    sources: report.sources,
    store: report.store,
    audit: report.audit,
    deno: report.deno,
  };
}

/** How much of a group is published at `now`, epoch ms. */
function countsAt({ table }: Group, now: number): StatusItem["content"][string] {
  const isThere = ({ open }: { readonly open: Phases }) => spanAt(open, now) !== undefined;
  const count = (rows: readonly Row[]) => rows.filter(isThere).length;
  return {
    members: count(table("members")),
    shows: count(table("shows")),
    news: count(table("news")),
    events: count(table("events")),
    schedule: count(table("schedule")),
    releases: count(table("releases")),
    videocalls: table("videocalls").filter(({ sessions }) => sessions.some(isThere)).length,
  };
}

/** The parameters of `/api/codes/verify`, in the query or in a JSON body. */
const CODE_PARAMETERS = {
  code: required(anyText("the code as it was given out")),
  email: plusAsSpace(anyText("the e-mail address the code is bound to, if it is")),
};

/** A `+` in a query arrives as a space, which no address holds: `sari+fan@…` was sent so. */
function plusAsSpace(address: Optional<string>): Optional<string> {
  return { ...address, read: (text) => address.read(text)?.trim().replaceAll(" ", "+") };
}

/** `/api/codes/verify`: for everybody; no credential is read, nothing is changed. */
export function createCodeRoute(codes: CodeCheck): Route {
  return route({
    id: "code-verify",
    path: "verify",
    summary: "Whether a code is good, and how often it was used",
    answers: { one: "code" },
    parameters: CODE_PARAMETERS,
    refuses: ["CODE_NOT_FOUND", "RATE_LIMITED", "TRY_AGAIN"],
    async fresh({ request }, { code, email }) {
      const data = await codes.verify(code, email, request);
      return { status: true, data } satisfies CodeItem;
    },
  });
}

/** A file of the site: documents, style, scripts. `isOpen`: whether people can sign up for a key. */
const siteFile = (isOpen: () => boolean) =>
  route({
    id: "site",
    path: "{file}",
    summary: "A file of the site",
    answers: { document: "*/*" },
    parameters: { file: required(anyText("a path")) },
    refuses: ["NOT_FOUND"],
    fresh({ ctx }, { file }) {
      const answer = ctx.site.file(file, isOpen());
      if (answer === undefined) throw new HttpError("NOT_FOUND");
      return answer;
    },
  });

/** The first segments of the paths of the site's files. */
export const SITE_FILE_ROOTS: readonly string[] = ["docs", "assets", "openapi.json", "llms.txt"];

/** Adds the site's files, and the pictures of the content, behind the other endpoints of a table. */
export function withFiles(table: RouteTable, isOpen: () => boolean): RouteTable {
  const file = siteFile(isOpen);
  return {
    routes: table.routes,
    match: (segments) => table.match(segments) ?? matchFile(segments, file),
  };
}

function matchFile(segments: readonly string[], file: Route): TableMatch | undefined {
  const [root = "", group, name] = segments;
  if (SITE_FILE_ROOTS.includes(root)) {
    return { routes: toRead(file), pathValues: { file: `/${segments.join("/")}` } };
  }
  if (root !== MEDIA_FILE_ROOT || segments.length !== 3) return undefined;
  return { routes: toRead(mediaFile), pathValues: { file: `${group}/${name}` } };
}

/** How long a client may keep a picture, in seconds: its address names its bytes. */
const YEAR_S = 365 * 86_400;

/**
 * A picture of the content (no credential: an `<img>` cannot send one). It is read from the file for each
 * request; browsers and caches ask once.
 */
const mediaFile = route({
  id: "media",
  path: "media/{file}",
  summary: "A picture of the content",
  answers: { document: "image/*" },
  parameters: { file: required(anyText("the group and the name of the picture")) },
  refuses: ["NOT_FOUND"],
  async fresh({ ctx, content }, { file }): Promise<Answer> {
    const [group = "", name = ""] = file.split("/");
    const picture = ctx.catalog.pictures.find(group, name, ctx.now);
    const body = picture && await content.pictures.read(picture);
    if (body === undefined) throw new HttpError("NOT_FOUND");
    const dot = name.lastIndexOf(".");
    return createAnswer(body, { madeAt: -Infinity, validUntil: Infinity, maxAge: YEAR_S }, {
      contentType: PICTURE_TYPES[name.slice(dot + 1)]!,
      tag: name.slice(dot - PICTURE_HASH_LENGTH, dot),
      isImmutable: true,
      forEverybody: true,
    });
  },
});

/** The first segment of the paths of pictures. */
const MEDIA_FILE_ROOT = "media";
