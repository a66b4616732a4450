import type { Call } from "../../http/call.ts";
import { Refusal, tooMany } from "../../http/refusal.ts";
import { andThen } from "../../http/maybe_async.ts";
import { parseAddress } from "../../address/ip_address.ts";
import { type AdminPair, readAdminPair } from "./admin_pair.ts";
import type { Admins } from "./admins.ts";
import { API_KEY, PRIORITY_TOKEN, readCarriers } from "./credential_sources.ts";
import type { ClearTextCount } from "./clear_text.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import { type Admission, type Door, noCredential } from "./access_request.ts";
import type { KeyGate } from "./key_gate.ts";
import type { KeyRecord } from "../records/key_store.ts";
import type { TokenGate } from "./token_gate.ts";

/** What the credentials before a body come to: one opens, there is none, or why none opens. */
export type Screening = "open" | "none" | Refusal;

/** Decides who comes in. A refusal is thrown, or rejects the promise. */
export interface Gate {
  admit(call: Call, door: Door): Admission | Promise<Admission>;
  /** Looks at credentials as `admit` does, and charges nothing. */
  screen(call: Call, door: Door): Screening | Promise<Screening>;
  /** Notes that a request was refused before its credentials were asked for: a token in it was used. */
  refused(call: Call, door: Door, status: number): void | Promise<void>;
}

export interface GateParts {
  readonly credentials: Pick<CredentialTable, "findKey" | "findToken">;
  readonly admins: Admins;
  readonly tokens: TokenGate;
  readonly keys: KeyGate;
  readonly passwordsInTheClear: ClearTextCount;
}

type Entry = Admission | Promise<Admission>;

/**
 * The evaluation order of SPEC 5.3: a valid priority token, else a key, else admin credentials. What
 * is invalid is as if absent, so a wrong token beside a good key does no harm.
 */
export function createGate(parts: GateParts): Gate {
  const { credentials, admins, tokens, keys, passwordsInTheClear } = parts;
  function withToken(call: Call, door: Door): Entry {
    const secret = readCarriers(call, PRIORITY_TOKEN);
    if (secret === undefined) return withKey(call, door);
    return andThen(
      credentials.findToken(secret),
      (token) =>
        token === undefined ? withKey(call, door) : tokens.admit({ token, secret }, call, door),
    );
  }

  function withKey(call: Call, door: Door): Entry {
    const pair = door.family === "bare" ? undefined : readAdminPair(call);
    const secret = readCarriers(call, API_KEY);
    if (secret === undefined) return withAdmin(pair, call, noCredential(door));
    return andThen(credentials.findKey(secret), (key) => {
      const refusal = key === undefined ? noCredential(door) : keys.refusal(key, call, door);
      if (refusal !== undefined) return withAdmin(pair, call, refusal);
      return pair === undefined ? keys.admit(key!, call, door) : withBoth(key!, pair, call, door);
    });
  }

  /** A key that is used up or too fast does not shut the door that the pair beside it opens. */
  async function withBoth(
    key: KeyRecord,
    pair: AdminPair,
    call: Call,
    door: Door,
  ): Promise<Admission> {
    try {
      return await keys.admit(key, call, door);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return await withAdmin(pair, call, error);
    }
  }

  /** `refusal` is what came of everything before; it stands where the pair opens nothing. */
  function withAdmin(pair: AdminPair | undefined, call: Call, refusal: Refusal): Entry {
    if (pair === undefined) throw refusal;
    const { username, password } = pair;
    const verdict = admins.verify(username, password, parseAddress(call.address));
    return andThen(verdict, (verdict) => {
      if (verdict === true) {
        passwordsInTheClear.note(call);
        return adminEntry(username);
      }
      throw verdict === false ? refusal : tooMany(verdict.retryAfterMs);
    });
  }

  function screen(call: Call, door: Door): Screening | Promise<Screening> {
    const secret = readCarriers(call, PRIORITY_TOKEN);
    if (secret === undefined) return screenKey(call, door, undefined);
    return andThen(
      credentials.findToken(secret),
      (token) => token !== undefined ? "open" : screenKey(call, door, noCredential(door)),
    );
  }

  /** `refusal` is what came of a token before it. */
  function screenKey(
    call: Call,
    door: Door,
    refusal: Refusal | undefined,
  ): Screening | Promise<Screening> {
    const pair = door.family === "bare" ? undefined : readAdminPair(call);
    const secret = readCarriers(call, API_KEY);
    if (secret === undefined) return screenPair(pair, call, door, refusal);
    return andThen(credentials.findKey(secret), (key) => {
      const refusal = key === undefined ? noCredential(door) : keys.refusal(key, call, door);
      return refusal === undefined ? "open" : screenPair(pair, call, door, refusal);
    });
  }

  function screenPair(
    pair: AdminPair | undefined,
    call: Call,
    door: Door,
    refusal: Refusal | undefined,
  ): Screening | Promise<Screening> {
    if (pair === undefined) return refusal ?? "none";
    const verdict = admins.verify(pair.username, pair.password, parseAddress(call.address));
    return andThen(verdict, (verdict) => {
      if (verdict === true) return "open";
      return verdict === false ? refusal ?? noCredential(door) : tooMany(verdict.retryAfterMs);
    });
  }

  function refused(call: Call, door: Door, status: number): void | Promise<void> {
    const secret = carriedToken(call);
    if (secret === undefined) return undefined;
    return andThen(credentials.findToken(secret), (token) => {
      if (token !== undefined) return tokens.note({ token, secret }, call, door, status);
    });
  }

  return { admit: withToken, screen, refused };
}

/** The token in a request that may be malformed in other ways. */
function carriedToken(call: Call): string | undefined {
  try {
    return readCarriers(call, PRIORITY_TOKEN);
  } catch {
    return undefined;
  }
}

function adminEntry(username: string): Admission {
  return { caller: { kind: "admin", username }, mayRead: () => true, headers: [], settle() {} };
}
