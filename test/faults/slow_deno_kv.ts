/**
 * Stands in for `src/platform/deno_kv.ts` by an import map: the same store, but each call takes
 * `?latency=<ms>` of its address ± 20 %, half of it on the way there and half on the way back.
 */
import { systemClock } from "../../src/platform/clock.ts";
import { openDenoKv as openRealKv } from "../../src/platform/deno_kv.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { createFaultyKv } from "../support/faulty_kv.ts";

/** Opens the store, and moves it away. */
export async function openDenoKv(path: string | undefined): Promise<Kv> {
  const latencyMs = Number(new URL(import.meta.url).searchParams.get("latency"));
  if (!(latencyMs > 0)) throw new TypeError("Cannot slow the store down: expected ?latency=<ms>");
  const kv = await openRealKv(path);
  const slow = createFaultyKv(kv, { clock: systemClock, fraction: Math.random, latencyMs });
  return { ...slow, close: () => kv.close() };
}
