import assert from "node:assert/strict";
import { type ExportedUse, exportUses } from "../../src/audit/record/export.ts";
import { openContent } from "../../src/catalog/catalog.ts";
import { sleep } from "../../src/platform/clock.ts";
import { systemNet } from "../../src/platform/net.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { assemble } from "../../src/setup/assemble.ts";
import { packOf } from "./compiled.ts";
import { createCredentialStores, KEY_REQUEST } from "./credential_stores.ts";
import { createFaultyKv, type FaultyKv } from "./faulty_kv.ts";
import { createManualClock, type ManualClock } from "./manual_clock.ts";
import { createMemoryKv } from "./memory_kv.ts";
import { giveToken, type Holder } from "./priority_place.ts";
import { createQuietLog, type QuietLog } from "./quiet_log.ts";

/** A request, and where it comes from. */
export interface TokenAsk extends RequestInit {
  /** The socket's address; 127.0.0.1 where left out. */
  readonly from?: string;
  /** What stands in the token's header; the token where left out, null for nothing. */
  readonly token?: string | null;
  /** `http` where left out. */
  readonly scheme?: string;
}

/** The whole program behind its handler, with a priority token and a store that can be made to fail. */
export interface AuditedApp extends AsyncDisposable {
  readonly token: Holder;
  /** A token that was revoked. */
  readonly revoked: string;
  /** A regular key for loopback, under the plan of the content. */
  readonly key: string;
  readonly clock: ManualClock;
  readonly store: FaultyKv;
  readonly log: QuietLog;
  /** Asks, and returns at once: the clock stands still. */
  send(path: string, ask?: TokenAsk): Promise<Response>;
  /** Asks, and lets the clock go on until the answer is there. */
  ask(path: string, ask?: TokenAsk): Promise<Response>;
  /** Everything on record. */
  uses(): Promise<ExportedUse[]>;
}

/** 17:00 in Jakarta. */
const NOW = Date.parse("2026-07-04T10:00:00Z");
const PEPPER = "a pepper for tests";
const COMMIT_MS = 4;

/**
 * Puts the program together over the three small groups; `env` is what the operator sets. `cold`: the
 * store cannot be reached before the program has ever read it.
 */
export async function createAuditedApp(
  env: Record<string, string> = {},
  { cold = false } = {},
): Promise<AuditedApp> {
  const clock = createManualClock(NOW);
  const memory = createMemoryKv(clock);
  const store = createFaultyKv(memory, { clock, fraction: () => 0.5 });
  const credentials = createCredentialStores(store);
  const token = await giveToken(credentials);
  const revoked = await giveToken(credentials, { name: "Gone", email: "gone@fans.example" });
  await credentials.tokens.update(revoked.id, (record) => ({ ...record, state: "revoked" }));
  const { secret: key } = await credentials.keys.issue({ ...KEY_REQUEST, ips: ["127.0.0.1"] });

  store.outOfReach = cold;
  const log = createQuietLog();
  const settings = readSettings((name) => ({ LIVE: "off", ...env })[name]);
  const content = openContent(packOf("test/fixtures/trio"));
  const { app, doors, quiet, close } = assemble(
    { clock, log, random: systemRandom, net: systemNet },
    settings,
    {
      ...credentials,
      pepper: new TextEncoder().encode(PEPPER),
      pepperFile: undefined,
      isFile: false,
    },
    () => content,
    { deno: "2.9.6", tzdata: "2026a" },
  );
  await doors.credentials.loaded;
  slowDown(store, clock);

  async function send(path: string, ask: TokenAsk = {}): Promise<Response> {
    const { from = "127.0.0.1", token: given = token.secret, scheme = "http", ...init } = ask;
    const headers = new Headers(init.headers);
    if (given !== null) headers.set("x-priority-token", given);
    return await app(new Request(`${scheme}://oshibase.test${path}`, { ...init, headers }), from);
  }

  async function ask(path: string, asked?: TokenAsk): Promise<Response> {
    let isThere = false;
    const answer = send(path, asked).finally(() => isThere = true);
    while (!isThere) await clock.advance(1);
    return await answer;
  }

  return {
    token,
    revoked: revoked.secret,
    key,
    clock,
    store,
    log,
    send,
    ask,
    uses: () => Array.fromAsync(exportUses(memory)),
    async [Symbol.asyncDispose]() {
      await quiet();
      let isClosed = false;
      const closed = close().finally(() => isClosed = true);
      while (!isClosed) await clock.advance(10);
      await closed;
      assert.deepEqual(log.lines.filter((line) => line.startsWith("error")), []);
    },
  };
}

/** From now on a commit takes its time, so that what does not wait for it is seen not to. */
function slowDown(store: FaultyKv, clock: ManualClock): void {
  const { commit } = store;
  store.commit = async (checks, writes) => {
    await sleep(clock, COMMIT_MS);
    return await commit(checks, writes);
  };
}
