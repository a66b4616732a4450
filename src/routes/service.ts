import type { Content } from "../catalog/catalog.ts";

/** What the program knows of itself, for `/status`. */
export interface SelfReport {
  readonly startedAt: number;
  readonly sources: readonly unknown[];
  readonly store: { readonly state: string };
  readonly audit: { readonly mode: string; readonly backlog: number };
  readonly versions: { readonly deno: string; readonly tzdata: string };
}

/** A public page of the service itself, made anew for each request. */
export type ServicePage = () => unknown;

/** `/healthz` and `/status` (no group data, so no credential is asked for). */
export function createServicePages(
  content: () => Content,
  report: () => SelfReport,
): ReadonlyMap<string, ServicePage> {
  return new Map<string, ServicePage>([
    ["/healthz", () => ({ status: "ok", build: content().catalog.index.build })],
    ["/status", () => statusPage(content(), report())],
  ]);
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
