import type { Account, Charge as Charge } from "../../quota/account.ts";
import type { ParsedRequest } from "../../http/parsed_request.ts";
import type { Clock } from "../../platform/clock.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import type { Ledger } from "../../quota/ledger.ts";
import type { Plans, Quota } from "../../model/plans.ts";
import type { RateLimiter } from "./rate_limiter.ts";
import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import { accountOf } from "./meter.ts";
import { isLive, type KeyRecord } from "../records/key_store.ts";
import { isLoopback } from "../../http/host.ts";
import { parseAddress } from "../../address/ip_address.ts";
import { periodAt } from "../../quota/period.ts";
import { type AddressList, createAddressList } from "../../address/ip_range_list.ts";
import type { ClearTextCount } from "./clear_text.ts";
import { type AccessRequest, type Admission, noCredential } from "./access_request.ts";
import { createMemo, type Memo } from "../../toolbox/memo.ts";
import { andThen } from "../../http/maybe_async.ts";

/** Lets callers with an API key in, as its record and its plan allow. */
export interface KeyGate {
  /** Why the key does not open the door, before anything is charged; undefined: it does. */
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

export function createKeyGate(parts: KeyGateDeps): KeyGate {
  const { whitelists, inTheClear, rates, ledger, plans, contact, clock } = parts;
  /** The last charge of each key, which the refusal of one that is too fast tells again. */
  const lastCharges = new WeakMap<KeyRecord, Charge>();

  function refusal(
    key: KeyRecord,
    request: ParsedRequest,
    access: AccessRequest,
  ): HttpError | undefined {
    if (!isLive(key, clock.now()) || !isAtHome(key, request)) return noCredential(access);
    if (access.group !== undefined && !mayRead(key, access.group)) return noCredential(access);
    const isAsked = access.family === "wrapped" || (access.family === "v1" && key.ips.length > 0);
    if (isAsked && !whitelists.holds(key, request.address)) {
      return notWhitelisted(request, contact());
    }
    return undefined;
  }

  function admit(
    key: KeyRecord,
    request: ParsedRequest,
    access: AccessRequest,
  ): Admission | Promise<Admission> {
    inTheClear.note(request);
    const account = accountOf(key, plans());
    if (account === undefined) throw noPlan();
    const waitMs = rates.take(key.id, plans()[key.plan]!.rate);
    if (waitMs > 0) throw tooFast(key, account, waitMs);
    // What is behind a free door tells the limits itself: it has to ask for them anyway.
    if (access.isUnmetered) return { ...entered(key), headers: [], onResponse() {} };
    return andThen(
      ledger.take(account),
      (charge) => admitCharged(key, account, charge, request, access),
    );
  }

  function admitCharged(
    key: KeyRecord,
    { quota }: Account,
    charge: Charge,
    { method }: ParsedRequest,
    access: AccessRequest,
  ): Admission {
    if (charge.outcome === "unavailable") throw tryAgain();
    lastCharges.set(key, charge);
    const now = clock.now();
    const headers = quotaHeaders(quota, charge, now);
    if (charge.outcome === "exhausted") throw usedUp(access, headers, charge.resetsAt, now);
    return {
      ...entered(key),
      headers,
      onResponse(status) {
        if (!isCharged(method, status)) charge.refund();
      },
    };
  }

  function tooFast(key: KeyRecord, { quota }: Account, waitMs: number): HttpError {
    if (quota === "unlimited") return tooMany(waitMs);
    const now = clock.now();
    const last = lastCharges.get(key);
    const balance = last !== undefined && now < last.resetsAt ? last : untouched(quota, now);
    return tooMany(waitMs, quotaHeaders(quota, balance, now));
  }

  return { refusal, admit };
}

/** What is to be said of a key of which nothing is known yet in this period. */
function untouched(quota: Quota, now: number): QuotaBalance {
  const { requests } = quota;
  return { limit: requests, remaining: requests, resetsAt: periodAt(quota, now).endsAt };
}

function entered(key: KeyRecord): Pick<Admission, "caller" | "mayRead"> {
  return { caller: { kind: "key", key }, mayRead: (group) => mayRead(key, group) };
}

/** 2xx and 4xx are charged; what the caller has already, or what failed here, is not. */
function isCharged(method: string, status: number): boolean {
  return method !== "HEAD" && status !== 304 && status !== 429 && status < 500;
}

function mayRead({ groups }: KeyRecord, group: string): boolean {
  return groups.length === 0 || groups.includes(group);
}

/** What proxies add to a request that they pass on. */
const FORWARDING =
  /^(via|forwarded|x-forwarded.*|x-original-.*|.*-real-ip|.*-client-(ip|address)|.*-connecting-ip)$/;

/** The demo key is for the person at the machine: nobody comes in with it through a proxy. */
function isAtHome(key: KeyRecord, request: ParsedRequest): boolean {
  if (key.demo === undefined) return true;
  return isLoopback(request.address) &&
    ![...request.headers.keys()].some((name) => FORWARDING.test(name));
}

function notWhitelisted({ address }: ParsedRequest, contact: string): HttpError {
  return new HttpError("IP_NOT_WHITELISTED", {
    before: { clientIP: address },
    after: { hint: `Ask ${contact} to add your address to this key` },
  });
}

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

/** A key whose plan the content no longer has cannot be metered, and nothing goes unmetered. */
function noPlan(): HttpError {
  return tryAgain("This key's plan is not available at the moment");
}

const DAY_S = 86_400;

/** How a key stands in its period. */
export interface QuotaBalance {
  readonly limit: number;
  readonly remaining: number;
  /** Epoch ms. */
  readonly resetsAt: number;
}

/**
 * What an answer says of a key's quota: `RateLimit-Policy` and `RateLimit`, structured fields of the
 * IETF draft "RateLimit header fields for HTTP". A month has no fixed length, so its window is left out.
 */
export function quotaHeaders(
  quota: Quota | "unlimited",
  { limit, remaining, resetsAt }: QuotaBalance,
  now: number,
): HeaderList {
  if (quota === "unlimited") return [];
  const window = quota.per === "day" ? `;w=${DAY_S}` : "";
  return [
    ["ratelimit-policy", `"quota";q=${limit}${window}`],
    ["ratelimit", `"quota";r=${remaining};t=${secondsUntil(resetsAt, now)}`],
  ];
}

/** Whole seconds to an instant, at least 1. */
export function secondsUntil(epochMs: number, now: number): number {
  return Math.max(1, Math.ceil((epochMs - now) / 1000));
}

/** Which addresses keys may be used from. */
export interface Whitelists {
  /** Whether the address is on the key's list; an empty list admits nobody. */
  holds(key: KeyRecord, address: string): boolean;
}

/** How many verdicts are kept of one key. */
const MAX_VERDICTS = 1000;

interface Known {
  readonly list: AddressList;
  readonly verdicts: Memo<string, boolean>;
}

/** Lists are made when a key is first asked about; what was found is remembered per address. */
export function createWhitelists(): Whitelists {
  const byKey = new WeakMap<KeyRecord, Known>();
  return {
    holds(key, address) {
      let known = byKey.get(key);
      if (known === undefined) {
        known = {
          list: createAddressList(key.ips),
          verdicts: createMemo({ maxEntries: MAX_VERDICTS }),
        };
        byKey.set(key, known);
      }
      return verdictOf(known, address);
    },
  };
}

function verdictOf({ list, verdicts }: Known, address: string): boolean {
  const known = verdicts.get(address);
  if (known !== undefined) return known;
  const verdict = list.has(parseAddress(address));
  verdicts.set(address, verdict);
  return verdict;
}
