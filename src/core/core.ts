import type { AdminFamilyDeps } from "../admin/http/admin_family.ts";
import type { OwnerDeps } from "../admin/owner/owner.ts";
import type { Outbox } from "../delivery/endpoint.ts";
import type { DispatchDeps } from "../routes/exchange.ts";
import type { DataFamilies } from "../routes/family.ts";
import type { Ask } from "./ask.ts";
import type { Base } from "./base.ts";
import type { Services } from "./open_services.ts";

/** What the core gives to an add-on. */
export interface Core extends Base, Omit<Services, "close"> {
  /** What acts of owners on their own keys work with. */
  readonly owner: OwnerDeps;
  /** What serves the commands. */
  readonly admin: AdminFamilyDeps;
  /** Sends what logs hold to the addresses of the add-ons. */
  readonly outbox: Outbox;
  /** Work that no answer waits for, such as a letter: the end of the process does, for 2 s. */
  later(work: Promise<void>): void;
  readonly families: DataFamilies;
  /** Answers a path in this process as a caller would be answered. */
  readonly ask: Ask;
  /** What requests are answered with. */
  readonly dispatch: DispatchDeps;
}
