import {
  type Admins,
  createAdmins,
  createWrongPasswords,
  type WrongPasswords,
} from "../access/admins/admins.ts";
import { createCredentialTable, type CredentialTable } from "../access/records/credential_table.ts";
import { createFeedGate, PUBLIC_FEED_REQUESTS } from "../access/gate/feed_gate.ts";
import { createOwnFeedTokens, type OwnFeedTokens } from "../access/limits/own_feed_tokens.ts";
import type { Gate } from "../access/gate/access_request.ts";
import { createGate } from "../access/gate/gate.ts";
import { createKeyGate, createWhitelists } from "../access/gate/key_gate.ts";
import { processName } from "../platform/random.ts";
import { createLedger } from "../quota/ledger.ts";
import { createMeter, type Meter } from "../access/limits/meter.ts";
import { createPasswords, type Passwords } from "../access/records/password.ts";
import { type ClearTextCounts, createClearTextCounts } from "../access/gate/credentials.ts";
import { createNetworkThrottle } from "../access/limits/network_throttle.ts";
import { createRateLimiter } from "../access/limits/rate_limiter.ts";
import { createTokenGate, type RecordUse, type TokenGate } from "../access/gate/token_gate.ts";
import type { NoteLeased } from "../quota/tickets/account.ts";
import { watchStoreFile } from "../store/store_disk.ts";
import type { Base } from "./base.ts";
import { withCallsCounted } from "../telemetry/counts.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

const POLL_FILE_MS = 2000;
const POLL_MS = 30_000;
/** How often a network may give a wrong password in a minute. */
const PASSWORD_FAILURES = 30;

/** The access control of the program: gates, credentials, quotas. */
export interface AccessControl {
  readonly gate: Gate;
  readonly tokens: TokenGate;
  readonly credentials: CredentialTable;
  readonly feedTokens: OwnFeedTokens;
  readonly meter: Meter;
  readonly admins: Admins;
  readonly passwords: Passwords;
  readonly inTheClear: ClearTextCounts;
  readonly wrongPasswords: WrongPasswords;
  /** What this process is called, in the ledger and in the ids of requests. */
  readonly processName: string;
  /** Whether the store did what was last asked of it: gave credentials, leased units. */
  storeState(): "ok" | "down";
  /** Gives back what is leased and not spent. */
  close(): Promise<void>;
}

/** Puts together what decides who comes in. */
export function createAccessControl(
  { platform: { clock, log, random }, settings, store, index }: Pick<
    Base,
    "platform" | "settings" | "store" | "index"
  >,
  { telemetry, record, leased }: {
    readonly telemetry: Telemetry;
    readonly record: RecordUse;
    readonly leased?: NoteLeased;
  },
): AccessControl {
  const { kv, secretHash } = store;
  const plans = () => index().plans;
  const holder = processName(random);
  const ledger = createLedger({
    clock,
    random,
    holder,
    log,
    leased,
    kv: withCallsCounted(kv, telemetry.quotaStoreCalls.add),
  });
  const passwords = createPasswords({ secretHash, random });
  const credentials = createCredentialTable({
    ...store,
    clock,
    log,
    pollMs: store.isFile ? POLL_FILE_MS : POLL_MS,
    keysChanged: (keys) => keys.forEach(({ id }) => ledger.forgetExhaustion(id)),
  });
  const file = store.path === undefined ? undefined : watchStoreFile(store.path, clock, log);
  const throttle = createNetworkThrottle(clock, PASSWORD_FAILURES);
  const wrong = createWrongPasswords(log);
  const admins = createAdmins({ credentials, passwords, secretHash, clock, throttle, wrong });
  const tokens = createTokenGate({
    requireHttps: settings.REQUIRE_HTTPS,
    record,
    clock,
    log,
  });
  const inTheClear = createClearTextCounts({ requireHttps: settings.REQUIRE_HTTPS, clock, log });
  const keys = createKeyGate({
    inTheClear: inTheClear.keys,
    whitelists: createWhitelists(),
    rates: createRateLimiter(clock),
    ledger,
    contact: () => index().site.contact,
    clock,
  });
  const feeds = createFeedGate({
    credentials,
    rates: createRateLimiter(clock),
    requests: createNetworkThrottle(clock, PUBLIC_FEED_REQUESTS),
    clock,
  });
  return {
    gate: createGate({
      credentials,
      admins,
      tokens,
      keys,
      feeds,
      passwordsInTheClear: inTheClear.passwords,
    }),
    tokens,
    credentials,
    feedTokens: createOwnFeedTokens({
      feeds: store.feeds,
      credentials,
      rates: createRateLimiter(clock),
      clock,
    }),
    meter: createMeter(ledger, plans),
    admins,
    passwords,
    inTheClear,
    wrongPasswords: wrong,
    processName: holder,
    // A disk that is full is still read.
    storeState: () => ledger.reachable && file?.state() !== "down" ? credentials.state() : "down",
    close() {
      file?.close();
      credentials.close();
      return ledger.close();
    },
  };
}
