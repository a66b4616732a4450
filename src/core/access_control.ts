import { type Admins, createAdmins } from "../access/gate/admins.ts";
import { ClearText } from "../access/gate/clear_text.ts";
import { createDataGate, type RecordTokenUse } from "../access/gate/data_gate.ts";
import type { Gate } from "../access/gate/gate.ts";
import { KeyGate } from "../access/gate/key_gate.ts";
import { createMeter, type Meter } from "../access/limits/meter.ts";
import { createNetworkThrottle } from "../access/limits/network_throttle.ts";
import { createCredentials, type Credentials } from "../access/records/credential_table.ts";
import { accountNameOf, isLive } from "../access/records/key_store.ts";
import { processName } from "../platform/random.ts";
import { revisionKey } from "../platform/credential_keys.ts";
import { createLedger } from "../quota/ledger.ts";
import { watchStoreFile } from "../store/store_disk.ts";
import type { Base } from "./base.ts";
import { type Counting, withCallsCounted } from "./counting.ts";

/** How often a network may give a wrong password in a minute. */
const PASSWORD_FAILURES = 30;

/** The access control of the program: gates, credentials, quotas. */
export interface AccessControl {
  readonly gate: Gate;
  readonly credentials: Credentials;
  readonly meter: Meter;
  readonly admins: Admins;
  readonly clearText: ClearText;
  readonly wrongPasswords: Admins["wrongPasswords"];
  /** Warns about live keys whose plan the content does not have: they are refused everywhere. */
  warnOfLostPlans(): Promise<void>;
  /** What this process is called, in the ledger and in the ids of requests. */
  readonly processName: string;
  /** Whether the store did what was last asked of it: gave credentials, leased units. */
  storeState(): "ok" | "down";
  /** Gives back what is leased and not spent. */
  close(): Promise<void>;
}

/** Puts together what decides who comes in. */
export function createAccessControl(
  { platform: { clock, log, random }, settings, store, index, services, pollMs }: Pick<
    Base,
    "platform" | "settings" | "store" | "index" | "services" | "pollMs"
  >,
  { counting, record }: { readonly counting: Counting; readonly record: RecordTokenUse },
): AccessControl {
  const { kv, secretHash, path } = store;
  const holder = processName(random);
  const quotaKv = withCallsCounted(kv, counting.reporter("quotaStoreCall"));
  const ledger = createLedger({ clock, random, holder, log, kv: quotaKv });
  const credentials = createCredentials({
    kv,
    clock,
    log,
    secretHash,
    pollMs,
    keysChanged: (keys) => keys.forEach((key) => ledger.recheck(accountNameOf(key))),
  });
  const unwatch = kv.watch([revisionKey("key")], (isOther) => isOther && ledger.drop());
  const file = path === undefined ? undefined : watchStoreFile(path, clock, log);
  const throttle = createNetworkThrottle(clock, PASSWORD_FAILURES);
  const admins = createAdmins({ credentials, secretHash, throttle, log });
  const clearText = new ClearText({ requireHttps: settings.REQUIRE_HTTPS, clock, log });
  const contact = () => index().site.contact;
  const gate = createDataGate({
    credentials,
    admins,
    clearText,
    record,
    clock,
    service: services.get,
    keys: new KeyGate({ clearText, ledger, contact, clock }),
  });
  return {
    gate,
    credentials,
    meter: createMeter(ledger, () => index().plans),
    admins,
    clearText,
    wrongPasswords: admins.wrongPasswords,
    async warnOfLostPlans(): Promise<void> {
      await credentials.loaded;
      const { plans } = index();
      const lost = [...credentials.keys.all()].filter((key) =>
        isLive(key, clock.now()) && !Object.hasOwn(plans, key.plan)
      );
      for (const [plan, { length }] of Map.groupBy(lost, (key) => key.plan)) {
        log.warn(
          `${length === 1 ? "1 key has" : `${length} keys have`} the plan "${plan}", which ` +
            "plans.yaml does not have: their requests are refused (PLAN_UNKNOWN); put the plan " +
            "back, or give them another with `deno task admin key set-plan`",
        );
      }
    },
    processName: holder,
    storeState: (): "ok" | "down" =>
      // A disk that is full is still read.
      ledger.reachable && file?.isThere() !== false ? credentials.state() : "down",
    close(): Promise<void> {
      file?.close();
      unwatch();
      credentials.close();
      return ledger.close();
    },
  };
}
