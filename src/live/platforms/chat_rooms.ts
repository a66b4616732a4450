import type { Clock } from "../../platform/clock.ts";

/** Finds the chat rooms of broadcasts, each asked for until the platform tells it. */
export interface ChatRooms {
  /**
   * The chat rooms of these broadcasts by id; what is not known yet is left out. Never rejects.
   * `known` are rooms that were learnt elsewhere; `ask` asks the platform, and rejects where it fails.
   */
  find(
    ids: readonly string[],
    known: (id: string) => string | undefined,
    ask: (id: string) => Promise<string>,
  ): Promise<ReadonlyMap<string, string>>;
}

/** What is known of one broadcast's room: its name, or when to ask again. */
interface Lookup {
  readonly room: string;
  readonly failures: number;
  /** Epoch ms. */
  readonly askAgainAt: number;
}

/** Broadcasts that are remembered, among them those that are off the air and may come back. */
const MAX_REMEMBERED = 1_000;
const MAX_PER_POLL = 10;

/** The wait after a failure doubles from the first to the longest. */
const FIRST_WAIT_MS = 30_000;
const MAX_WAIT_MS = 10 * 60_000;

export function createChatRooms(clock: Clock): ChatRooms {
  const lookups = new Map<string, Lookup>();
  /** Whether all that was asked last time failed: then one question tells whether it goes again. */
  let isBroken = false;
  return { find };

  async function find(
    ids: readonly string[],
    known: (id: string) => string | undefined,
    ask: (id: string) => Promise<string>,
  ): Promise<ReadonlyMap<string, string>> {
    for (const id of ids) {
      const room = known(id);
      if (room) remember(id, { room, failures: 0, askAgainAt: Infinity });
    }
    const due = ids.filter(isDue).slice(0, isBroken ? 1 : MAX_PER_POLL);
    const found = await Promise.all(due.map((id) => lookUp(id, ask)));
    if (due.length > 0) isBroken = found.every((room) => room === "");
    return new Map(ids.flatMap((id): [string, string][] => {
      const room = lookups.get(id)?.room;
      return room ? [[id, room]] : [];
    }));
  }

  function isDue(id: string): boolean {
    const { askAgainAt = 0 } = lookups.get(id) ?? {};
    // A wait beyond the longest was planned before the clock was set back.
    const isSetBack = askAgainAt !== Infinity && askAgainAt > clock.now() + MAX_WAIT_MS;
    return askAgainAt <= clock.now() || isSetBack;
  }

  async function lookUp(id: string, ask: (id: string) => Promise<string>): Promise<string> {
    const room = await ask(id).catch(() => "");
    const failures = room === "" ? (lookups.get(id)?.failures ?? 0) + 1 : 0;
    const askAgainAt = room === "" ? clock.now() + waitAfter(failures) : Infinity;
    remember(id, { room, failures, askAgainAt });
    return room;
  }

  /** The one that was not seen for the longest time goes first. */
  function remember(id: string, lookup: Lookup): void {
    lookups.delete(id);
    lookups.set(id, lookup);
    if (lookups.size > MAX_REMEMBERED) lookups.delete(lookups.keys().next().value!);
  }
}

function waitAfter(failures: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
}
