import { HttpError, tooMany, tryAgain } from "../../http/http_error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RateLimiter } from "./rate_limiter.ts";
import type { CredentialTable } from "../records/credential_table.ts";
import {
  type FeedTokenRecord,
  type FeedTokenStore,
  MAX_FEED_TOKENS,
} from "../records/feed_token_store.ts";
import type { Issued, KeyRecord } from "../records/key_store.ts";

/**
 * What a key may do with its own feed tokens. All of it throws `RATE_LIMITED` where the key is too fast,
 * and `TRY_AGAIN` where the store is out of reach.
 */
export interface OwnFeedTokens {
  /** @throws {HttpError} `LIMIT_REACHED`, or `INVALID_CREDENTIALS` where the key has ended meanwhile */
  issue(key: KeyRecord): Promise<Issued<FeedTokenRecord>>;
  /** Oldest first. */
  list(key: KeyRecord): Promise<readonly FeedTokenRecord[]>;
  /** @throws {HttpError} `NOT_FOUND` where the key has none of this id */
  revoke(key: KeyRecord, id: string): Promise<void>;
}

export interface OwnFeedTokensDeps {
  readonly feeds: FeedTokenStore;
  /** A change is known here before it is answered. */
  readonly credentials: Pick<CredentialTable, "refresh">;
  readonly rates: RateLimiter;
  readonly clock: Clock;
}

/** How fast a key may look at its feed tokens and change them, since each costs the store something. */
const RATE = { per_second: 1, burst: 20 };

export function createOwnFeedTokens(
  { feeds, credentials, rates, clock }: OwnFeedTokensDeps,
): OwnFeedTokens {
  async function limited<T>(key: KeyRecord, work: () => Promise<T>): Promise<T> {
    const waitMs = rates.take(key.id, RATE);
    if (waitMs > 0) throw tooMany(waitMs);
    try {
      return await work();
    } catch {
      throw tryAgain();
    }
  }

  return {
    async issue(key) {
      const issued = await limited(key, () => feeds.issue(key, clock.now()));
      if (issued === "ended") throw new HttpError("INVALID_CREDENTIALS");
      if (issued === "full") throw limitReached();
      await credentials.refresh();
      return issued;
    },
    list: (key) => limited(key, () => feeds.ofKey(key)),
    async revoke(key, id) {
      const isRevoked = await limited(key, async () => {
        const isOwn = (await feeds.ofKey(key)).some((token) => token.id === id);
        return isOwn && await feeds.revoke(id) !== undefined;
      });
      if (!isRevoked) throw new HttpError("NOT_FOUND");
      await credentials.refresh();
    },
  };
}

function limitReached(): HttpError {
  const hint =
    `A key has at most ${MAX_FEED_TOKENS} feed tokens; DELETE /v1/key/feeds/{id} ends one`;
  return new HttpError("LIMIT_REACHED", { after: { hint } });
}
