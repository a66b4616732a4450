import type { BodyReader } from "./body.ts";
import { HttpError } from "./http_error.ts";
import { isOwnForm, type JsonBody, type ParsedRequest } from "./request.ts";

/**
 * Reads what a page of this host has sent: JSON of the same origin, which no form and no other page can send.
 *
 * @throws {HttpError} `INVALID_CREDENTIALS` for anything else, and as {@linkcode BodyReader.read} does
 */
export async function readOwnJson(
  raw: Request,
  request: ParsedRequest,
  bodies: BodyReader,
): Promise<JsonBody> {
  const isJson = /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
  if (isOwnForm(request) && isJson) return await bodies.read(raw);
  const message = "Nothing was done: this was not sent by this service's own page as JSON";
  throw new HttpError("INVALID_CREDENTIALS", { message });
}
