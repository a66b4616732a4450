import type { Audit } from "../audit/audit.ts";
import type { LogEntry } from "../events/event.ts";
import type { Feed } from "../events/feed.ts";
import type { Log } from "../events/log.ts";
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
  readonly audit: Audit;
  readonly live: Live;
  /** What happens: the log that is written, and what of it is in memory. */
  readonly events: { readonly log: Log<LogEntry>; readonly feed: Feed };
  /** Tells of what may be counted. */
  readonly counting: Counting;
  /** The families of data, behind their gate. */
  readonly families: DataFamilies;
  /** Answers a path in this process as a caller would be answered. */
  readonly ask: Ask;
  /** What requests are answered with, for an add-on that answers some in a way of its own. */
  readonly dispatch: Omit<DispatchDeps, "router">;
}
