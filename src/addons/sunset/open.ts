/**
 * This room announces the end of the service, as `site.yaml` has it.
 *
 * @module
 */

import type { Opened } from "../../core/addon.ts";
import type { Core } from "../../core/core.ts";
import { SUNSET_ANNOUNCED_AT } from "../../core/services.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import { type Sunset, sunsetAt } from "../../model/sunset.ts";
import type { Kv } from "../../platform/kv.ts";
import { follow } from "../../store/follow.ts";
import { type BackOff, backOffMs } from "../../toolbox/back_off.ts";

/** An end of the service, and when it was announced, in epoch ms. */
interface Announcement {
  readonly sunset: Sunset;
  readonly at: number;
}

const RETRY: BackOff = { firstMs: 1_000, maxMs: 30_000 };
const NONE: HeaderList = [];

/** Begins to announce it. */
export function openSunset({ platform, store: { kv }, index, services }: Core): Opened {
  const current = () => index().site.sunset;
  const announced = follow<Announcement>(platform, {
    pollMs: () => Infinity,
    retryMs: (failures) => backOffMs(RETRY, failures),
    outage: { away: "Cannot announce the end of the service; trying again" },
    async load(before) {
      const sunset = current();
      if (sunset === undefined || sunset === before?.sunset) return before;
      return { sunset, at: await announceSunset(kv, sunset, platform.clock.now()) };
    },
  });
  services.provide(SUNSET_ANNOUNCED_AT, () => {
    const { value } = announced;
    return value !== undefined && value.sunset === current() ? value.at : undefined;
  });
  return {
    headers() {
      const sunset = current();
      return sunset === undefined ? NONE : headersOf(sunset);
    },
    onContent: announced.sync,
    close: announced.stop,
  };
}

/**
 * Notes when the end of the service was first announced, once over all processes and for ever: an end at
 * another instant is another one. Resolves with that, in epoch ms.
 */
async function announceSunset(kv: Kv, sunset: Sunset, now: number): Promise<number> {
  const key = ["sunset", new Date(sunsetAt(sunset)).toISOString()];
  const mark = { at: now };
  if (await kv.commit([{ key, version: null }], [{ set: key, value: mark }]) !== null) return now;
  const { value } = await kv.get<typeof mark>(key);
  return value?.at ?? now;
}

/** When it ends (RFC 8594), and which service goes on in its place (RFC 5829). */
function headersOf(sunset: Sunset): HeaderList {
  const { successor } = sunset;
  return [
    ["sunset", new Date(sunsetAt(sunset)).toUTCString()],
    ...(successor === undefined
      ? []
      : [["link", `<${new URL(successor).href}>; rel="successor-version"`] as const]),
  ];
}
