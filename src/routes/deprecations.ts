import type { HeaderList } from "../http/fixed_headers.ts";

/** An endpoint that will change or go, and when. */
export interface Deprecation {
  /** Epoch ms from which it is deprecated. */
  readonly since: number;
  /** Epoch ms from which it may answer no more. */
  readonly sunset?: number;
}

/**
 * The announced changes that are no mere additions, by family and endpoint id (`bare/theater`). None so
 * far: answers have only grown.
 */
export const DEPRECATIONS: Readonly<Record<string, Deprecation>> = {};

/** The headers that announce a change: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function deprecationHeaders(deprecation: Deprecation | undefined): HeaderList {
  if (deprecation === undefined) return [];
  const { since, sunset } = deprecation;
  const announced: [string, string][] = [["deprecation", `@${Math.floor(since / 1000)}`]];
  if (sunset !== undefined) announced.push(["sunset", new Date(sunset).toUTCString()]);
  return announced;
}
