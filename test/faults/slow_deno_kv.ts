/**
 * Stands in for `src/platform/deno_kv.ts` by an import map: the same store, but each call takes
 * `?latency=<ms>` of its address ± 20 %, half of it on the way there and half on the way back. Where
 * there is a file `?fate=<path>`, it holds what becomes of each call: "refused" or "silence".
 */
import { systemClock } from "../../src/platform/clock.ts";
import { openDenoKv as openRealKv } from "../../src/platform/deno_kv.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { createFaultyKv, type Fault } from "../support/faulty_kv.ts";

const given = new URL(import.meta.url).searchParams;

/** Opens the store, and moves it away. */
export async function openDenoKv(path: string | undefined): Promise<Kv> {
  const latencyMs = Number(given.get("latency"));
  if (!(latencyMs > 0)) throw new TypeError("Cannot slow the store down: expected ?latency=<ms>");
  const kv = await openRealKv(path);
  const line = { clock: systemClock, fraction: Math.random, latencyMs, fault: fateNow };
  return { ...createFaultyKv(kv, line), close: () => kv.close() };
}

function fateNow(): Fault {
  try {
    return Deno.readTextFileSync(given.get("fate")!) as Fault;
  } catch {
    return "none";
  }
}
