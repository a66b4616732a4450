import type { Catalog, Content } from "../catalog/catalog.ts";
import type { PackIndex } from "../model/pack.ts";
import type { Platform } from "../platform/env.ts";
import type { Settings } from "../platform/settings.ts";
import { type DiskSpace, readDiskSpace } from "../store/store_disk.ts";
import type { Store } from "../store/store.ts";
import type { Gauges } from "../telemetry/service_metrics.ts";
import type { Versions } from "./start_settings.ts";

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
interface ProgramInputs {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly store: Store;
  /** What is served at the moment. */
  readonly content: () => Content;
  /** For `/status`. */
  readonly versions: Versions;
}

/** What all parts of the program are made with: its inputs, and what every option comes to. */
export interface Base extends ProgramInputs, AssembleOptions {
  readonly onDeploy: boolean;
  readonly elapsed: () => number;
  readonly readDiskSpace: (path: string) => Promise<DiskSpace>;
  readonly memory: () => Gauges["memory"];
  readonly catalog: () => Catalog;
  readonly index: () => PackIndex;
  /** Epoch ms. */
  readonly startedAt: number;
}

const NO_MEMORY = { residentBytes: 0, heapBytes: 0 };

/** Joins the inputs of a program with what its options come to. */
export function createBase(inputs: ProgramInputs, options: AssembleOptions): Base {
  const { platform: { clock }, content } = inputs;
  return {
    onDeploy: false,
    elapsed: clock.now,
    readDiskSpace,
    memory: () => NO_MEMORY,
    ...options,
    ...inputs,
    catalog: () => content().catalog,
    index: () => content().catalog.index,
    startedAt: clock.now(),
  };
}
