import assert from "node:assert/strict";
import type { AccessRequest } from "../../src/access/gate/gate.ts";
import type { Content } from "../../src/catalog/catalog.ts";
import { HttpError } from "../../src/http/http_error.ts";
import type { PackIndex } from "../../src/model/pack_index.ts";
import { openStore } from "../../src/store/store.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemNet } from "../../src/platform/net.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { RequestContext } from "../../src/routes/request_context.ts";
import { createAccessControl } from "../../src/compose/access_control.ts";
import { issueKey } from "../support/issue.ts";
import { createManualClock } from "../support/manual_clock.ts";
import { createTelemetry } from "../../src/telemetry/telemetry.ts";
import { createQuietLog } from "../support/quiet_log.ts";

const quota = { requests: 1000, per: "day", timezone: "Asia/Jakarta" } as const;
const INDEX = { plans: { standard: { rate: "unlimited", quota } } } as unknown as PackIndex;
const DOOR: AccessRequest = { family: "bare", group: "groupa", route: "", isUnmetered: false };

/** A request with a key, as the gate sees it when its content is known. */
function callWith(secret: string): RequestContext {
  const headers = { "x-api-key": secret };
  const rawRequest = new Request("http://localhost/api/groupa/members", { headers });
  const context = new RequestContext(rawRequest, 0);
  context.setClient("127.0.0.1", false, "p-1");
  context.content = { catalog: { index: INDEX } } as unknown as Content;
  return context;
}

Deno.test("a store that is read but takes no writes is down, until it takes them again", async () => {
  const env: Record<string, string> = {
    KV_PATH: ":memory:",
    KEY_PEPPER: "a pepper for tests only",
  };
  const settings = readSettings((name) => env[name]);
  const outside = { random: systemRandom, isPublic: false, onDeploy: false };
  const store = await openStore(settings, outside);
  const { secret } = await issueKey(store);
  let isFull = true;
  const kv: Kv = {
    ...store.kv,
    commit: (checks, writes) =>
      isFull
        ? Promise.reject(new Error("database or disk is full"))
        : store.kv.commit(checks, writes),
  };
  const clock = createManualClock(Date.parse("2026-07-04T05:00:00Z"));
  const world = {
    clock,
    log: createQuietLog(),
    net: systemNet,
    direct: systemNet,
    random: systemRandom,
  };
  const doors = createAccessControl(
    { platform: world, settings, store: { ...store, kv }, index: () => INDEX, pollMs: 2_000 },
    { telemetry: createTelemetry({ elapsed: clock.now }), record: () => {} },
  );
  await doors.credentials.loaded;
  assert.equal(doors.storeState(), "ok");

  /** Asks once, and lets time pass until there is an answer. */
  async function ask(): Promise<string> {
    let came: string | undefined;
    const entry = (async () => {
      const request = callWith(secret);
      const caller = await doors.gate.identify(request, DOOR);
      return caller instanceof HttpError ? caller : await doors.gate.charge(caller, request, DOOR);
    })();
    entry.then(
      (outcome) => came = outcome instanceof HttpError ? outcome.code : "in",
      (error) => came = error instanceof HttpError ? error.code : "fault",
    );
    while (came === undefined) {
      // The store is a real one: it gets time of the machine's own between two steps of the clock.
      await new Promise((resolve) => setTimeout(resolve, 50));
      await clock.advance(100);
    }
    return came;
  }
  assert.equal(await ask(), "TRY_AGAIN");
  assert.equal(doors.storeState(), "down");

  isFull = false;
  for (let n = 0; n < 100 && await ask() !== "in"; n++) await clock.advance(1000);
  assert.equal(await ask(), "in");
  assert.equal(doors.storeState(), "ok");
  const closing = doors.close();
  await clock.advance(1000);
  await closing;
  store.kv.close();
});
