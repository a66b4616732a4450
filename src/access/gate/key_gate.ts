import type { HeaderList } from "../../http/fixed_headers.ts";
import { type HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { Plans, Quota } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Account, Charge } from "../../quota/tickets/account.ts";
import type { Ledger } from "../../quota/ledger.ts";
import { periodAt } from "../../quota/tickets/period.ts";
import { isLive, type KeyRecord, mayRead } from "../records/key_store.ts";
import {
  type AccessRequest,
  type Admission,
  type Caller,
  type GateOutcome,
  noCredential,
} from "./access_request.ts";
import type { ClearTextCount } from "./clear_text.ts";
import { isDemoAtHome } from "./whitelists.ts";
import { noPlan, notWhitelisted, usedUp } from "./key_refusals.ts";
import { accountOf } from "../limits/meter.ts";
import { type QuotaBalance, quotaHeaders } from "../limits/rate_limit_headers.ts";
import type { RateLimiter } from "../limits/rate_limiter.ts";
import type { Whitelists } from "./whitelists.ts";

/** Lets callers with an API key in, as its record and its plan allow. */
export interface KeyGate {
  /** Notes that a key of this service came, however it came. */
  note(request: ParsedRequest): void;
  /** Why the key opens nothing, before anything is charged; undefined: it opens. */
  refusal(key: KeyRecord, request: ParsedRequest, access: AccessRequest): HttpError | undefined;
  /** Charges the key, or refuses one that is too fast or used up. */
  admit(key: KeyRecord, request: ParsedRequest, access: AccessRequest): MaybeAsync<GateOutcome>;
}

export interface KeyGateDeps {
  readonly whitelists: Whitelists;
  readonly inTheClear: ClearTextCount;
  readonly rates: RateLimiter;
  readonly ledger: Pick<Ledger, "take">;
  readonly plans: () => Plans;
  /** Whom callers ask for help. */
  readonly contact: () => string;
  readonly clock: Clock;
}

/** What admitting a key works with. */
interface KeyGateContext extends KeyGateDeps {
  readonly callers: WeakMap<KeyRecord, KeyCaller>;
}

export function createKeyGate(deps: KeyGateDeps): KeyGate {
  const gate: KeyGateContext = { ...deps, callers: new WeakMap() };
  return {
    note: deps.inTheClear.note,
    refusal: (key, request, access) => findRefusal(gate, key, request, access),
    admit: (key, request, access) => admit(gate, key, request, access),
  };
}

function findRefusal(
  { inTheClear, whitelists, contact, clock }: KeyGateDeps,
  key: KeyRecord,
  request: ParsedRequest,
  access: AccessRequest,
): HttpError | undefined {
  if (!isLive(key, clock.now()) || !isDemoAtHome(key, request)) return noCredential(access);
  if (access.group !== undefined && !mayRead(key, access.group)) return noCredential(access);
  const refusal = inTheClear.refusal(request, access);
  if (refusal !== undefined) return of(key, refusal);
  const isAsked = access.family === "wrapped" || (access.family === "v1" && key.ips.length > 0);
  if (isAsked && !whitelists.holds(key, request.address)) {
    return of(key, notWhitelisted(request, contact()));
  }
  return undefined;
}

function admit(
  gate: KeyGateContext,
  key: KeyRecord,
  request: ParsedRequest,
  access: AccessRequest,
): MaybeAsync<GateOutcome> {
  const { plans, rates, ledger } = gate;
  const account = accountOf(key, plans());
  if (account === undefined) return of(key, noPlan());
  const waitMs = rates.take(key.id, plans()[key.plan]!.rate);
  if (waitMs > 0) return of(key, tooFast(gate, key, account, waitMs));
  // An unmetered endpoint tells the limits itself: it has to ask for them anyway.
  const caller = callerOf(gate, key);
  if (access.isUnmetered) return { ...caller.entered, headers: [], onResponse() {} };
  const charge = ledger.take(account, access.units && costOf(gate, key, request, access.units));
  if (!(charge instanceof Promise)) {
    return admitCharged(gate, caller, account, charge, request, access);
  }
  return charge.then((charge) => admitCharged(gate, caller, account, charge, request, access));
}

function costOf(
  { clock }: KeyGateContext,
  key: KeyRecord,
  request: ParsedRequest,
  units: NonNullable<AccessRequest["units"]>,
): number {
  return units(request, { now: clock.now(), mayRead: (group) => mayRead(key, group) });
}

/** The refusal, of this key. */
function of(key: KeyRecord, refusal: HttpError): HttpError {
  refusal.keyId = key.id;
  return refusal;
}

function admitCharged(
  { clock }: KeyGateContext,
  caller: KeyCaller,
  { quota }: Account,
  charge: Charge,
  { method }: ParsedRequest,
  access: AccessRequest,
): GateOutcome {
  const { key } = caller;
  if (charge.outcome === "unavailable") return of(key, tryAgain());
  caller.lastCharge = charge;
  const now = clock.now();
  const headers = quotaHeaders(quota, charge, now);
  if (charge.outcome === "exhausted") return of(key, usedUp(access, headers, charge.resetsAt, now));
  return new ChargedAdmission(caller.entered, headers, charge, method);
}

/** A caller whose key was charged. */
class ChargedAdmission implements Admission {
  readonly caller: Caller;
  readonly mayRead: Admission["mayRead"];

  constructor(
    { caller, mayRead }: Entered,
    readonly headers: HeaderList,
    private readonly charge: Charge,
    private readonly method: string,
  ) {
    this.caller = caller;
    this.mayRead = mayRead;
  }

  onResponse(status: number): void {
    if (!isCharged(this.method, status)) this.charge.refund();
  }
}

function tooFast(
  gate: KeyGateContext,
  key: KeyRecord,
  { quota }: Account,
  waitMs: number,
): HttpError {
  if (quota === "unlimited") return tooMany(waitMs);
  const now = gate.clock.now();
  const last = callerOf(gate, key).lastCharge;
  const balance = last !== undefined && now < last.resetsAt ? last : untouched(quota, now);
  return tooMany(waitMs, quotaHeaders(quota, balance, now));
}

/** The balance of a key of which nothing is known yet in this period. */
function untouched(quota: Quota, now: number): QuotaBalance {
  const { requests } = quota;
  return { limit: requests, remaining: requests, resetsAt: periodAt(quota, now).endsAt };
}

type Entered = Pick<Admission, "caller" | "mayRead">;

/** What is kept of a key from one request to the next. */
interface KeyCaller {
  readonly key: KeyRecord;
  readonly entered: Entered;
  /** The refusal of one that is too fast shows it again. */
  lastCharge: Charge | undefined;
}

function callerOf({ callers }: KeyGateContext, key: KeyRecord): KeyCaller {
  let known = callers.get(key);
  if (known === undefined) {
    const entered: Entered = {
      caller: { kind: "key", key },
      mayRead: (group) => mayRead(key, group),
    };
    callers.set(key, known = { key, entered, lastCharge: undefined });
  }
  return known;
}

/** 2xx and 4xx are charged; what the caller has already, or what failed here, is not. */
function isCharged(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 304 && status !== 429 && status < 500;
}
