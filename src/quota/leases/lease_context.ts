import type { Clock } from "../../platform/clock.ts";
import { activeHolders } from "../tickets/holders.ts";
import type { IdleTimer } from "./idle_timer.ts";
import type { InspectionQueue } from "../tickets/inspection.ts";
import type { LeaseState } from "./lease_state.ts";
import type { Period } from "../tickets/period.ts";
import type { QuotaView } from "../tickets/quota_view.ts";
import type { StoreHealth, StoreWaiter } from "./store_health.ts";
import type { TaskLoop } from "./task_loop.ts";
import type { TicketWriter } from "../tickets/ticket_writer.ts";
import type { UnitPool } from "./unit_pool.ts";

/** What the requests and the tasks of one lease share. */
export interface LeaseContext extends StoreWaiter {
  readonly clock: Clock;
  readonly health: StoreHealth;
  readonly holder: string;
  readonly period: Period;
  readonly pool: UnitPool;
  readonly writer: TicketWriter;
  readonly idle: IdleTimer;
  readonly inspections: InspectionQueue;
  readonly loop: TaskLoop;
  /** Tickets beside the checkpoint from which on this holder compacts them. */
  readonly compactAt: number;
  /** The quota as the plan and the last snapshot of the log have it. */
  view(): QuotaView;
  /** Tells whoever wants to know that units were leased. */
  noteLeased(): void;
  /** When the lease was last used, epoch ms. */
  usedAt: number;
  state: LeaseState;
  /** Called once the lease has ended. */
  endWaiters: (() => void)[];
}

/** Units leased and not spent. */
export function unspentIn({ available, returnable }: UnitPool): number {
  return available + returnable;
}

/** Holders that lease from the log now, this one included. */
export function countActive({ writer: { snapshot }, holder, clock }: LeaseContext): number {
  return snapshot === undefined ? 1 : activeHolders(snapshot.totals, holder, clock.now());
}

/** Whether the period is over. */
export function isOver({ clock, period }: LeaseContext): boolean {
  return clock.now() >= period.endsAt;
}
