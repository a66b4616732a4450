import type { Plans } from "../../src/model/plans.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { createCredentialStores, type CredentialStores } from "./credential_stores.ts";
import { createFaultyKv, type FaultyKv } from "./faulty_kv.ts";
import { createManualClock, type ManualClock } from "./manual_clock.ts";
import { createMemoryKv } from "./memory_kv.ts";
import { createProgram } from "./program.ts";

/** One store and one clock, and any number of processes that answer from them. */
export interface Fleet extends AsyncDisposable {
  readonly clock: ManualClock;
  readonly stores: CredentialStores;
  /** Starts a process that serves these plans; `own` is its clock if it is not the fleet's. */
  start(plans: Plans, own?: ManualClock): Promise<FleetProcess>;
}

/** The whole program but its socket, with a store that counts the calls to it. */
export interface FleetProcess {
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

/** A list of the bare group and one of the wrapped group, in the content of the fleet. */
export const BARE_PATH = "/api/kembang/events";
export const WRAPPED_PATH = "/api/melati/releases";
export const CALLER = "203.0.113.9";

/** A fleet whose clock shows `start`, an instant. */
export function createFleet(start: string): Fleet {
  const clock = createManualClock(Date.parse(start));
  const shared = createMemoryKv();
  const processes: FleetProcess[] = [];
  return {
    clock,
    stores: createCredentialStores(shared),
    async start(plans, own = clock) {
      const process = await startProcess(clock, shared, plans, own);
      processes.push(process);
      return process;
    },
    async [Symbol.asyncDispose]() {
      for (const process of processes) await process.close();
    },
  };
}

async function startProcess(
  clock: ManualClock,
  shared: Kv,
  first: Plans,
  own: ManualClock,
): Promise<FleetProcess> {
  const kv = createFaultyKv(shared, { clock, fraction: Math.random });
  const content = "test/fixtures/trio";
  const program = await createProgram({ content, clock: own, kv, plans: first, plan: null });
  let plans = first;
  let closing: Promise<void> | undefined;

  async function ask(path: string, key: string, init: RequestInit = {}): Promise<Response> {
    const answer = program.send(path, { ...init, key, from: CALLER });
    if (answer instanceof Promise) await clock.advance(0);
    return answer;
  }

  return {
    get plans() {
      return plans;
    },
    set plans(next) {
      program.setPlans(plans = next);
    },
    kv,
    handle: program.handler,
    ask,
    async countAdmitted(path, key, most = Infinity) {
      let admitted = 0;
      while (admitted < most && (await ask(path, key)).status === 200) admitted++;
      return admitted;
    },
    close: () => closing ??= Promise.resolve(program[Symbol.asyncDispose]()),
  };
}
