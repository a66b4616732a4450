import type { Random } from "../../platform/random.ts";
import type { AttemptsUnderWay } from "./attempts_under_way.ts";
import type { EndpointState } from "./endpoint.ts";
import { isPast } from "./log_reader.ts";
import { activeEndpoints, freeWithWork, heldEndpoints, type SenderState } from "./sender_state.ts";
import { FLUSH_MS } from "./next_look.ts";

/** Cursors claimed at once, so that other processes find some too. */
const MAX_CLAIMED = 10;

/** Reads the cursors of all webhooks. */
export async function listCursors(sender: SenderState): Promise<void> {
  const webhooks = sender.deps.webhooks();
  sender.mustList = true;
  await sender.cursors.list(webhooks);
  sender.known = webhooks;
  sender.mustList = false;
  sender.listedAt = sender.deps.clock.now();
}

/** Claims some cursors that nobody holds and for which there is something to do. */
export async function claimFree(sender: SenderState, isListed: boolean): Promise<void> {
  if (sender.isClosing || freeWithWork(sender).length === 0) return;
  if (!isListed) {
    // Others may have claimed them since the last look.
    await listCursors(sender);
    for (const endpoint of activeEndpoints(sender)) await sender.log.takeUp(endpoint);
  }
  const wanted = shuffled(freeWithWork(sender), sender.deps.random).slice(0, MAX_CLAIMED);
  if (wanted.length > 0) await claim(sender, wanted);
}

async function claim(sender: SenderState, wanted: readonly EndpointState[]): Promise<void> {
  // Until it is known whether the commit happened, what is stored is to be looked at.
  sender.mustList = true;
  sender.mustList = !await sender.cursors.claim(wanted);
  if (!sender.mustList) { for (const endpoint of wanted) await sender.log.takeUp(endpoint); }
}

function shuffled(endpoints: readonly EndpointState[], random: Random): EndpointState[] {
  return endpoints.map((endpoint) => ({ endpoint, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ endpoint }) => endpoint);
}

/** Stores what is ahead where it is due, and holds for longer what needs it to go on. */
export async function flushAhead(sender: SenderState, attempts: AttemptsUnderWay): Promise<void> {
  const held = heldEndpoints(sender);
  const ending = held.filter(attempts.needsLonger);
  const ahead = held.filter(({ isAhead }) => isAhead);
  if (ending.length === 0 && (ahead.length === 0 || !isFlushDue(sender, held))) return;
  await flush(sender, [...new Set([...ahead, ...ending])]);
  ending.forEach(attempts.begin);
}

function isFlushDue(
  { deps, flushedAt }: SenderState,
  held: readonly EndpointState[],
): boolean {
  return isPast(deps.clock, flushedAt, FLUSH_MS) || held.some(({ writes }) => writes.length > 0);
}

async function flush(sender: SenderState, endpoints: readonly EndpointState[]): Promise<void> {
  sender.flushedAt = sender.deps.clock.now();
  const mustListAnyway = sender.mustList;
  sender.mustList = true;
  const isWhole = await sender.cursors.flush(endpoints);
  sender.mustList = mustListAnyway || !isWhole;
}
