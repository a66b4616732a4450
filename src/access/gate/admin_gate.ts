import { HttpError } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { Admins } from "./admins.ts";
import type { ClearText } from "./clear_text.ts";
import { type AdminPair, readAdminPair } from "./credentials.ts";
import { admitFree, type Admitted, type Gate } from "./gate.ts";
import { missingAdmin } from "./refusals.ts";

/** No family in a form of its own takes admin credentials. */
const INVALID = { refusal: "INVALID_CREDENTIALS" } as const;

/** What checking admin credentials works with. */
export interface PairDeps {
  readonly admins: Admins;
  readonly clearText: ClearText;
}

/**
 * Lets in the administrator of a pair.
 *
 * @throws {HttpError} `refusal` if it is wrong; another if it is not checked, because too many were wrong or
 *   https is required
 */
export async function admitPair(
  { admins, clearText }: PairDeps,
  pair: AdminPair,
  request: ParsedRequest,
  refusal: HttpError,
): Promise<Admitted> {
  const refused = clearText.refusal("passwords", request, INVALID);
  if (refused === undefined && !await admins.verify(pair, request)) throw refusal;
  clearText.note("passwords", request);
  if (refused !== undefined) throw refused;
  return admitFree({ kind: "admin", username: pair.username });
}

/** Lets in administrators alone: a priority token opens nothing here. */
export function createAdminGate(deps: PairDeps): Gate {
  return {
    async admit(request) {
      const pair = readAdminPair(request);
      if (pair === undefined) throw missingAdmin();
      return await admitPair(deps, pair, request, new HttpError("INVALID_CREDENTIALS"));
    },
  };
}
