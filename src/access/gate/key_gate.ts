import { type HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import { andThen } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { Plans, Quota } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Account, Charge } from "../../quota/tickets/account.ts";
import type { Ledger } from "../../quota/ledger.ts";
import { periodAt } from "../../quota/tickets/period.ts";
import { isLive, type KeyRecord, mayRead } from "../records/key_store.ts";
import { type AccessRequest, type Admission, noCredential } from "./access_request.ts";
import type { ClearTextCount } from "./clear_text.ts";
import { isDemoAtHome } from "./whitelists.ts";
import { noPlan, notWhitelisted, usedUp } from "./key_refusals.ts";
import { accountOf } from "../limits/meter.ts";
import { type QuotaBalance, quotaHeaders } from "../limits/rate_limit_headers.ts";
import type { RateLimiter } from "../limits/rate_limiter.ts";
import type { Whitelists } from "./whitelists.ts";

/** Lets callers with an API key in, as its record and its plan allow. */
export interface KeyGate {
  /** Why the key opens nothing, before anything is charged; undefined: it opens. */
  refusal(key: KeyRecord, request: ParsedRequest, access: AccessRequest): HttpError | undefined;
  /** Charges the key. Throws, or rejects with, the refusal of one that is too fast or used up. */
  admit(
    key: KeyRecord,
    request: ParsedRequest,
    access: AccessRequest,
  ): Admission | Promise<Admission>;
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
  /** The last charge of each key, which the refusal of one that is too fast shows again. */
  readonly lastCharges: WeakMap<KeyRecord, Charge>;
}

export function createKeyGate(deps: KeyGateDeps): KeyGate {
  const gate: KeyGateContext = { ...deps, lastCharges: new WeakMap() };
  return {
    refusal: (key, request, access) => findRefusal(gate, key, request, access),
    admit: (key, request, access) => admit(gate, key, request, access),
  };
}

function findRefusal(
  { whitelists, contact, clock }: KeyGateDeps,
  key: KeyRecord,
  request: ParsedRequest,
  access: AccessRequest,
): HttpError | undefined {
  if (!isLive(key, clock.now()) || !isDemoAtHome(key, request)) return noCredential(access);
  if (access.group !== undefined && !mayRead(key, access.group)) return noCredential(access);
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
): Admission | Promise<Admission> {
  const { inTheClear, plans, rates, ledger } = gate;
  inTheClear.note(request);
  const account = accountOf(key, plans());
  if (account === undefined) throw of(key, noPlan());
  const waitMs = rates.take(key.id, plans()[key.plan]!.rate);
  if (waitMs > 0) throw of(key, tooFast(gate, key, account, waitMs));
  // An unmetered endpoint tells the limits itself: it has to ask for them anyway.
  if (access.isUnmetered) return { ...entered(key), headers: [], onResponse() {} };
  return andThen(
    ledger.take(account, access.units && costOf(gate, key, request, access.units)),
    (charge) => admitCharged(gate, key, account, charge, request, access),
  );
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
  { lastCharges, clock }: KeyGateContext,
  key: KeyRecord,
  { quota }: Account,
  charge: Charge,
  { method }: ParsedRequest,
  access: AccessRequest,
): Admission {
  if (charge.outcome === "unavailable") throw of(key, tryAgain());
  lastCharges.set(key, charge);
  const now = clock.now();
  const headers = quotaHeaders(quota, charge, now);
  if (charge.outcome === "exhausted") throw of(key, usedUp(access, headers, charge.resetsAt, now));
  const { caller, mayRead } = entered(key);
  return {
    caller,
    mayRead,
    headers,
    onResponse(status) {
      if (!isCharged(method, status)) charge.refund();
    },
  };
}

function tooFast(
  { lastCharges, clock }: KeyGateContext,
  key: KeyRecord,
  { quota }: Account,
  waitMs: number,
): HttpError {
  if (quota === "unlimited") return tooMany(waitMs);
  const now = clock.now();
  const last = lastCharges.get(key);
  const balance = last !== undefined && now < last.resetsAt ? last : untouched(quota, now);
  return tooMany(waitMs, quotaHeaders(quota, balance, now));
}

/** The balance of a key of which nothing is known yet in this period. */
function untouched(quota: Quota, now: number): QuotaBalance {
  const { requests } = quota;
  return { limit: requests, remaining: requests, resetsAt: periodAt(quota, now).endsAt };
}

type Entered = Pick<Admission, "caller" | "mayRead">;

/** What is the same at each request of a key. */
const entries = new WeakMap<KeyRecord, Entered>();

function entered(key: KeyRecord): Entered {
  let known = entries.get(key);
  if (known === undefined) {
    known = { caller: { kind: "key", key }, mayRead: (group) => mayRead(key, group) };
    entries.set(key, known);
  }
  return known;
}

/** 2xx and 4xx are charged; what the caller has already, or what failed here, is not. */
function isCharged(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 304 && status !== 429 && status < 500;
}
