import { type AddressList, createAddressList, parseAddress } from "../../http/ip_address.ts";
import type { HeaderList } from "../../http/fixed_headers.ts";
import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import { isForwarded, isLoopback, type ParsedRequest } from "../../http/request.ts";
import type { Plans, Quota } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Account, Charge } from "../../quota/account.ts";
import type { Ledger } from "../../quota/ledger.ts";
import { periodAt } from "../../quota/period.ts";
import { createMemo, type Memo } from "../../toolbox/memo.ts";
import { createRateLimiter } from "../limits/rate_limiter.ts";
import { accountOf, isLive, type KeyRecord, mayRead } from "../records/key_store.ts";
import type { ClearText } from "./clear_text.ts";
import type { AccessRequest, AccessRules, Admitted } from "./gate.ts";
import { noCredential, notWhitelisted, planUnknown } from "./refusals.ts";

interface KeyGateDeps {
  readonly clearText: ClearText;
  readonly ledger: Pick<Ledger, "take">;
  /** Whom callers ask for help. */
  readonly contact: () => string;
  readonly clock: Clock;
}

/** Lets callers with an API key in, as its record and its plan allow. */
export class KeyGate {
  readonly #deps: KeyGateDeps;
  readonly #rates;
  readonly #isWhitelisted = createWhitelists();
  /** The last charge of each key, by id, and its plan's quota then: one that is too fast is shown it again. */
  readonly #lastCharges = new Map<string, Pick<Account, "quota"> & { readonly charge: Charge }>();

  constructor(deps: KeyGateDeps) {
    this.#deps = deps;
    this.#rates = createRateLimiter(deps.clock);
  }

  /** Why a key opens nothing here; undefined: it does. */
  refusal(key: KeyRecord, request: ParsedRequest, access: AccessRequest): HttpError | undefined {
    const { clearText, contact, clock } = this.#deps;
    const { rules, group } = access;
    const opens = isLive(key, clock.now()) && isDemoAtHome(key, request) &&
      (group === undefined || mayRead(key, group));
    if (!opens) return noCredential(rules);
    const isAsked = rules.whitelist === "always" ||
      (rules.whitelist === "if-any" && key.ips.length > 0);
    return clearText.refusal("keys", request, rules, key.id) ??
      (isAsked && !this.#isWhitelisted(key, request.address)
        ? notWhitelisted(request, contact(), key.id)
        : undefined);
  }

  /**
   * Lets a key in and charges it. The checks, in this order; the first that fails refuses:
   *
   * 1. The key is live, if it is the demo key at home, and may read the group: one and the same 403,
   *    which does not say what is missing.
   * 2. It came over https, if that is required: 403.
   * 3. The caller's address is on its whitelist, if the family asks for that: 403.
   * 4. Content still has its plan: 403.
   * 5. Its rate: 429.
   * 6. An unmetered endpoint stops here; it charges nothing.
   * 7. Its quota: 429, or 403 in wrapped families; 503 if the store cannot say what is left.
   *
   * @throws {HttpError}
   */
  async admit(
    key: KeyRecord,
    request: ParsedRequest,
    access: AccessRequest,
    plans: Plans,
  ): Promise<Admitted> {
    this.#deps.clearText.note("keys", request, key.id);
    const refusal = this.refusal(key, request, access);
    if (refusal !== undefined) throw refusal;
    const account = this.#accountOf(key, plans);
    const waitMs = this.#rates.take(key.id, plans[key.plan]!.rate);
    if (waitMs > 0) throw tooMany(waitMs, this.#headersOfLast(key, account), key.id);
    const admitted: Admitted = { caller: { kind: "key", key }, headers: [], charges: [] };
    // An unmetered endpoint shows the limits itself: it has to ask for them anyway.
    if (!access.isUnmetered) {
      const charge = await this.#deps.ledger.take(account);
      this.#noteCharge(admitted, charge, key, account, access.rules);
    }
    return admitted;
  }

  /** Charges an admitted key so many units more, all or none. @throws {HttpError} */
  async chargeMore(
    admitted: Admitted,
    key: KeyRecord,
    units: number,
    access: AccessRequest,
    plans: Plans,
  ): Promise<void> {
    const account = this.#accountOf(key, plans);
    admitted.headers = [];
    const charge = await this.#deps.ledger.take(account, units);
    this.#noteCharge(admitted, charge, key, account, access.rules);
  }

  /** Without its plan the key cannot be metered, and none goes unmetered. */
  #accountOf(key: KeyRecord, plans: Plans): Account {
    const account = accountOf(key, plans);
    if (account === undefined) throw planUnknown(key.id, this.#deps.contact());
    return account;
  }

  /** @throws {HttpError} if nothing was charged */
  #noteCharge(
    admitted: Admitted,
    charge: Charge,
    { id }: KeyRecord,
    { quota }: Account,
    rules: AccessRules,
  ): void {
    if (charge.outcome === "unavailable") throw tryAgain(undefined, id);
    this.#lastCharges.set(id, { charge, quota });
    const now = this.#deps.clock.now();
    const headers = quotaHeaders(quota, charge, now);
    if (charge.outcome === "exhausted") throw usedUp(rules, headers, charge.resetsAt, now, id);
    admitted.headers = headers;
    admitted.charges.push(charge);
  }

  /** Of a key that was not charged here under its plan as it is now, nobody here knows what is left. */
  #headersOfLast({ id }: KeyRecord, { quota }: Account): HeaderList {
    const last = this.#lastCharges.get(id);
    if (quota === "unlimited" || last === undefined) return [];
    if (JSON.stringify(last.quota) !== JSON.stringify(quota)) return [];
    const now = this.#deps.clock.now();
    const { charge } = last;
    return quotaHeaders(quota, now < charge.resetsAt ? charge : untouched(quota, now), now);
  }
}

function untouched(quota: Quota, now: number): QuotaBalance {
  const { requests } = quota;
  return { limit: requests, remaining: requests, resetsAt: periodAt(quota, now).endsAt };
}

/** The key has nothing left until `resetsAt`, epoch ms. */
function usedUp(
  { usedUp }: AccessRules,
  headers: HeaderList,
  resetsAt: number,
  now: number,
  keyId: string,
): HttpError {
  if (usedUp === "USED_UP_WRAPPED") return new HttpError(usedUp, { keyId, headers });
  const retryAfter: HeaderList = [["retry-after", String(secondsUntil(resetsAt, now))]];
  return new HttpError(usedUp, { keyId, headers: [...headers, ...retryAfter] });
}

const MAX_VERDICTS = 1000;

/** A key's list and what was found in it. */
interface Whitelist {
  readonly ips: readonly string[];
  readonly list: AddressList;
  readonly verdicts: Memo<string, boolean>;
}

/**
 * Creates each key's list when the key is first asked about, and remembers what each address found. The
 * function says whether an address is on the key's list; an empty list admits no address.
 */
function createWhitelists(): (key: KeyRecord, address: string) => boolean {
  const byId = new Map<string, Whitelist>();
  return ({ id, ips }, address) => {
    let known = byId.get(id);
    if (known?.ips !== ips) {
      known = {
        ips,
        list: createAddressList(ips),
        verdicts: createMemo({ maxEntries: MAX_VERDICTS }),
      };
      byId.set(id, known);
    }
    let verdict = known.verdicts.get(address);
    if (verdict === undefined) {
      known.verdicts.set(address, verdict = known.list.has(parseAddress(address)));
    }
    return verdict;
  };
}

/** The demo key is for the person at the machine: it opens nothing through a proxy. Other keys pass. */
export function isDemoAtHome(key: KeyRecord, request: ParsedRequest): boolean {
  return key.demo === undefined || (isLoopback(request.address) && !isForwarded(request.headers));
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
  const window = quota.per === "day" ? `;w=${DAY_S}` : "";
  return [
    ["ratelimit-policy", `"quota";q=${limit}${window}`],
    ["ratelimit", `"quota";r=${remaining};t=${secondsUntil(resetsAt, now)}`],
  ];
}

/** Whole seconds to an instant, at least 1. */
function secondsUntil(epochMs: number, now: number): number {
  return Math.max(1, Math.ceil((epochMs - now) / 1000));
}
