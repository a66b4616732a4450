import { parseAddress } from "../../address/ip_address.ts";
import { type HttpError, tooMany } from "../../http/http_error.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { Admins } from "../admins/admins.ts";
import type { AccessRequest } from "./access_request.ts";
import type { ClearTextCount } from "./clear_text.ts";
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

/** What checking admin credentials works with. */
export interface PairDeps {
  readonly admins: Admins;
  readonly passwordsInTheClear: ClearTextCount;
}

/** Whether a pair opens; an error where it is not looked at: too many were wrong, or https is required. */
export function checkPair(
  { admins, passwordsInTheClear }: PairDeps,
  { username, password }: AdminPair,
  request: ParsedRequest,
  access: Pick<AccessRequest, "family">,
): MaybeAsync<"right" | "wrong" | HttpError> {
  const refusal = passwordsInTheClear.refusal(request, access);
  if (refusal !== undefined) return refusal;
  const verdict = admins.verify(username, password, parseAddress(request.address));
  return andThen(verdict, (verdict) => {
    if (typeof verdict === "object") return tooMany(verdict.retryAfterMs);
    return verdict ? "right" : "wrong";
  });
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
