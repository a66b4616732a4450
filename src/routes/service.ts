import type { Content } from "../catalog/catalog.ts";

/** What the program knows of itself, for `/status` and `/readyz`. */
export interface SelfReport {
  readonly readiness: Readiness;
  readonly startedAt: number;
  readonly sources: readonly unknown[];
  readonly store: { readonly state: string };
  readonly audit: { readonly mode: string; readonly backlog: number };
  readonly versions: { readonly deno: string; readonly tzdata: string };
}

/** Whether requests should be sent here. */
export type Readiness = "ok" | "loading" | "draining";

/** A public page of the service itself, made anew for each request. */
export type ServicePage = () => ServiceAnswer;

export interface ServiceAnswer {
  readonly status: 200 | 503;
  readonly body: Record<string, unknown>;
}

/**
 * `/healthz`, `/readyz` and `/status` (no group data, so no credential is asked for). Who is not alive
 * is started anew, who is not ready gets no requests: a process that drains, or whose store is away,
 * is alive.
 */
export function createServicePages(
  content: () => Content,
  report: () => SelfReport,
): ReadonlyMap<string, ServicePage> {
  return new Map<string, ServicePage>([
    ["/healthz", () => ok({ status: "ok", build: content().catalog.index.build })],
    ["/readyz", () => readyPage(content(), report())],
    ["/status", () => ok(statusPage(content(), report()))],
  ]);
}

function ok(body: Record<string, unknown>): ServiceAnswer {
  return { status: 200, body };
}

/** Other processes would miss the store as much: it is told, and turns nobody away. */
function readyPage({ catalog }: Content, { readiness, store }: SelfReport): ServiceAnswer {
  return {
    status: readiness === "ok" ? 200 : 503,
    body: { status: readiness, store: store.state, build: catalog.index.build },
  };
}

function statusPage({ catalog }: Content, report: SelfReport) {
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
