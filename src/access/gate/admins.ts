import { networkOf } from "../../http/client_address.ts";
import { type Address, parseAddress } from "../../http/ip_address.ts";
import { tooMany } from "../../http/http_error.ts";
import type { ParsedRequest } from "../../http/request.ts";
import { isWorthALine, type Log } from "../../platform/log.ts";
import { createMemo } from "../../toolbox/memo.ts";
import type { NetworkThrottle } from "../limits/network_throttle.ts";
import type { Credentials } from "../records/credential_table.ts";
import type { SecretHash } from "../records/secret.ts";
import { passwordDigest } from "../records/user_store.ts";
import type { AdminPair } from "./credentials.ts";

/** No username or password is longer. */
const MAX_LENGTH = 1024;

/** Checks admin credentials. */
export type Admins = ReturnType<typeof createAdmins>;

export function createAdmins({ credentials, secretHash, throttle, log }: {
  readonly credentials: Pick<Credentials, "users" | "ready">;
  readonly secretHash: SecretHash;
  readonly throttle: NetworkThrottle;
  readonly log: Log;
}) {
  const wrong = new WrongPairs("A wrong name or password of an administrator came", log);
  const refused = new WrongPairs("Guesses at an administrator's password were refused", log);

  function isRight(username: string, password: string): boolean {
    if (username.length > MAX_LENGTH || password.length > MAX_LENGTH) return false;
    const digest = passwordDigest(secretHash, username, password);
    return credentials.users.byDigest(digest) !== undefined;
  }

  return {
    /** The pairs that opened nothing since the start of this process, and those that came too fast. */
    wrongPasswords: {
      get total() {
        return wrong.total;
      },
      get refused() {
        return refused.total;
      },
    },
    /**
     * Whether a pair is right, by one HMAC. A right one passes whatever its network did.
     *
     * @throws {HttpError} `RATE_LIMITED` after too many wrong ones
     */
    async verify(
      { username, password }: AdminPair,
      request: Pick<ParsedRequest, "address">,
    ): Promise<boolean> {
      await credentials.ready();
      if (isRight(username, password)) return true;
      const address = parseAddress(request.address);
      const { retryAfterMs } = throttle.attempt(address);
      (retryAfterMs > 0 ? refused : wrong).note(address);
      if (retryAfterMs > 0) throw tooMany(retryAfterMs);
      return false;
    },
  };
}

const MAX_COUNTED_NETWORKS = 10_000;

/** Counts pairs. The log has a network's first, second, fourth, eighth …, and no name: it may be a password. */
class WrongPairs {
  total = 0;
  readonly #times = createMemo<string, number>({ maxEntries: MAX_COUNTED_NETWORKS });

  constructor(readonly message: string, readonly log: Log) {}

  note(address: Address | undefined): void {
    this.total++;
    const network = networkOf(address);
    const times = (this.#times.get(network) ?? 0) + 1;
    this.#times.set(network, times);
    if (isWorthALine(times)) this.log.warn(this.message, { network, times });
  }
}
