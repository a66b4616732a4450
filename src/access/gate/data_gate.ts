import { HttpError } from "../../http/http_error.ts";
import { andThen, type MaybeAsync, orElse } from "../../http/maybe_async.ts";
import type { ParsedRequest } from "../../http/request.ts";
import type { AccessRequest, Gate } from "./gate.ts";
import { identifyPair, type PairDeps } from "./admin_gate.ts";
import { ANYONE, type Caller } from "./caller.ts";
import {
  type AdminPair,
  findCarriedToken,
  type FindSecret,
  PRIORITY_TOKEN,
  readAdminPair,
  readCredential,
  readKey,
} from "./credentials.ts";
import type { FeedGate } from "./feed_gate.ts";
import type { KeyGate } from "./key_gate.ts";
import { missingCredential, noCredential } from "./refusals.ts";
import type { TokenGate } from "./token_gate.ts";

interface GateDeps extends PairDeps {
  readonly credentials: Pick<FindSecret, "findKey" | "findToken">;
  readonly tokens: TokenGate;
  readonly feeds: FeedGate;
  readonly keys: KeyGate;
}

/**
 * Creates the gate of data endpoints. A valid priority token counts first, then a feed token, else a key,
 * else admin credentials. A credential that is invalid is as if absent: a wrong token beside a good key
 * does no harm.
 */
export function createDataGate(deps: GateDeps): Gate {
  const { credentials, tokens, feeds, keys } = deps;
  return {
    identify: (request, access, isEarly = false) =>
      andThen(
        findCarriedToken(credentials, request),
        (token) => token ?? identifyFeed(deps, request, access, isEarly),
      ),
    charge(caller, request, access) {
      switch (caller.kind) {
        case "token":
          return tokens.charge(caller, request, access);
        case "feed":
          return feeds.charge(caller, request);
        case "key":
          return andThen(keys.charge(caller, request, access), (outcome) => {
            if (!(outcome instanceof HttpError)) return outcome;
            const pair = pairFor(request, access);
            return pair === undefined
              ? outcome
              : identifyPair(deps, pair, request, access.family, outcome);
          });
        case "admin":
          return caller;
        case "anyone":
          if (access.feed === "public") return caller;
          return access.isOpen ? feeds.chargeNetwork(request) : missingCredential(access.family);
      }
    },
    settle(caller, request, access, status) {
      if (caller.kind === "token") return tokens.settle(caller, request, access, status);
      if (request.charge !== undefined) keys.settle(request.charge, request.method, status);
    },
    noteRefused: (request, access, status) =>
      andThen(carriedToken(credentials, request), (token) => {
        if (token !== undefined) return tokens.noteRefused(token, request, access, status);
      }),
  };
}

type Identified = MaybeAsync<Caller | HttpError>;

/** Feed tokens are read for feeds, and for nothing else. */
function identifyFeed(
  deps: GateDeps,
  request: ParsedRequest,
  access: AccessRequest,
  isEarly: boolean,
): Identified {
  if (access.feed === undefined) return identifyKey(deps, request, access, isEarly);
  return andThen(
    deps.feeds.identify(request, access),
    (caller) => caller ?? identifyKey(deps, request, access, isEarly),
  );
}

/** A key, else an admin pair: the refusal of the key is the answer if the pair opens nothing. */
function identifyKey(
  deps: GateDeps,
  request: ParsedRequest,
  access: AccessRequest,
  isEarly: boolean,
): Identified {
  const { credentials, keys } = deps;
  const pair = pairFor(request, access);
  const secret = readKey(request);
  if (secret === undefined) {
    return pair === undefined
      ? withoutKey(deps, request, access)
      : identifyPair(deps, pair, request, access.family, noCredential(access.family), isEarly);
  }
  return andThen(credentials.findKey(secret), (key) => {
    const outcome = key === undefined
      ? noCredential(access.family)
      : keys.identify(key, request, access, isEarly);
    return outcome instanceof HttpError && pair !== undefined
      ? identifyPair(deps, pair, request, access.family, outcome, isEarly)
      : outcome;
  });
}

/** Bare groups and assistants take no admin credentials. */
function pairFor(request: ParsedRequest, { family }: AccessRequest): AdminPair | undefined {
  return family === "bare" || family === "mcp" ? undefined : readAdminPair(request);
}

/** `anyone`, if no other credential came either: a token that is unknown is refused. */
function withoutKey(
  { feeds }: GateDeps,
  request: ParsedRequest,
  access: AccessRequest,
): Caller | HttpError {
  if (readCredential(request, PRIORITY_TOKEN) !== undefined) return noCredential(access.family);
  return feeds.carriesToken(request, access) ? missingCredential(access.family) : ANYONE;
}

/** The token in a request that may be malformed in other ways. */
function carriedToken(credentials: GateDeps["credentials"], request: ParsedRequest) {
  return orElse(() => findCarriedToken(credentials, request), (error) => {
    if (error instanceof HttpError && error.code === "MALFORMED_REQUEST") return undefined;
    throw error;
  });
}
