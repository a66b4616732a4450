import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import type { Log } from "../../platform/log.ts";
import { type CodeRecord, type CodeStore, isUsedUp } from "../records/code_store.ts";
import type { Attempt, NetworkThrottle } from "../limits/network_throttle.ts";
import { parseAddress } from "../../address/ip_address.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { CodeStatus } from "../../model/answer/service.ts";

/** Who asks for a code. */
export type Asker = Pick<ParsedRequest, "address" | "requestId">;

/** Reads the state of a code; changes nothing. */
export interface CodeCheck {
  /**
   * @throws {HttpError} `CODE_NOT_FOUND`, `RATE_LIMITED` after too many failures of the address, or
   *   `TRY_AGAIN`
   */
  verify(code: string, email: string | undefined, request: Asker): Promise<CodeStatus>;
}

/**
 * Codes are not kept in memory: a stale count could let a code be spent twice. One look is one read of
 * the store, and none for a text that cannot be a code.
 */
export function createCodeCheck(
  { codes, throttle, log }: { codes: CodeStore; throttle: NetworkThrottle; log: Log },
): CodeCheck {
  async function find(
    code: string,
    attempt: Attempt,
    request_id: string,
  ): Promise<CodeRecord | undefined> {
    try {
      return await codes.findByCode(code);
    } catch (error) {
      attempt.succeeded();
      log.warn("Cannot read a code", { error: String(error), request_id });
      throw tryAgain();
    }
  }
  return {
    async verify(code, email, { address, requestId }) {
      const attempt = throttle.attempt(parseAddress(address));
      if (attempt.retryAfterMs > 0) throw tooMany(attempt.retryAfterMs);
      const record = await find(code, attempt, requestId);
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

/** Of a code whose person was forgotten nobody is left who could know the e-mail, which is "" then. */
function isFor(record: CodeRecord, email: string | undefined): boolean {
  if (record.email === "") return false;
  return record.email === undefined || foldEmail(record.email) === foldEmail(email ?? "");
}

function foldEmail(email: string): string {
  return email.trim().toLowerCase();
}
