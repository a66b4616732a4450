import { type Sunset, sunsetAt } from "../../model/sunset.ts";
import type { Kv } from "../../platform/kv.ts";

/** When the end of a service was announced, in epoch ms. */
interface AnnouncedSunset {
  readonly at: number;
}

/**
 * Notes when the end of the service was first announced, once over all processes and for ever: an end at
 * another instant is another one. Resolves with that, in epoch ms.
 */
export async function announceSunset(kv: Kv, sunset: Sunset, now: number): Promise<number> {
  const key = ["sunset", new Date(sunsetAt(sunset)).toISOString()];
  const mark: AnnouncedSunset = { at: now };
  if (await kv.commit([{ key, version: null }], [{ set: key, value: mark }]) !== null) return now;
  const { value } = await kv.get<AnnouncedSunset>(key);
  return value?.at ?? now;
}
