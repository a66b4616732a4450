/**
 * This room makes the parts of the program: its core, what runs beside requests, and what answers them.
 *
 * @module
 */

import type { Audit } from "../../audit/audit.ts";
import type { Catalog, Content } from "../../catalog/catalog.ts";
import type { PackIndex } from "../../model/pack.ts";
import type { Notices } from "../../notices/notices.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Settings } from "../../platform/settings.ts";
import { type DiskSpace, readDiskSpace } from "../../store/disk_space.ts";
import type { Store } from "../../store/store.ts";
import type { Gauges } from "../../telemetry/service_metrics.ts";
import { createTelemetry, type Telemetry } from "../../telemetry/telemetry.ts";
import { type AccessControl, createAccessControl } from "../access_control.ts";
import { openAudit, recordUses } from "../audit.ts";
import { openNotices } from "../notify/notices.ts";
import { openAccessLog } from "../telemetry.ts";
import type { Versions } from "../versions.ts";

/** What is chosen where the program starts. */
export interface AssembleOptions {
  readonly onDeploy?: boolean;
  /** Milliseconds of a clock that nobody sets; the ordinary clock where left out. */
  readonly elapsed?: () => number;
  /** The system's own where left out. */
  readonly readDiskSpace?: (path: string) => Promise<DiskSpace>;
  /** What the process takes, in bytes. */
  readonly memory?: () => Gauges["memory"];
  /** Takes the lines of the access log; left out: there is none. */
  readonly writeLines?: (lines: string) => Promise<void>;
  /** Whether `/metrics` is nowhere but in the handler that answers nothing else. */
  readonly metricsApart?: boolean;
}

/** What the program is made from. */
export interface CoreDeps {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly store: Store;
  /** What is served at the moment. */
  readonly content: () => Content;
  /** For `/status`. */
  readonly versions: Versions;
  readonly options: AssembleOptions;
}

/** What all other parts need: what is served, who may call, and what is counted and recorded. */
export interface Core extends CoreDeps {
  readonly catalog: () => Catalog;
  readonly index: () => PackIndex;
  /** Milliseconds of a clock that nobody sets. */
  readonly elapsed: () => number;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly readDiskSpace: (path: string) => Promise<DiskSpace>;
  readonly telemetry: Telemetry;
  readonly audit: Audit;
  readonly notices: Notices;
  readonly access: AccessControl;
}

/** Makes the core of the program. */
export function openCore(deps: CoreDeps): Core {
  const { platform, settings, store, content, options } = deps;
  const { clock } = platform;
  const { elapsed = clock.now } = options;
  const catalog = () => content().catalog;
  const index = () => catalog().index;
  const telemetry = createTelemetry({ clock, elapsed, accessLog: accessLogOf(deps) });
  const audit = openAudit(platform, settings, store);
  const credentials = () => access.credentials;
  const notices = openNotices({ platform, settings, store, index, credentials });
  const access = createAccessControl(
    platform,
    settings,
    store,
    index,
    recordUses(audit),
    telemetry,
    notices.leased,
  );
  const startedAt = clock.now();
  return {
    ...deps,
    catalog,
    index,
    elapsed,
    startedAt,
    telemetry,
    audit,
    notices,
    access,
    readDiskSpace: options.readDiskSpace ?? readDiskSpace,
  };
}

function accessLogOf({ platform: { clock, log }, settings, options: { writeLines } }: CoreDeps) {
  return writeLines && openAccessLog(settings, { clock, log, write: writeLines });
}
