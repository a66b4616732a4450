import type { Gauges } from "../telemetry/service_metrics.ts";
import type { SelfReport } from "../routes/public/service.ts";
import type { Base } from "./base.ts";
import type { Services } from "./services.ts";

/** Looks at the program as it is now. */
export function readGauges(
  { content, startedAt, memory, versions: { deno, tzdata } }: Base,
  { access, audit, live, eventStreams }: Services,
  storeDisk: Gauges["storeDisk"],
): Gauges {
  const { catalog: { index: { build } }, builtAt } = content();
  return {
    versions: { build, deno, tzdata },
    contentBuiltAt: builtAt,
    startedAt,
    isStoreUp: access.storeState() === "ok",
    auditBacklog: audit.state().backlog,
    wrongPasswords: access.wrongPasswords.total,
    refusedPasswords: access.wrongPasswords.refused,
    openStreams: live.streams.size() + eventStreams.size(),
    sources: live.view.sources().map(({ name, age_ms, dropped }) => ({
      name,
      ageMs: age_ms ?? null,
      malformed: dropped["malformed"] ?? 0,
    })),
    memory: memory(),
    storeDisk,
  };
}

/** How the program is doing now, for `/readyz` and `/status`; `isDraining`: it is about to end. */
export function readSelfReport(
  { store, startedAt, versions }: Base,
  { access, audit, live }: Services,
  isDraining: boolean,
): SelfReport {
  const { mode, backlog } = audit.state();
  const isFormatKnown = store.isFormatKnown?.() ?? true;
  return {
    readiness: isDraining ? "draining" : access.credentials.isLoaded ? "ok" : "loading",
    startedAt,
    sources: live.view.sources(),
    store: { state: isFormatKnown ? access.storeState() : "unknown_format" },
    audit: { mode, backlog },
    versions,
  };
}
