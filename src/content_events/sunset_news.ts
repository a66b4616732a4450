import type { LogEntry } from "../events/event.ts";
import type { Log } from "../events/log.ts";
import type { SunsetItem } from "../model/item/logged_event.ts";
import { type Sunset, sunsetAt } from "../model/sunset.ts";
import type { Kv } from "../platform/kv.ts";
import { announcedSunsetKey } from "../platform/store_keys.ts";

/** When the end of a service was announced, in epoch ms. */
interface AnnouncedSunset {
  readonly at: number;
}

/** Other processes may announce the same at the same time. */
const MAX_ATTEMPTS = 10;

/**
 * Logs that the service ends, once over all processes and for ever: an end at another instant is another
 * one. Resolves with when it was logged, in epoch ms.
 */
export async function announceSunset(
  { kv, writer }: { readonly kv: Kv; readonly writer: Pick<Log<LogEntry>, "append"> },
  sunset: Sunset,
  now: number,
): Promise<number> {
  const on = new Date(sunsetAt(sunset)).toISOString();
  const key = announcedSunsetKey(on);
  const { successor, note } = sunset;
  const data: SunsetItem = { on, successor, note };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { value } = await kv.get<AnnouncedSunset>(key);
    if (value !== null) return value.at;
    const entry = {
      type: "service.sunset",
      group: "",
      at: new Date(now).toISOString(),
      data,
      subject: "sunset",
      members: [],
    } as const;
    const mark: AnnouncedSunset = { at: now };
    const isLogged = await writer.append([entry], {
      checks: [{ key, version: null }],
      writes: [{ set: key, value: mark }],
    });
    if (isLogged !== null) return now;
  }
  throw new Error("Cannot log that the service ends: others write the same all the time");
}
