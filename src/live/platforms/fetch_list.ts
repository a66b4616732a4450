import { createJsonStream, type JsonShape, JsonStreamError } from "../../toolbox/json_stream.ts";
import { UpstreamError } from "../records/upstream_error.ts";
import type { UpstreamAnswer, UpstreamFetch, UpstreamRequest } from "./upstream_fetch.ts";

/** Lists hold a whole platform. */
export const MAX_LIST_BYTES = 16 << 20;

/**
 * Asks a platform for a list, and hands out what `shape` names while it arrives: the list as a whole
 * is never in memory. What was handed out counts only once the promise resolves.
 *
 * @throws {UpstreamError}
 */
export async function fetchList(
  fetch: UpstreamFetch,
  request: Omit<UpstreamRequest, "type" | "onBytes" | "maxBytes">,
  shape: JsonShape,
): Promise<Omit<UpstreamAnswer, "text">> {
  const stream = createJsonStream(shape);
  try {
    const { status, bytes } = await fetch({
      ...request,
      type: "json",
      maxBytes: MAX_LIST_BYTES,
      onBytes: stream.write,
    });
    stream.end();
    return { status, bytes };
  } catch (error) {
    if (!(error instanceof JsonStreamError)) throw error;
    throw new UpstreamError(error.reason === "size" ? "too_large" : "malformed", error.message);
  }
}
