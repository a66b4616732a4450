import { UpstreamError } from "./upstream_error.ts";

/** Parses a platform's answer. @throws {UpstreamError} "malformed" where it is not JSON. */
export function parseUpstreamJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError("malformed", "Answered with text that is not JSON");
  }
}
