import { parseAddress } from "../../http/ip_address.ts";
import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { CodeStatus } from "../../model/answer/service.ts";
import type { Log } from "../../platform/log.ts";
import { type CodeRecord, type CodeStore, foldEmail, isUsedUp } from "../records/code_store.ts";
import type { NetworkThrottle } from "./network_throttle.ts";

/** Reads the state of a code; changes nothing. */
export interface CodeCheck {
  /**
   * @throws {HttpError} `CODE_NOT_FOUND`, `RATE_LIMITED` after too many failures of the network, or
   *   `TRY_AGAIN`
   */
  verify(
    code: string,
    email: string | undefined,
    request: Pick<ParsedRequest, "address" | "requestId">,
  ): Promise<CodeStatus>;
}

/**
 * Codes are not kept in memory: a stale count could let a code be spent twice. A check is one read of
 * the store, and none for a text that cannot be a code.
 */
export function createCodeCheck(
  { codes, throttle, log }: { codes: CodeStore; throttle: NetworkThrottle; log: Log },
): CodeCheck {
  return {
    async verify(code, email, { address, requestId }) {
      const attempt = throttle.attempt(parseAddress(address));
      if (attempt.retryAfterMs > 0) throw tooMany(attempt.retryAfterMs);
      const record = await codes.findByCode(code).catch((error) => {
        attempt.succeeded();
        log.warn("Cannot read a code", { error: String(error), request_id: requestId });
        throw tryAgain();
      });
      if (record === undefined || !isFor(record, email)) throw new HttpError("CODE_NOT_FOUND");
      attempt.succeeded();
      return {
        is_active: record.revokedAt === undefined,
        usage_count: record.used,
        usage_limit: record.limit,
        is_used: isUsedUp(record),
      };
    },
  };
}

/** A code whose person was forgotten matches no e-mail; its own is "" then. */
function isFor(record: CodeRecord, email: string | undefined): boolean {
  if (record.email === "") return false;
  return record.email === undefined || foldEmail(record.email) === foldEmail(email ?? "");
}
