import { HttpError } from "../../http/http_error.ts";
import type { AccessRules } from "./gate.ts";

/** No credential opens. Bare families answer it in a form of their own, of two fields. */
export function noCredential({ refusal }: Pick<AccessRules, "refusal">): HttpError {
  return new HttpError(refusal);
}

/** No credential came: says where one goes, but to bare families, whose answer has its form. */
export function missingCredential({ refusal }: Pick<AccessRules, "refusal">): HttpError {
  if (refusal === "BARE_INVALID_KEY") return new HttpError(refusal);
  const hint = "Send a key as x-api-key (or apikey in the query), or a token as x-priority-token";
  return new HttpError(refusal, { after: { hint } });
}

/** No administrator's credentials came where they alone will do. */
export function missingAdmin(): HttpError {
  const hint = "Send x-admin-username and x-admin-password";
  return new HttpError("INVALID_CREDENTIALS", { after: { hint } });
}

/** The content no longer has the key's plan. */
export function planUnknown(keyId: string, contact: string): HttpError {
  return new HttpError("PLAN_UNKNOWN", {
    keyId,
    after: { hint: `Ask ${contact} for another plan` },
  });
}

/** The key may not be used from this address. */
export function notWhitelisted(
  { address }: { readonly address: string },
  contact: string,
  keyId?: string,
): HttpError {
  return new HttpError("IP_NOT_WHITELISTED", {
    keyId,
    before: { clientIP: address },
    after: { hint: `Ask ${contact} to add your address to this key` },
  });
}
