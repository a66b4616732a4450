import { httpsAddress, sanitizeText } from "./upstream_values.ts";
import type { StreamUrl } from "../../model/item/live.ts";

/** A stream before ranking; a larger `weight` is better. */
export interface StreamCandidate {
  readonly label: unknown;
  readonly weight: number;
  readonly url: unknown;
}

const MAX_STREAMS = 8;

/** Ranks streams from 1 (the best), dropping repeated addresses and all but https. */
export function rankStreams(streams: readonly StreamCandidate[]): StreamUrl[] {
  const best = streams.toSorted((a, b) => b.weight - a.weight);
  const urls = new Set<string>();
  const ranked: StreamUrl[] = [];
  for (const { label, url: raw } of best) {
    const url = httpsAddress(raw);
    if (url === "" || urls.has(url) || ranked.length === MAX_STREAMS) continue;
    urls.add(url);
    ranked.push({ label: sanitizeText(label, 60), quality: ranked.length + 1, url });
  }
  return ranked;
}
