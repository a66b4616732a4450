import type { Catalog } from "../catalog/catalog.ts";
import type { Content } from "../catalog/content.ts";
import type { PackIndex } from "../model/pack_index.ts";
import type { Platform } from "../platform/env.ts";
import { createSmtpMailer, type Mailer, noMailer } from "../mail/mail.ts";
import type { Settings } from "../platform/settings.ts";
import { type DiskSpace, readDiskSpace } from "../store/store_disk.ts";
import type { Store } from "../store/store.ts";
import { ServiceTable } from "./service_key.ts";

/** The versions of the runtime in `/status`. */
export interface Versions {
  readonly deno: string;
}

/** The memory of the process. */
interface ProcessMemory {
  readonly residentBytes: number;
  readonly heapBytes: number;
}

/** What is chosen when the program starts. */
export interface BaseOptions {
  readonly onDeploy?: boolean;
  /** Milliseconds of a clock that is never set; the ordinary clock if left out. */
  readonly elapsed?: () => number;
  /** The system's own if left out. */
  readonly readDiskSpace?: (path: string) => Promise<DiskSpace>;
  readonly memory?: () => ProcessMemory;
  /** Writes whole lines to standard output; left out: there is none. */
  readonly writeLines?: (lines: string) => Promise<void>;
}

/** How often a KV file is read for what other processes did; elsewhere the watch sees it. */
const POLL_FILE_MS = 2_000;
const POLL_MS = 30_000;

const NO_MEMORY = { residentBytes: 0, heapBytes: 0 };

/** What a program is given when it starts. */
export interface Inputs {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly store: Store;
  /** What is served at the moment. */
  content(): Content;
  /** What the program runs on. */
  readonly versions: Versions;
}

/** What all parts of the program, and add-ons, are made with. */
export interface Base extends Inputs, BaseOptions {
  readonly onDeploy: boolean;
  elapsed(): number;
  readDiskSpace(path: string): Promise<DiskSpace>;
  memory(): ProcessMemory;
  catalog(): Catalog;
  index(): PackIndex;
  /** The facts of the service, with the address under which it is reached. */
  site(): PackIndex["site"];
  /** Where callers find the service, without a slash at its end. */
  baseUrl(): string;
  /** Services by their keys, to give and to take. */
  readonly services: ServiceTable;
  readonly mailer: Mailer;
  /** How often the store is read for what its watch may not show, in ms. */
  readonly pollMs: number;
  /** Epoch ms. */
  readonly startedAt: number;
}

/** Joins what a program is given with the values of all options, and with what several parts need. */
export function createBase(inputs: Inputs, options: BaseOptions): Base {
  const { platform: { clock }, settings, store, content } = inputs;
  const index = () => content().catalog.index;
  const baseUrl = () => content().catalog.pack.address();
  return {
    onDeploy: false,
    elapsed: clock.now,
    readDiskSpace,
    memory: () => NO_MEMORY,
    ...options,
    ...inputs,
    catalog: () => content().catalog,
    index,
    site: () => ({ ...index().site, base_url: baseUrl() }),
    baseUrl,
    services: new ServiceTable(),
    mailer: openMailer(settings, () => index().site),
    pollMs: store.isFile ? POLL_FILE_MS : POLL_MS,
    startedAt: clock.now(),
  };
}

/** The mailer that the settings ask for; without `MAIL_FROM` letters come from the site's contact. */
export function openMailer(
  { SMTP_URL: url, MAIL_FROM: from }: Settings,
  site: () => { readonly contact: string },
): Mailer {
  if (url === undefined) return noMailer;
  return { send: (mail) => createSmtpMailer({ url, from: from ?? site().contact }).send(mail) };
}
