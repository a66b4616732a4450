import type { Platform } from "../platform/platform.ts";
import { LINE_FORMATS } from "../platform/log.ts";
import type { Settings } from "../platform/settings.ts";
import { type AccessLog, type AccessLogDeps, createAccessLog } from "../telemetry/access_log.ts";
import type { Audit } from "../audit/audit.ts";
import type { Content } from "../catalog/catalog.ts";
import type { Live } from "../live/live.ts";
import type { EventStreams } from "../live/view/event_streams.ts";
import type { Gauges } from "../telemetry/service_metrics.ts";
import type { SelfReport } from "../routes/public/service.ts";
import type { Store } from "../store/store.ts";
import type { AccessControl } from "./access_control.ts";
import type { Versions } from "./start_settings.ts";

/** The parts of the program that are looked at for `/metrics`. */
export interface GaugeDeps {
  readonly content: () => Content;
  readonly access: AccessControl;
  readonly audit: Audit;
  readonly live: Live;
  readonly eventStreams: EventStreams;
  readonly versions: Versions;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly memory: () => Gauges["memory"];
  readonly disk: () => Gauges["storeDisk"];
}

/** Looks at the program as it is now. */
export function readGauges(deps: GaugeDeps): Gauges {
  const { access, audit, live, eventStreams, startedAt, memory, versions: { deno, tzdata } } = deps;
  const { catalog: { index: { build } }, builtAt } = deps.content();
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
    storeDisk: deps.disk(),
  };
}

/** The parts of the program that it tells of in `/readyz` and `/status`. */
export interface SelfReportDeps extends Pick<GaugeDeps, "access" | "audit" | "live" | "versions"> {
  readonly store: Store;
  readonly startedAt: number;
  /** Whether this process is about to end. */
  readonly isDraining: boolean;
}

/** How the program is doing now. */
export function readSelfReport(deps: SelfReportDeps): SelfReport {
  const { store, access, live, startedAt, versions, isDraining } = deps;
  const { mode, backlog } = deps.audit.state();
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

/** Opens the log of requests; undefined where none is to be kept. */
export function openAccessLog(
  { LOG, ACCESS_LOG }: Pick<Settings, "LOG" | "ACCESS_LOG">,
  deps: Pick<Platform, "clock" | "log"> & Pick<AccessLogDeps, "write">,
): AccessLog | undefined {
  if (ACCESS_LOG === "off") return undefined;
  return createAccessLog({ ...deps, formatLine: LINE_FORMATS[LOG], which: ACCESS_LOG });
}
