import type { Call } from "../http/call.ts";
import type { Refusal } from "../http/refusal.ts";

/**
 * A part of the service with rules of its own for who comes in. Its answers are made anew for each
 * request, and no cache keeps them.
 */
export interface Area {
  readonly methods: readonly string[];
  /**
   * The value to send as JSON, for the path segments below the area's root.
   *
   * @throws {Refusal} or rejects with it
   */
  answer(call: Call, segments: readonly string[]): unknown | Promise<unknown>;
  /** Why what stands before a body opens nothing, so that no body is waited for. */
  screen?(call: Call): Promise<Refusal | undefined>;
}

/** The areas that there are. */
export interface Areas {
  /** `/api/admin/…` */
  readonly admin: Area;
  /** `/api/codes/verify` */
  readonly codes: Area;
}

/** The area a path leads to, and the segments below its root. */
export function findArea(
  areas: Areas,
  segments: readonly string[],
): { area: Area; rest: readonly string[] } | undefined {
  if (segments[0] !== "api") return undefined;
  if (segments[1] === "admin") return { area: areas.admin, rest: segments.slice(2) };
  const isCodes = segments[1] === "codes" && segments[2] === "verify" && segments.length === 3;
  return isCodes ? { area: areas.codes, rest: [] } : undefined;
}
