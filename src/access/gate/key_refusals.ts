import type { HeaderList } from "../../http/fixed_headers.ts";
import { HttpError, tryAgain } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { AccessRequest } from "./access_request.ts";
import { secondsUntil } from "../limits/rate_limit_headers.ts";

/** The key may not be used from this address. */
export function notWhitelisted({ address }: ParsedRequest, contact: string): HttpError {
  return new HttpError("IP_NOT_WHITELISTED", {
    before: { clientIP: address },
    after: { hint: `Ask ${contact} to add your address to this key` },
  });
}

/** The key has nothing left until `resetsAt`, epoch ms. */
export function usedUp(
  access: AccessRequest,
  headers: HeaderList,
  resetsAt: number,
  now: number,
): HttpError {
  if (access.family === "wrapped") return new HttpError("USED_UP_WRAPPED", { headers });
  const retryAfter: HeaderList = [["retry-after", String(secondsUntil(resetsAt, now))]];
  return new HttpError("USED_UP", { headers: [...headers, ...retryAfter] });
}

/** The content no longer has the key's plan: the key cannot be metered, and none goes unmetered. */
export function noPlan(): HttpError {
  return tryAgain("This key's plan is not available at the moment");
}
