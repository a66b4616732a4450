import type { ParsedRequest } from "../../http/parsed_request.ts";
import { HttpError, tooMany } from "../../http/http_error.ts";
import { andThen } from "../../http/maybe_async.ts";
import { parseAddress } from "../../address/ip_address.ts";
import { type AdminPair, readAdminPair } from "./admin_pair.ts";
import type { Admins } from "./admins.ts";
import { API_KEY, PRIORITY_TOKEN, readCredential } from "./credential_sources.ts";
import type { ClearTextCount } from "./clear_text.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import { type AccessRequest, type Admission, noCredential } from "./access_request.ts";
import type { KeyGate } from "./key_gate.ts";
import type { KeyRecord } from "../records/key_store.ts";
import type { TokenGate } from "./token_gate.ts";

/** What the credentials before a body come to: one opens, there is none, or why none opens. */
export type Screening = "open" | "none" | HttpError;

/** Decides who comes in. A refusal is thrown, or rejects the promise. */
export interface Gate {
  admit(request: ParsedRequest, access: AccessRequest): Admission | Promise<Admission>;
  /** Looks at credentials as `admit` does, and charges nothing. */
  screen(request: ParsedRequest, access: AccessRequest): Screening | Promise<Screening>;
  /** Notes that a request was refused before its credentials were asked for: a token in it was used. */
  refused(request: ParsedRequest, access: AccessRequest, status: number): void | Promise<void>;
}

export interface GateDeps {
  readonly credentials: Pick<CredentialTable, "findKey" | "findToken">;
  readonly admins: Admins;
  readonly tokens: TokenGate;
  readonly keys: KeyGate;
  readonly passwordsInTheClear: ClearTextCount;
}

type Entry = Admission | Promise<Admission>;

/**
 * The order of evaluation: a valid priority token, else a key, else admin credentials. What
 * is invalid is as if absent, so a wrong token beside a good key does no harm.
 */
export function createGate(parts: GateDeps): Gate {
  const { credentials, admins, tokens, keys, passwordsInTheClear } = parts;
  function withToken(request: ParsedRequest, access: AccessRequest): Entry {
    const secret = readCredential(request, PRIORITY_TOKEN);
    if (secret === undefined) return withKey(request, access);
    return andThen(
      credentials.findToken(secret),
      (token) =>
        token === undefined
          ? withKey(request, access)
          : tokens.admit({ token, secret }, request, access),
    );
  }

  function withKey(request: ParsedRequest, access: AccessRequest): Entry {
    const pair = access.family === "bare" ? undefined : readAdminPair(request);
    const secret = readCredential(request, API_KEY);
    if (secret === undefined) return withAdmin(pair, request, noCredential(access));
    return andThen(credentials.findKey(secret), (key) => {
      const refusal = key === undefined ? noCredential(access) : keys.refusal(key, request, access);
      if (refusal !== undefined) return withAdmin(pair, request, refusal);
      return pair === undefined
        ? keys.admit(key!, request, access)
        : withBoth(key!, pair, request, access);
    });
  }

  /** A key that is used up or too fast does not shut the door that the pair beside it opens. */
  async function withBoth(
    key: KeyRecord,
    pair: AdminPair,
    request: ParsedRequest,
    access: AccessRequest,
  ): Promise<Admission> {
    try {
      return await keys.admit(key, request, access);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return await withAdmin(pair, request, error);
    }
  }

  /** `refusal` is what came of everything before; it stands where the pair opens nothing. */
  function withAdmin(
    pair: AdminPair | undefined,
    request: ParsedRequest,
    refusal: HttpError,
  ): Entry {
    if (pair === undefined) throw refusal;
    const { username, password } = pair;
    const verdict = admins.verify(username, password, parseAddress(request.address));
    return andThen(verdict, (verdict) => {
      if (verdict === true) {
        passwordsInTheClear.note(request);
        return adminEntry(username);
      }
      throw verdict === false ? refusal : tooMany(verdict.retryAfterMs);
    });
  }

  function screen(request: ParsedRequest, access: AccessRequest): Screening | Promise<Screening> {
    const secret = readCredential(request, PRIORITY_TOKEN);
    if (secret === undefined) return screenKey(request, access, undefined);
    return andThen(
      credentials.findToken(secret),
      (token) => token !== undefined ? "open" : screenKey(request, access, noCredential(access)),
    );
  }

  /** `refusal` is what came of a token before it. */
  function screenKey(
    request: ParsedRequest,
    access: AccessRequest,
    refusal: HttpError | undefined,
  ): Screening | Promise<Screening> {
    const pair = access.family === "bare" ? undefined : readAdminPair(request);
    const secret = readCredential(request, API_KEY);
    if (secret === undefined) return screenPair(pair, request, access, refusal);
    return andThen(credentials.findKey(secret), (key) => {
      const refusal = key === undefined ? noCredential(access) : keys.refusal(key, request, access);
      return refusal === undefined ? "open" : screenPair(pair, request, access, refusal);
    });
  }

  function screenPair(
    pair: AdminPair | undefined,
    request: ParsedRequest,
    access: AccessRequest,
    refusal: HttpError | undefined,
  ): Screening | Promise<Screening> {
    if (pair === undefined) return refusal ?? "none";
    const verdict = admins.verify(pair.username, pair.password, parseAddress(request.address));
    return andThen(verdict, (verdict) => {
      if (verdict === true) return "open";
      return verdict === false ? refusal ?? noCredential(access) : tooMany(verdict.retryAfterMs);
    });
  }

  function refused(
    request: ParsedRequest,
    access: AccessRequest,
    status: number,
  ): void | Promise<void> {
    const secret = carriedToken(request);
    if (secret === undefined) return undefined;
    return andThen(credentials.findToken(secret), (token) => {
      if (token !== undefined) return tokens.note({ token, secret }, request, access, status);
    });
  }

  return { admit: withToken, screen, refused };
}

/** The token in a request that may be malformed in other ways. */
function carriedToken(request: ParsedRequest): string | undefined {
  try {
    return readCredential(request, PRIORITY_TOKEN);
  } catch {
    return undefined;
  }
}

function adminEntry(username: string): Admission {
  return { caller: { kind: "admin", username }, mayRead: () => true, headers: [], onResponse() {} };
}
