import { type Content, openContent } from "../../src/catalog/catalog.ts";
import type { Plans } from "../../src/model/plans.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemNet } from "../../src/platform/net.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { assemble } from "../../src/setup/assemble.ts";
import { packOf } from "./compiled.ts";
import { createCredentialStores, type CredentialStores } from "./credential_stores.ts";
import { createFaultyKv, type FaultyKv } from "./faulty_kv.ts";
import { createManualClock, type ManualClock } from "./manual_clock.ts";
import { createMemoryKv } from "./memory_kv.ts";
import { createQuietLog } from "./quiet_log.ts";

/** One store and one clock, and any number of processes that answer from them. */
export interface GateWorld extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly stores: CredentialStores;
  /** Starts a process that serves these plans. */
  start(plans: Plans): Promise<GateProcess>;
}

/** The whole program but its socket, with a store that counts the calls to it. */
export interface GateProcess {
  /** What it serves; another one is a content swap. */
  plans: Plans;
  readonly kv: FaultyKv;
  /** At once where nothing has to be waited for. */
  handle(request: Request, address: string): Response | Promise<Response>;
  /** Asks with a key in a header. The clock stands still: what needs time must be given it. */
  ask(path: string, key: string, init?: RequestInit): Promise<Response>;
  /** How often it says 200 before it says anything else; at most `most` times. */
  countAdmitted(path: string, key: string, most?: number): Promise<number>;
  close(): Promise<void>;
}

const CONTENT = "test/fixtures/trio";
/** A list of the bare group and one of the wrapped group, in that content. */
export const BARE_PATH = "/api/kembang/events";
export const WRAPPED_PATH = "/api/melati/releases";
export const CALLER = "203.0.113.9";

/** A world whose clock shows `start`, an instant. */
export function createGateWorld(start: string): GateWorld {
  const clock = createManualClock(Date.parse(start));
  const shared = createMemoryKv();
  const stores = createCredentialStores(shared);
  const processes: GateProcess[] = [];
  return {
    clock,
    stores,
    async start(plans) {
      const process = await startProcess(clock, shared, plans);
      processes.push(process);
      return process;
    },
    async [Symbol.asyncDispose]() {
      for (const process of processes) await process.close();
    },
  };
}

async function startProcess(clock: ManualClock, shared: Kv, first: Plans): Promise<GateProcess> {
  const kv = createFaultyKv(shared, { clock, fraction: Math.random });
  const stores = createCredentialStores(kv);
  const store = { ...stores, pepper: new Uint8Array(32), pepperFile: undefined, isFile: true };
  const outside = { clock, log: createQuietLog(), random: systemRandom, net: systemNet };
  const settings = readSettings((name) => name === "LIVE" ? "off" : undefined);
  const bytes = packOf(CONTENT);
  let plans = first;
  let content = withPlans(openContent(bytes), plans);
  const versions = { deno: "", tzdata: "" };
  const service = assemble(outside, settings, store, () => content, versions);
  await service.doors.credentials.loaded;
  let closing: Promise<void> | undefined;

  function handle(request: Request, address: string): Response | Promise<Response> {
    return service.app(request, address);
  }

  async function ask(path: string, key: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, "x-api-key": key };
    const request = new Request(`http://oshibase.test${path}`, { ...init, headers });
    const answer = handle(request, CALLER);
    if (answer instanceof Promise) await clock.advance(0);
    return answer;
  }

  async function countAdmitted(path: string, key: string, most = Infinity): Promise<number> {
    let admitted = 0;
    while (admitted < most && (await ask(path, key)).status === 200) admitted++;
    return admitted;
  }

  return {
    get plans() {
      return plans;
    },
    set plans(next) {
      plans = next;
      content = withPlans(openContent(bytes), plans);
    },
    kv,
    handle,
    ask,
    countAdmitted,
    close: () => closing ??= service.quiet().then(() => service.close()),
  };
}

function withPlans(content: Content, plans: Plans): Content {
  const { catalog } = content;
  return { ...content, catalog: { ...catalog, index: { ...catalog.index, plans } } };
}
