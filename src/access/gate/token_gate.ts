import type { HttpError } from "../../http/http_error.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { Clock } from "../../platform/clock.ts";
import type { TokenRecord } from "../records/token_store.ts";
import type { AccessRequest, ChargedRequest } from "./gate.ts";
import type { Caller, CarriedToken } from "./caller.ts";
import type { ClearTextCount } from "./credentials.ts";

/** Called with each use of a priority token; the answer waits for the promise, if there is one. */
export type RecordUse = (use: {
  readonly token: TokenRecord;
  readonly secret: string;
  /** When the request came in, epoch ms. */
  readonly at: number;
  readonly request: ParsedRequest;
  /** The endpoint's template, as `/api/groupa/theater/{id}`; "" if there is none. */
  readonly route: string;
  readonly status: number;
}) => void | Promise<void>;

/** Lets callers with a priority token in: no whitelist, no rate, no quota. */
export type TokenGate = ReturnType<typeof createTokenGate>;

export function createTokenGate({ inTheClear, record, clock }: {
  readonly inTheClear: ClearTextCount;
  readonly record: RecordUse;
  readonly clock: Clock;
}) {
  function note(
    { token, secret }: CarriedToken,
    request: ParsedRequest,
    { route }: AccessRequest,
    status: number,
    at = clock.now(),
  ): void | Promise<void> {
    return record({ token, secret, at, request, route, status });
  }

  return {
    /** Refuses a token that may not come in the clear. */
    charge(
      caller: CarriedToken,
      request: ChargedRequest,
      access: AccessRequest,
    ): MaybeAsync<Caller | HttpError> {
      inTheClear.note(request, caller.token.id);
      const refusal = inTheClear.refusal(request);
      if (refusal !== undefined) {
        return andThen(note(caller, request, access, refusal.status), () => refusal);
      }
      request.admittedAt = clock.now();
      return caller;
    },
    settle: (
      caller: CarriedToken,
      request: ChargedRequest,
      access: AccessRequest,
      status: number,
    ): void | Promise<void> => note(caller, request, access, status, request.admittedAt),
    /** Records a use that came to this status without being let in. */
    noteRefused(
      caller: CarriedToken,
      request: ParsedRequest,
      access: AccessRequest,
      status: number,
    ): void | Promise<void> {
      inTheClear.note(request, caller.token.id);
      return note(caller, request, access, status);
    },
  };
}
