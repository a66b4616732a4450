import type { Content } from "../catalog/catalog.ts";
import type { Platform } from "../platform/env.ts";
import { createSmtpMailer, type Mailer, noMailer } from "../mail/mail.ts";
import type { Settings } from "../platform/settings.ts";
import { type DiskSpace, readDiskSpace } from "../store/store_disk.ts";
import type { Store } from "../store/store.ts";
import { Services } from "./service_key.ts";

/** The versions of the runtime in `/status`. */
export interface Versions {
  readonly deno: string;
}

/** The memory of the process. */
export interface ProcessMemory {
  readonly residentBytes: number;
  readonly heapBytes: number;
}

/** What is chosen when the program starts. */
export interface AssembleOptions {
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

/** What all parts of the program are made with. */
export type Base = ReturnType<typeof createBase>;

/** Joins the inputs of a program with the values of all options, and with what several parts need. */
export function createBase(
  inputs: {
    readonly platform: Platform;
    readonly settings: Settings;
    readonly store: Store;
    readonly content: () => Content;
    /** For `/status`. */
    readonly versions: Versions;
  },
  options: AssembleOptions,
) {
  const { platform: { clock }, settings, store, content } = inputs;
  const index = () => content().catalog.index;
  return {
    onDeploy: false,
    elapsed: clock.now,
    readDiskSpace,
    memory: () => NO_MEMORY,
    ...options,
    ...inputs,
    catalog: () => content().catalog,
    index,
    /** Where callers find the service, without a slash at its end. */
    baseUrl: () => (content().site.ownAddress() ?? index().site.base_url).replace(/\/+$/, ""),
    /** Services by their keys. */
    services: new Services(),
    mailer: openMailer(settings, () => index().site),
    pollMs: store.isFile ? POLL_FILE_MS : POLL_MS,
    /** Epoch ms. */
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
