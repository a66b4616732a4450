import type { ParsedRequest } from "../../http/parsed_request.ts";
import { type CredentialSources, readCredential } from "./credential_sources.ts";

/** A username holds no space. A password may hold ", ", so that its header is taken as it comes. */
export const USERNAME: CredentialSources = {
  headers: ["x-admin-username", "username"],
  field: "username",
  separator: ", ",
};
export const PASSWORD: CredentialSources = {
  headers: ["x-admin-password", "password"],
  field: "password",
};

/** Admin credentials as they came. */
export interface AdminPair {
  readonly username: string;
  readonly password: string;
}

/**
 * Reads admin credentials from headers, query or body; undefined where one of the two is missing.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` where one of them has two values
 */
export function readAdminPair(request: ParsedRequest): AdminPair | undefined {
  const username = readCredential(request, USERNAME);
  const password = readCredential(request, PASSWORD);
  if (username === undefined || password === undefined) return undefined;
  return { username: asUtf8(username), password: asUtf8(password) };
}

/** A header comes as one character a byte; where the bytes are UTF-8, that is what was meant. */
function asUtf8(text: string): string {
  // deno-lint-ignore no-control-regex
  if (!/^[\x00-\xff]*[\x80-\xff][\x00-\xff]*$/.test(text)) return text;
  try {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return text;
  }
}
