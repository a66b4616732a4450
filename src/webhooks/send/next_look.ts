import { isFree } from "./cursors.ts";
import { type EndpointState, nextAttemptAt } from "./endpoint.ts";
import { isPast } from "./log_reader.ts";
import { activeEndpoints, hasWork, type SenderState } from "./sender_state.ts";

/** The wait for what comes with an event, or ends with an attempt. */
export const GATHER_MS = 20;
/** Outcomes are stored together: those that a killed process has not stored are posted again. */
export const FLUSH_MS = 1_000;
/** How often cursors are looked at when nothing is known to wait. Reads only. */
const PATROL_MS = 24_000;
/** The same while something waits that another process holds. */
const RELIST_MS = 4_000;

/** Whether it is time to read the cursors of all webhooks. */
export function isListDue(sender: SenderState): boolean {
  return sender.mustList || isPast(sender.deps.clock, sender.listedAt, listAfterMs(sender));
}

/** A process that ends lets its cursors go: others look for them while something waits. */
function listAfterMs(sender: SenderState): number {
  const now = sender.deps.clock.now();
  const waits = activeEndpoints(sender).some((one) => !one.isMine && hasWork(one, now));
  return waits ? RELIST_MS : PATROL_MS;
}

/** When to look next, epoch ms; null where nothing is known to be due. */
export function nextLook(sender: SenderState): number | null {
  const { clock, random } = sender.deps;
  const now = clock.now();
  const instants = activeEndpoints(sender).map((endpoint) => nextFor(sender, endpoint, now));
  if (sender.mustList) instants.push(now + GATHER_MS * (1 + 4 * random.fraction()));
  const next = Math.min(...instants);
  return next === Infinity ? null : Math.max(next, now + GATHER_MS);
}

function nextFor(sender: SenderState, endpoint: EndpointState, now: number): number {
  if (endpoint.isMine) return nextForHeld(sender, endpoint, now);
  const workAt = endpoint.hasUnread ? now : nextAttemptAt(endpoint);
  if (workAt === Infinity || isFree(endpoint, sender.holder, now)) return workAt;
  const freeAt = Math.min(endpoint.cursor.heldUntil, sender.listedAt + RELIST_MS);
  return Math.max(workAt, freeAt + sender.deps.random.fraction() * 1_000);
}

function nextForHeld({ flushedAt }: SenderState, endpoint: EndpointState, now: number): number {
  const dueAt = nextAttemptAt(endpoint);
  // What is due and was not begun has no place: the end of another attempt wakes us.
  return Math.min(endpoint.isAhead ? flushedAt + FLUSH_MS : Infinity, after(now, dueAt));
}

function after(now: number, at: number): number {
  return at <= now ? Infinity : at;
}
