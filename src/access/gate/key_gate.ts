import { type AddressList, createAddressList, parseAddress } from "../../address/ip_address.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import { isForwarded, isLoopback, type ParsedRequest } from "../../http/request.ts";
import type { Quota } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Account } from "../../quota/account.ts";
import type { Charge } from "../../quota/charge.ts";
import type { Ledger } from "../../quota/ledger.ts";
import { periodAt } from "../../quota/period.ts";
import { createMemo, type Memo } from "../../toolbox/memo.ts";
import { createRateLimiter } from "../limits/rate_limiter.ts";
import { accountOf, isLive, type KeyRecord, mayRead } from "../records/key_store.ts";
import type { AccessRequest, ChargedRequest } from "./gate.ts";
import type { Caller } from "./caller.ts";
import type { ClearTextCount } from "./credentials.ts";
import { noCredential, planUnknown } from "./refusals.ts";

type KeyedCaller = Extract<Caller, { kind: "key" }>;

/** What is kept of a key from one request to the next. */
interface KnownKey {
  readonly caller: KeyedCaller;
  /** The refusal of one that is too fast shows it again. */
  lastCharge: Charge | undefined;
}

/** Lets callers with an API key in, as its record and its plan allow. */
export type KeyGate = ReturnType<typeof createKeyGate>;

export function createKeyGate({ inTheClear, ledger, contact, clock }: {
  readonly inTheClear: ClearTextCount;
  readonly ledger: Pick<Ledger, "take">;
  /** Whom callers ask for help. */
  readonly contact: () => string;
  readonly clock: Clock;
}) {
  const rates = createRateLimiter(clock);
  const isWhitelisted = createWhitelists();
  const known = new WeakMap<KeyRecord, KnownKey>();

  function knownOf(key: KeyRecord): KnownKey {
    let one = known.get(key);
    if (one === undefined) {
      known.set(key, one = { caller: { kind: "key", key }, lastCharge: undefined });
    }
    return one;
  }

  function findRefusal(
    key: KeyRecord,
    request: ParsedRequest,
    access: AccessRequest,
  ): HttpError | undefined {
    if (!isLive(key, clock.now()) || !isDemoAtHome(key, request)) {
      return noCredential(access.family);
    }
    if (access.group !== undefined && !mayRead(key, access.group)) {
      return noCredential(access.family);
    }
    const refusal = inTheClear.refusal(request, access.family);
    if (refusal !== undefined) return of(key, refusal);
    const { family } = access;
    const isAskedIfAny = family === "v1" || family === "mcp";
    const isAsked = family === "wrapped" || (isAskedIfAny && key.ips.length > 0);
    if (isAsked && !isWhitelisted(key, request.address)) {
      return of(key, notWhitelisted(request, contact()));
    }
    return undefined;
  }

  function tooFast(key: KeyRecord, quota: Account["quota"], waitMs: number): HttpError {
    if (quota === "unlimited") return tooMany(waitMs);
    const now = clock.now();
    const last = knownOf(key).lastCharge;
    const balance = last !== undefined && now < last.resetsAt ? last : untouched(quota, now);
    return tooMany(waitMs, quotaHeaders(quota, balance, now));
  }

  function chargeUnits(
    { key }: KeyedCaller,
    request: ChargedRequest,
    access: AccessRequest,
    { quota }: Account,
    charge: Charge,
  ): Caller | HttpError {
    if (charge.outcome === "unavailable") return of(key, tryAgain());
    const one = knownOf(key);
    one.lastCharge = charge;
    const now = clock.now();
    const headers = quotaHeaders(quota, charge, now);
    if (charge.outcome === "exhausted") {
      return of(key, usedUp(access, headers, charge.resetsAt, now));
    }
    request.charge = charge;
    request.addHeaders(headers);
    return one.caller;
  }

  return {
    /** The caller of this key, or why the key opens nothing, before anything is charged. */
    identify(
      key: KeyRecord,
      request: ParsedRequest,
      access: AccessRequest,
      isEarly: boolean,
    ): Caller | HttpError {
      if (!isEarly) inTheClear.note(request);
      return findRefusal(key, request, access) ?? knownOf(key).caller;
    },
    /** Charges the key, or refuses one that is too fast or used up. */
    charge(
      caller: KeyedCaller,
      request: ChargedRequest,
      access: AccessRequest,
    ): MaybeAsync<Caller | HttpError> {
      const { key } = caller;
      const { plans } = request;
      const account = accountOf(key, plans);
      // The key cannot be metered, and none goes unmetered.
      if (account === undefined) return planUnknown(key, contact());
      const { rate } = plans[key.plan]!;
      const waitMs = rates.take(key.id, rate);
      if (waitMs > 0) return of(key, tooFast(key, account.quota, waitMs));
      // An unmetered endpoint shows the limits itself: it has to ask for them anyway.
      if (access.isUnmetered) return caller;
      const units = access.units?.(request, {
        now: clock.now(),
        mayRead: (group) => mayRead(key, group),
      });
      return andThen(
        ledger.take(account, units),
        (charge) => chargeUnits(caller, request, access, account, charge),
      );
    },
    /** Gives back what was not owed: 2xx and 4xx are charged. */
    settle(charge: Charge, method: string, status: number): void {
      if (!isCharged(method, status)) charge.refund();
    },
  };
}

/** The refusal, of this key. */
function of(key: KeyRecord, refusal: HttpError): HttpError {
  refusal.keyId = key.id;
  return refusal;
}

function untouched(quota: Quota, now: number): QuotaBalance {
  const { requests } = quota;
  return { limit: requests, remaining: requests, resetsAt: periodAt(quota, now).endsAt };
}

/** 2xx and 4xx are charged; what the caller has already, or what failed here, is not. */
function isCharged(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 304 && status !== 429 && status < 500;
}

/** The key may not be used from this address. */
export function notWhitelisted(
  { address }: Pick<ParsedRequest, "address">,
  contact: string,
): HttpError {
  return new HttpError("IP_NOT_WHITELISTED", {
    before: { clientIP: address },
    after: { hint: `Ask ${contact} to add your address to this key` },
  });
}

/** The key has nothing left until `resetsAt`, epoch ms. */
function usedUp(
  access: AccessRequest,
  headers: HeaderList,
  resetsAt: number,
  now: number,
): HttpError {
  if (access.family === "wrapped") return new HttpError("USED_UP_WRAPPED", { headers });
  const retryAfter: HeaderList = [["retry-after", String(secondsUntil(resetsAt, now))]];
  return new HttpError("USED_UP", { headers: [...headers, ...retryAfter] });
}

const MAX_VERDICTS = 1000;

/** A key's list and what was found in it. */
interface KnownList {
  readonly list: AddressList;
  readonly verdicts: Memo<string, boolean>;
}

/**
 * Creates each key's list when the key is first asked about, and remembers what each address found. The
 * function says whether an address is on the key's list; an empty list admits no address.
 */
function createWhitelists(): (key: KeyRecord, address: string) => boolean {
  const byKey = new WeakMap<KeyRecord, KnownList>();
  return (key, address) => {
    let known = byKey.get(key);
    if (known === undefined) {
      const list = createAddressList(key.ips);
      byKey.set(key, known = { list, verdicts: createMemo({ maxEntries: MAX_VERDICTS }) });
    }
    return verdictOf(known, address);
  };
}

function verdictOf({ list, verdicts }: KnownList, address: string): boolean {
  const known = verdicts.get(address);
  if (known !== undefined) return known;
  const verdict = list.has(parseAddress(address));
  verdicts.set(address, verdict);
  return verdict;
}

/** The demo key is for the person at the machine: it opens nothing through a proxy. Other keys pass. */
export function isDemoAtHome(key: KeyRecord, request: ParsedRequest): boolean {
  if (key.demo === undefined) return true;
  return isLoopback(request.address) && !isForwarded(request.headers);
}

const DAY_S = 86_400;

interface QuotaBalance {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch ms. */
  readonly resetsAt: number;
}

/**
 * The headers about a key's quota: `RateLimit-Policy` and `RateLimit`, structured fields of the
 * IETF draft "RateLimit header fields for HTTP". A month has no fixed length, so its window is left out.
 */
export function quotaHeaders(
  quota: Quota | "unlimited",
  { limit, remaining, resetsAt }: QuotaBalance,
  now: number,
): HeaderList {
  if (quota === "unlimited") return [];
  const left = `"quota";r=${remaining};t=${secondsUntil(resetsAt, now)}`;
  return [policyHeader(quota, limit), ["ratelimit", left]];
}

/** The header of each plan's quota, with the limit that it was last asked for with. */
const policies = new WeakMap<Quota, { limit: number; header: HeaderList[number] }>();

function policyHeader(quota: Quota, limit: number): HeaderList[number] {
  const known = policies.get(quota);
  if (known?.limit === limit) return known.header;
  const window = quota.per === "day" ? `;w=${DAY_S}` : "";
  const header = ["ratelimit-policy", `"quota";q=${limit}${window}`] as const;
  policies.set(quota, { limit, header });
  return header;
}

/** Whole seconds to an instant, at least 1. */
function secondsUntil(epochMs: number, now: number): number {
  return Math.max(1, Math.ceil((epochMs - now) / 1000));
}
