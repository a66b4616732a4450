import { sourceOf } from "../../http/client_address.ts";
import { parseAddress } from "../../http/ip_address.ts";
import type { GetService } from "../../core/service_key.ts";
import type { MaybeAsync } from "../../http/maybe_async.ts";
import { HttpError, tooMany, unlessRefused } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { Plans } from "../../model/plans.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Charge } from "../../quota/account.ts";
import { createNetworkThrottle } from "../limits/network_throttle.ts";
import type { Credentials } from "../records/credential_table.ts";
import type { TokenRecord } from "../records/token_store.ts";
import { admitPair, type PairDeps } from "./admin_gate.ts";
import { ANYONE, type CarriedToken } from "./caller.ts";
import {
  carriesCredential,
  findCarriedToken,
  PRIORITY_TOKEN,
  readAdminPair,
  readBearer,
  readCredential,
  readKey,
  readOwnSecret,
} from "./credentials.ts";
import { type AccessRequest, admitFree, type Admitted, type Entrance, type Gate } from "./gate.ts";
import type { KeyGate } from "./key_gate.ts";
import { missingCredential, noCredential } from "./refusals.ts";

/** Called with each use of a priority token; the answer waits for the promise, if there is one. */
export type RecordTokenUse = (use: {
  readonly token: TokenRecord;
  readonly secret: string;
  /** When the request came in, epoch ms. */
  readonly at: number;
  readonly request: ParsedRequest;
  /** The endpoint's template, as `/api/groupa/theater/{id}`; "" if there is none. */
  readonly route: string;
  readonly status: number;
}) => void | Promise<void>;

interface DataGateDeps extends PairDeps {
  readonly credentials: Credentials;
  readonly keys: KeyGate;
  /** Gives what entrances of endpoints need. */
  readonly service: GetService;
  readonly record: RecordTokenUse;
  readonly clock: Clock;
}

/** How often a network may ask in a minute for what is open without a credential. */
const OPEN_REQUESTS = 300;

/**
 * Creates the gate of data endpoints. A valid priority token counts first (no whitelist, no rate, no
 * quota), then what the endpoint itself lets in, then a key, then an admin pair. A credential that is
 * invalid is as if absent: a wrong token beside a good key does no harm.
 */
export function createDataGate(deps: DataGateDeps): Gate {
  const { credentials, keys, service, clearText, clock } = deps;
  const openRequests = createNetworkThrottle(clock, OPEN_REQUESTS, sourceOf);

  function admit(
    request: ParsedRequest,
    access: AccessRequest,
    plans: Plans,
  ): MaybeAsync<Admitted | HttpError> {
    const own = secretFor(access.entrance, request);
    const loading = credentials.ready();
    return loading !== undefined && (own !== undefined || carriesCredential(request))
      ? loading.then(() => admitBy(own, request, access, plans))
      : admitBy(own, request, access, plans);
  }

  function admitBy(
    own: string | undefined,
    request: ParsedRequest,
    access: AccessRequest,
    plans: Plans,
  ): MaybeAsync<Admitted | HttpError> {
    const { rules, entrance } = access;
    const token = findCarriedToken(credentials.tokens, request);
    if (token !== undefined) {
      const refusal = clearText.refusal("tokens", request, { refusal: "INVALID_CREDENTIALS" });
      if (refusal !== undefined) throw refusal;
      return admitFree(token);
    }
    if (entrance !== undefined && own !== undefined) {
      const admitted = service(entrance.admit)(own, request, access, plans);
      if (admitted !== undefined) return admitted;
    }
    const pair = rules.admins ? readAdminPair(request) : undefined;
    const secret = readKey(credentials.tokens, request);
    if (secret === undefined && pair === undefined) return admitAnyone(request, access);
    const key = secret === undefined ? undefined : credentials.keys.bySecret(secret);
    if (pair === undefined) {
      if (key === undefined) return noCredential(rules);
      return keys.admit(key, request, access, plans);
    }
    if (key === undefined) return admitPair(deps, pair, request, noCredential(rules));
    return keys.admit(key, request, access, plans).catch((refusal) => {
      if (!(refusal instanceof HttpError)) throw refusal;
      return admitPair(deps, pair, request, refusal);
    });
  }

  /** Lets a caller in who brought no credential, where that is allowed. */
  function admitAnyone(request: ParsedRequest, access: AccessRequest): Admitted {
    // A bearer that is no key is a token that has ended.
    const hasUnknown = readBearer(request.headers) !== undefined ||
      readCredential(request, PRIORITY_TOKEN) !== undefined;
    if (hasUnknown) throw noCredential(access.rules);
    if (access.isPublic && secretFor(access.entrance, request) === undefined) {
      return admitFree(ANYONE);
    }
    if (!access.isOpen) throw missingCredential(access.rules);
    const { retryAfterMs } = openRequests.attempt(parseAddress(request.address));
    if (retryAfterMs > 0) throw tooMany(retryAfterMs);
    return admitFree(ANYONE);
  }

  function mayRead(request: ParsedRequest, access: AccessRequest): MaybeAsync<boolean> {
    try {
      if (findCarriedToken(credentials.tokens, request) !== undefined) return true;
      const secret = readKey(credentials.tokens, request);
      const key = secret === undefined ? undefined : credentials.keys.bySecret(secret);
      if (key !== undefined && keys.refusal(key, request, access) === undefined) return true;
      const pair = access.rules.admins ? readAdminPair(request) : undefined;
      return pair !== undefined && deps.admins.verify(pair, request).catch(falseIfRefused);
    } catch (error) {
      // Credentials that contradict each other: while a token held, they were not looked at.
      return falseIfRefused(error);
    }
  }

  /** Finds the token of a refused request; of several in its query each counts. */
  function findRefusedToken(request: ParsedRequest): CarriedToken | undefined {
    const { field } = PRIORITY_TOKEN;
    for (const value of request.query.get(field) ?? [""]) {
      const alone = { ...request, query: new Map([[field, [value]]]) };
      const token = unlessRefused(() => findCarriedToken(credentials.tokens, alone));
      if (token !== undefined) return token;
    }
    return undefined;
  }

  async function recordToken(
    admitted: CarriedToken | undefined,
    request: ParsedRequest,
    access: AccessRequest,
    status: number,
  ): Promise<void> {
    const loading = admitted === undefined ? credentials.ready() : undefined;
    // A refusal stands, also if it cannot be known whether the token holds.
    if (loading !== undefined && carriesCredential(request)) await loading.catch(() => {});
    const token = admitted ?? findRefusedToken(request);
    if (token === undefined) return;
    clearText.note("tokens", request, token.token.id);
    const { token: record, secret } = token;
    const route = access.route();
    await deps.record({ token: record, secret, at: request.receivedAt, request, route, status });
  }

  return {
    admit,
    mayRead,
    settle(request, access, admitted, status) {
      for (const charge of admitted?.charges ?? []) giveBackUnowed(charge, request.method, status);
      const caller = admitted?.caller;
      if (caller !== undefined && caller.kind !== "token") return;
      return recordToken(caller, request, access, status);
    },
    async chargeMore(admitted, units, access, plans) {
      const { caller } = admitted;
      if (caller.kind === "key") {
        await keys.chargeMore(admitted, caller.key, units, access, plans);
      }
    },
  };
}

/**
 * The secret that a request brings to an entrance, be it unknown.
 *
 * @throws {HttpError} `MALFORMED_REQUEST` if it is there twice with different values
 */
function secretFor(entrance: Entrance | undefined, request: ParsedRequest): string | undefined {
  if (entrance === undefined) return undefined;
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead ? readOwnSecret(request, entrance.parameter) : undefined;
}

/** 2xx and 4xx are owed; HEAD, what the caller has already, a rate that is used up and a failure here are not. */
function giveBackUnowed(charge: Charge, method: string, status: number): void {
  const isOwed = method !== "HEAD" && status !== 304 && status !== 429 && status < 500;
  if (!isOwed) charge.refund();
}

function falseIfRefused(error: unknown): false {
  if (error instanceof HttpError) return false;
  throw error;
}
