import type { Audit } from "../audit/audit.ts";
import type { Content } from "../catalog/catalog.ts";
import type { LogEntry } from "../events/event.ts";
import type { Feed } from "../events/feed.ts";
import type { Log } from "../events/log.ts";
import type { Mailer } from "../mail/mail.ts";
import type { PackIndex } from "../model/pack_index.ts";
import type { Platform } from "../platform/env.ts";
import type { Settings } from "../platform/settings.ts";
import type { DispatchDeps } from "../routes/dispatch.ts";
import type { DataFamilies } from "../routes/family.ts";
import type { Store } from "../store/store.ts";
import type { DiskSpace } from "../store/store_disk.ts";
import type { AccessControl } from "./access_control.ts";
import type { Ask } from "./ask.ts";
import type { LiveServices } from "./open_live.ts";
import type { ProcessMemory, Versions } from "./base.ts";
import type { Counting } from "./counting.ts";
import type { Services } from "./service_key.ts";

/** What the core gives to an add-on. */
export interface Core {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly store: Store;
  /** How often the store is read for what its watch may not show, in ms. */
  readonly pollMs: number;
  /** What is served at the moment, and its index. */
  content(): Content;
  index(): PackIndex;
  /** Where callers find the service, without a slash at its end. */
  baseUrl(): string;
  /** What the program runs on, and since when, in epoch ms. */
  readonly versions: Versions;
  readonly startedAt: number;
  memory(): ProcessMemory;
  readDiskSpace(path: string): Promise<DiskSpace>;
  /** Writes whole lines to standard output; undefined where there is none. */
  readonly writeLines?: ((lines: string) => Promise<void>) | undefined;
  readonly mailer: Mailer;
  readonly access: AccessControl;
  readonly audit: Audit;
  readonly live: LiveServices;
  /** What happens: the log that is written, and what of it is in memory. */
  readonly events: { readonly log: Log<LogEntry>; readonly feed: Feed };
  /** Tells of what may be counted. */
  readonly counting: Counting;
  /** Services by their keys, to give and to take. */
  readonly services: Services;
  /** The families of data, behind their gate. */
  readonly families: DataFamilies;
  /** Answers a path in this process as a caller would be answered. */
  readonly ask: Ask;
  /** What requests are answered with, for an add-on that answers some in a way of its own. */
  readonly dispatch: Omit<DispatchDeps, "router">;
}
