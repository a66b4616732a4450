import type { AdminFamilyDeps } from "../admin/http/admin_family.ts";
import type { OwnerDeps } from "../admin/owner/owner.ts";
import type { Audit } from "../audit/audit.ts";
import type { Outbox } from "../delivery/endpoint.ts";
import type { Post } from "../delivery/post_log.ts";
import type { LogEntry } from "../events/event.ts";
import type { Feed } from "../events/feed.ts";
import type { EntryLog } from "../events/entry_log.ts";
import type { Live } from "../live/live.ts";
import type { DispatchDeps } from "../routes/dispatch.ts";
import type { DataFamilies } from "../routes/family.ts";
import type { AccessControl } from "./access_control.ts";
import type { Ask } from "./ask.ts";
import type { Base } from "./base.ts";
import type { Counting } from "./counting.ts";

/** What the core gives to an add-on. */
export interface Core extends Base {
  readonly access: AccessControl;
  /** What acts of owners on their own keys work with. */
  readonly owner: OwnerDeps;
  /** What serves the commands. */
  readonly admin: AdminFamilyDeps;
  readonly audit: Audit;
  readonly live: Live;
  /** What happens: the log that is written, and what of it is in memory. */
  readonly events: { readonly log: EntryLog<LogEntry>; readonly feed: Feed };
  /** What people are to be written. */
  readonly post: Post;
  /** Sends what logs hold to the addresses of the add-ons. */
  readonly outbox: Outbox;
  /** Work that no answer waits for, such as a letter: the end of the process does, for 2 s. */
  later(work: Promise<void>): void;
  /** Tells of what may be counted. */
  readonly counting: Counting;
  /** The families of data, behind their gate. */
  readonly families: DataFamilies;
  /** Answers a path in this process as a caller would be answered. */
  readonly ask: Ask;
  /** What requests are answered with, for an add-on that answers some in a way of its own. */
  readonly dispatch: DispatchDeps;
}
