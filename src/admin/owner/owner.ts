import { notWhitelisted } from "../../access/gate/refusals.ts";
import { createRateLimiter } from "../../access/limits/rate_limiter.ts";
import type { Credentials } from "../../access/records/credential_table.ts";
import type { Issued, KeyRecord } from "../../access/records/key_store.ts";
import { OverlapError, type Rotated, rotateKey } from "../../access/records/rotation.ts";
import { createAddressList, parseAddress } from "../../http/ip_address.ts";
import { OWNER, ROTATION } from "../../audit/entries.ts";
import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import { isLoopback, type ParsedRequest } from "../../http/request.ts";
import type { PackIndex } from "../../model/pack_index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Store } from "../../store/store.ts";
import type { CommandEnv } from "../command/command.ts";
import { createTrail } from "../trail/trail.ts";

/** What acts of owners work with. */
export interface OwnerDeps {
  readonly store: Store;
  /** By which commands run on behalf of owners. */
  readonly commandDeps: CommandEnv;
  readonly credentials: Pick<Credentials, "refresh">;
  /** Whether there is a mail server. */
  readonly hasMail: boolean;
  index(): PackIndex;
  /** Where callers find the service, without a slash at its end. */
  baseUrl(): string;
  /**
   * Lets a key be changed six times a minute by its secret, and as often by letters: whoever has the secret of
   * a leaked key keeps nobody from replacing it.
   *
   * @throws {HttpError} `RATE_LIMITED`
   */
  readonly limit: (keyId: string, by: "secret" | "letter") => void;
  /** Notes that a key was rotated, for metrics. */
  readonly rotated: () => void;
}

const CHANGES = { per_second: 0.1, burst: 6 };

/** Makes what limits how fast keys are changed. */
export function createOwnerLimit(clock: Clock): OwnerDeps["limit"] {
  const changes = createRateLimiter(clock);
  return (keyId, by) => {
    const waitMs = changes.take(`${by} ${keyId}`, CHANGES);
    if (waitMs > 0) throw tooMany(waitMs);
  };
}

/** Whether owners can act by letters: there is a mail server, and an address for links that nobody reads along. */
export function canWrite({ hasMail, baseUrl }: Pick<OwnerDeps, "hasMail" | "baseUrl">): boolean {
  const url = hasMail ? URL.parse(baseUrl()) : null;
  if (url === null) return false;
  return url.protocol === "https:" || isLoopback(url.hostname.replace(/^\[|\]$/g, ""));
}

/** The store as an owner changes it: each commit is on record, or is not made. */
export function storeOfOwner(
  { commandDeps }: Pick<OwnerDeps, "commandDeps">,
  address: string,
  command: string,
): Store {
  return createTrail(commandDeps, { by: OWNER, ip: address }, command).store;
}

/**
 * Gives a key another secret because its own caller asks for it; the former one goes on for a day, and the
 * owner gets a letter.
 *
 * @throws {HttpError} `NOT_FOUND` if the service has no letters, `KEY_REQUIRED` for keys without an e-mail,
 *   `IP_NOT_WHITELISTED`, `LIMIT_REACHED` while the former secret of an earlier rotation goes on
 */
export async function rotateByKey(
  deps: OwnerDeps,
  key: KeyRecord,
  request: Pick<ParsedRequest, "address">,
): Promise<Issued<KeyRecord>> {
  if (!canWrite(deps)) throw new HttpError("NOT_FOUND");
  if (key.email === "") {
    throw new HttpError("KEY_REQUIRED", {
      message: "Only a key with an e-mail address can do this",
    });
  }
  const { address } = request;
  // An empty list admits no address here: a key that leaked would change itself.
  if (!createAddressList(key.ips).has(parseAddress(address))) {
    throw notWhitelisted(request, deps.index().site.contact);
  }
  const rotated = await rotateOnRecord(deps, key.id, address).catch((error) => {
    if (!(error instanceof OverlapError)) throw tryAgain();
    throw new HttpError("LIMIT_REACHED", {
      message: "A rotation is still open",
      after: { hint: OVERLAP },
    });
  });
  if (rotated === undefined) throw new HttpError("INVALID_CREDENTIALS");
  await deps.credentials.refresh();
  deps.rotated();
  return rotated;
}

/**
 * Rotates, with an overlap unless it `isNow`; who writes to owners finds an overlap in the audit.
 * Undefined if the key has ended meanwhile.
 */
export async function rotateOnRecord(
  deps: OwnerDeps,
  id: string,
  address: string,
  isNow = false,
): Promise<Rotated | undefined> {
  const { clock, recorded } = deps.commandDeps;
  const store = storeOfOwner(deps, address, isNow ? `${ROTATION} --now` : ROTATION);
  const ended = new Error("The key has ended");
  const allow = ({ revokedAt }: KeyRecord) => {
    if (revokedAt !== undefined) throw ended;
  };
  try {
    return await rotateKey({ ...store, clock }, id, { isNow, allow });
  } catch (error) {
    if (error === ended) return undefined;
    throw error;
  } finally {
    recorded?.();
  }
}

const OVERLAP =
  "The former secret of the last rotation works for 24 hours; after that the key can be " +
  "rotated again";
