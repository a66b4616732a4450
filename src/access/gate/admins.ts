import { networkOf } from "../../address/client_address.ts";
import type { Address } from "../../address/ip_address.ts";
import { andThen, type MaybeAsync } from "../../http/maybe_async.ts";
import type { Clock } from "../../platform/clock.ts";
import { isWorthALine, type Log } from "../../platform/log.ts";
import { createMemo, type Memo } from "../../toolbox/memo.ts";
import type { NetworkThrottle } from "../limits/network_throttle.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import type { PasswordHash, Passwords } from "../records/password.ts";
import { isEqual, type SecretHash } from "../records/secret.ts";

/** A pair opens without a derivation this long after one, from the networks that it was right from. */
const REMEMBER_MS = 300_000;
/** There it is spared the failures, and the line, of its network this long after a derivation. */
const TRUST_MS = 3_600_000;
const MAX_NETWORKS = 64;
/** No username or password is longer. */
const MAX_LENGTH = 1024;
const BUSY_MS = 2000;

/** The outcome of an admin pair: whether it is right, or when to come back with it, in ms. */
type PairVerdict = boolean | { readonly retryAfterMs: number };

/** A pair as a request carries it, its HMAC, and the user's password as it is stored. */
interface CarriedPair {
  readonly username: string;
  readonly password: string;
  /** Where the request came from: an IPv4 address, an IPv6 /56. */
  readonly network: string;
  readonly mark: Uint8Array;
  /** Undefined if no user has that name. */
  readonly stored: PasswordHash | undefined;
}

/** Checks admin credentials. */
export type Admins = ReturnType<typeof createAdmins>;

/** An unknown user costs as much as a wrong password, so that names cannot be found out by time. */
export function createAdmins({ credentials, passwords, secretHash, clock, throttle, wrong }: {
  readonly credentials: Pick<CredentialTable, "findUser" | "refresh">;
  readonly passwords: Passwords;
  readonly secretHash: SecretHash;
  readonly clock: Clock;
  readonly throttle: NetworkThrottle;
  readonly wrong: Pick<WrongPasswords, "note" | "noteRefused">;
}) {
  const verified = createVerifiedPairs(clock);
  const pending = new Map<string, Promise<boolean>>();
  const encoder = new TextEncoder();

  /**
   * Starts the check of a pair; requests that come together from one network with one pair wait for one
   * derivation. From another network a pair passes the throttle first, whatever is known of it: else
   * right and wrong guesses could be distinguished there without a derivation.
   */
  function startCheck(
    name: string,
    pair: CarriedPair,
    isTrusted: boolean,
    address: Address | undefined,
  ): MaybeAsync<PairVerdict> {
    const same = pending.get(name);
    if (same !== undefined) return same;
    if (isTrusted) return start(name, pair, `user ${pair.username}`);
    const lane = pair.network;
    if (!passwords.hasRoom(lane)) return { retryAfterMs: BUSY_MS };
    const attempt = throttle.attempt(address);
    if (attempt.retryAfterMs > 0) return { retryAfterMs: attempt.retryAfterMs };
    return start(name, pair, lane).then((isRight) => (isRight && attempt.succeeded(), isRight));
  }

  function start(name: string, pair: CarriedPair, lane: string): Promise<boolean> {
    const verdict = check(pair, lane).finally(() => pending.delete(name));
    pending.set(name, verdict);
    return verdict;
  }

  /** Before a pair is wrong the store is asked whether it has just been made right. */
  async function check(pair: CarriedPair, lane: string): Promise<boolean> {
    const { stored, username } = pair;
    if (stored !== undefined && await isRight(pair, lane)) return true;
    await credentials.refresh();
    const now = (await credentials.findUser(username))?.password;
    if (stored !== undefined && (now === undefined || isEqual(now.hash, stored.hash))) return false;
    return await isRight({ ...pair, stored: now }, lane);
  }

  /** Checks a pair by derivation, in the queue of its lane. */
  async function isRight(pair: CarriedPair, lane: string): Promise<boolean> {
    const { stored, username, password } = pair;
    if (!await passwords.check(stored, username, password, lane)) return false;
    verified.add(pair);
    return true;
  }

  function decide(
    username: string,
    password: string,
    address: Address | undefined,
  ): MaybeAsync<PairVerdict> {
    if (username.length > MAX_LENGTH || password.length > MAX_LENGTH) return false;
    return andThen(credentials.findUser(username), (user): MaybeAsync<PairVerdict> => {
      const text = secretHash(`admin\n${username}\n${password}`);
      const network = networkOf(address);
      const mark = encoder.encode(text);
      const pair = { username, password, network, mark, stored: user?.password };
      const age = verified.ageOf(pair);
      if (age < REMEMBER_MS) return true;
      return startCheck(`${network} ${text}`, pair, age < TRUST_MS, address);
    });
  }

  return {
    /**
     * Verifies a pair at once if it was right within the last 5 minutes from the same network, else after
     * a derivation, which the network's wrong pairs may keep it from.
     */
    verify: (
      username: string,
      password: string,
      address: Address | undefined,
    ): MaybeAsync<PairVerdict> =>
      andThen(decide(username, password, address), (verdict) => {
        if (verdict === false) wrong.note(address);
        else if (verdict !== true) wrong.noteRefused(address);
        return verdict;
      }),
  };
}

/** A pair that was right: its HMAC, and the stored password that it matched. */
interface VerifiedPair {
  readonly mark: Uint8Array;
  readonly hash: Uint8Array;
  /** The instant at which it was last right from each network. */
  readonly rightAt: Memo<string, number>;
}

/** Remembers the latest right pair of each user, as an HMAC, and where it was right from. */
function createVerifiedPairs(clock: Clock) {
  const verified = new Map<string, VerifiedPair>();

  function find({ username, mark, stored }: CarriedPair): VerifiedPair | undefined {
    const known = verified.get(username);
    if (known === undefined || stored === undefined) return undefined;
    return isEqual(known.hash, stored.hash) && isEqual(known.mark, mark) ? known : undefined;
  }

  return {
    /** The time since this very pair was right from this network, in ms; Infinity if that is not known. */
    ageOf(pair: CarriedPair): number {
      const at = find(pair)?.rightAt.get(pair.network);
      const age = at === undefined ? Infinity : clock.now() - at;
      return age < 0 ? Infinity : age;
    },
    add(pair: CarriedPair): void {
      const { username, mark, stored, network } = pair;
      const rightAt = find(pair)?.rightAt ?? createMemo({ maxEntries: MAX_NETWORKS });
      rightAt.set(network, clock.now());
      verified.set(username, { mark, hash: stored!.hash, rightAt });
    },
  };
}

const MAX_COUNTED_NETWORKS = 10_000;

/** Counts the admin pairs that opened nothing, all since the start of this process. */
type WrongPasswords = ReturnType<typeof createWrongPasswords>;

/** Creates the counts. The log has a network's first pair of each kind, its second, fourth, eighth … */
export function createWrongPasswords(log: Log) {
  const wrong = createFoldedCount("A wrong name or password of an administrator came", log);
  const refused = createFoldedCount("Guesses at an administrator's password were refused", log);
  return {
    /** Notes a wrong pair. Its name is not logged: it may be a password in the wrong field. */
    note: wrong.note,
    /** Notes a pair that was refused unchecked: its network, or all together, gave too many. */
    noteRefused: refused.note,
    get total() {
      return wrong.total;
    },
    get refused() {
      return refused.total;
    },
  };
}

function createFoldedCount(message: string, log: Log) {
  const ofNetwork = createMemo<string, number>({ maxEntries: MAX_COUNTED_NETWORKS });
  const count = { total: 0, note };

  function note(address: Address | undefined): void {
    count.total++;
    const network = networkOf(address);
    const times = (ofNetwork.get(network) ?? 0) + 1;
    ofNetwork.set(network, times);
    if (isWorthALine(times)) log.warn(message, { network, times });
  }

  return count;
}
