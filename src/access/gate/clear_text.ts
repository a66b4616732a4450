import { HttpError } from "../../http/http_error.ts";
import { isForwarded, isLoopback, type ParsedRequest } from "../../http/request.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { AccessRules } from "./gate.ts";

/** Whether everybody between the client and this machine could read what it sent. */
function isInTheClear({ isSecure, address }: ParsedRequest): boolean {
  return !isSecure && !isLoopback(address);
}

/**
 * Whether others could read along with a page for one person. What came through a proxy that is not trusted
 * seems to be from loopback, wherever it is from.
 */
export function isReadable(request: ParsedRequest): boolean {
  return isInTheClear(request) || (!request.isSecure && isForwarded(request.headers));
}

const KINDS = {
  keys: "API keys",
  tokens: "Priority tokens",
  passwords: "Passwords of administrators",
};
type Kind = keyof typeof KINDS;

/** Busy keys must not fill the log. */
const WARN_EVERY_MS = 3_600_000;

/** Notices credentials that came over plain http, and refuses them where https is required. */
export class ClearText {
  /** How many came since the start, by kind. */
  readonly totals: Record<Kind, number> = { keys: 0, tokens: 0, passwords: 0 };
  #warnedAt: Partial<Record<Kind, number>> = {};

  constructor(
    readonly deps: { readonly requireHttps: boolean; readonly clock: Clock; readonly log: Log },
  ) {
    deps.clock.onSetBack(() => this.#warnedAt = {});
  }

  /** Counts a credential of this id that came in the clear; warns of its kind at most once an hour. */
  note(kind: Kind, request: ParsedRequest, id?: string): void {
    if (!isInTheClear(request)) return;
    const { requireHttps, clock, log } = this.deps;
    const times = ++this.totals[kind];
    const now = clock.now();
    if (now - (this.#warnedAt[kind] ?? -Infinity) < WARN_EVERY_MS) return;
    this.#warnedAt[kind] = now;
    const fields = { id, times, refused: requireHttps, request_id: request.requestId };
    log.warn(`${KINDS[kind]} came over plain http`, fields);
  }

  /** Why a credential of the kind opens nothing on this request; undefined: it may. */
  refusal(
    kind: Kind,
    request: ParsedRequest,
    { refusal }: Pick<AccessRules, "refusal">,
    keyId?: string,
  ): HttpError | undefined {
    if (!this.deps.requireHttps || !isInTheClear(request)) return undefined;
    return new HttpError(refusal, { keyId, message: `${KINDS[kind]} are taken over https only` });
  }
}
