/**
 * This room answers the paths that belong to no group: state, codes, home page, files of the site.
 *
 * @module
 */

import type { Content } from "../../catalog/catalog.ts";
import { type UncachedRoute, uncachedRoute } from "../route.ts";
import type { Readiness, StoreState } from "../../model/enums.ts";
import type { HealthItem, ReadinessItem, StatusItem } from "../../model/answer/service.ts";

/** The state of the program, for `/status` and `/readyz`. */
export interface SelfReport {
  readonly readiness: Readiness;
  readonly startedAt: number;
  readonly sources: StatusItem["sources"];
  readonly store: { readonly state: StoreState };
  readonly audit: { readonly mode: string; readonly backlog: number };
  readonly versions: { readonly deno: string; readonly tzdata: string };
}

/**
 * `/healthz`, `/readyz` and `/status` (no group data, so no credential is asked for). Who is not alive
 * is started anew, who is not ready gets no requests: a process that drains, or whose store is away,
 * is alive.
 */
export function createServiceRoutes(
  content: () => Content,
  report: () => SelfReport,
): readonly UncachedRoute[] {
  return [
    uncachedRoute({
      id: "healthz",
      path: "healthz",
      summary: "Whether the process is alive",
      answers: { one: "health" },
      parameters: {},
      handler: (): HealthItem => ({ status: "ok", build: content().catalog.index.build }),
    }),
    uncachedRoute({
      id: "readyz",
      path: "readyz",
      summary: "Whether requests should be sent here",
      answers: { one: "readiness" },
      statuses: [503],
      parameters: {},
      handler: ({ setStatus }) => readiness(content(), report(), setStatus),
    }),
    uncachedRoute({
      id: "status",
      path: "status",
      summary: "How the service and its sources are doing",
      answers: { one: "status" },
      parameters: {},
      handler: () => statusPage(content(), report()),
    }),
  ];
}

/** Other processes would miss the store as much: its state is in the body and turns nobody away. */
function readiness(
  { catalog }: Content,
  { readiness, store }: SelfReport,
  setStatus: (status: number) => void,
): ReadinessItem {
  if (readiness !== "ok") setStatus(503);
  return { status: readiness, store: store.state, build: catalog.index.build };
}

/** The answer of `/status`. */
export function statusPage(
  { catalog }: Content,
  report: SelfReport,
): StatusItem {
  return {
    build: catalog.index.build,
    started_at: new Date(report.startedAt).toISOString(),
    content: Object.fromEntries(catalog.groups.map(({ slug, counts }) => [slug, counts])),
    sources: report.sources,
    store: report.store,
    audit: report.audit,
    tzdata: report.versions.tzdata,
    deno: report.versions.deno,
  };
}
