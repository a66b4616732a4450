import { HttpError } from "../../http/http_error.ts";
import type { FamilyName } from "../../model/enums.ts";
import type { KeyRecord } from "../records/key_store.ts";

/** Made once: an error costs more than the rest of its answer. Nothing is ever noted on these. */
const BARE_REFUSAL = Object.freeze(new HttpError("BARE_INVALID_KEY"));
const REFUSAL = Object.freeze(new HttpError("INVALID_CREDENTIALS"));
const KEY_MISSING = refusalWithHint(
  "Send a key as x-api-key (or apikey in the query), or a token as x-priority-token",
);
const ADMIN_MISSING = refusalWithHint("Send x-admin-username and x-admin-password");

function refusalWithHint(hint: string): HttpError {
  return Object.freeze(new HttpError("INVALID_CREDENTIALS", { after: { hint }, isKept: true }));
}

/** No credential opens. Bare families answer it in a form of their own, of two fields. */
export function noCredential(family: FamilyName): HttpError {
  return family === "bare" ? BARE_REFUSAL : REFUSAL;
}

/** The content no longer has the key's plan. */
export function planUnknown({ id }: KeyRecord, contact: string): HttpError {
  const hint = `Ask ${contact} for another plan`;
  const refusal = new HttpError("PLAN_UNKNOWN", { after: { hint } });
  refusal.keyId = id;
  return refusal;
}

/** A credential of this kind came over plain http where https is required. */
export function onlyOverHttps(kind: string, family: FamilyName | undefined): HttpError {
  const code = family === "bare" ? "BARE_INVALID_KEY" : "INVALID_CREDENTIALS";
  return new HttpError(code, { message: `${kind} are taken over https only` });
}

/** No credential came: says where one goes, but to bare families, whose answer has its form. */
export function missingCredential(family: FamilyName): HttpError {
  if (family === "bare") return BARE_REFUSAL;
  return family === "admin" ? ADMIN_MISSING : KEY_MISSING;
}
