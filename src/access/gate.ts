import type { Call } from "../http/call.ts";
import type { HeaderList } from "../http/fixed_headers.ts";
import { isLoopback } from "../http/loopback.ts";
import { Refusal } from "../http/refusal.ts";
import type { Clock } from "../platform/clock.ts";
import { API_KEY, readCarriers } from "./carriers.ts";
import { isLive, type KeyRecord } from "./key_record.ts";
import type { KeyTable } from "./key_table.ts";

/** What is asked of a caller: by which convention, and for which group (its slug). */
export interface Door {
  readonly family: "bare" | "wrapped" | "v1";
  readonly group?: string;
}

/** A caller who may come in. */
export interface Admission {
  /** Whether the caller may read this group. */
  mayRead(group: string): boolean;
  /** What the answer says of the caller's limits. */
  readonly headers: HeaderList;
}

/** Decides who comes in (SPEC 5.3). A refusal is thrown, or rejects the promise. */
export interface Gate {
  admit(call: Call, door: Door): Admission | Promise<Admission>;
}

export function createGate({ keys, clock }: { keys: KeyTable; clock: Clock }): Gate {
  function decide(key: KeyRecord | undefined, call: Call, door: Door): Admission {
    if (key === undefined || !isLive(key, clock.now()) || !isAtHome(key, call)) {
      throw unknownKey(door);
    }
    const mayRead = (group: string) => key.groups.length === 0 || key.groups.includes(group);
    if (door.group !== undefined && !mayRead(door.group)) throw unknownKey(door);
    return { mayRead, headers: [] };
  }
  return {
    admit(call, door) {
      const secret = readCarriers(call, API_KEY);
      if (secret === undefined) throw unknownKey(door);
      const key = keys.find(secret);
      return key instanceof Promise
        ? key.then((found) => decide(found, call, door))
        : decide(key, call, door);
    },
  };
}

/** The refusal of SPEC 5.1 has exactly two fields; the other families name its type. */
function unknownKey({ family }: Door): Refusal {
  return new Refusal(family === "bare" ? "BARE_INVALID_KEY" : "INVALID_CREDENTIALS");
}

const FORWARDING = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** The demo key is for the person at the machine: nobody comes in with it through a proxy. */
function isAtHome(key: KeyRecord, call: Call): boolean {
  if (key.demo === undefined) return true;
  return isLoopback(call.address) && !FORWARDING.some((name) => call.headers.has(name));
}
