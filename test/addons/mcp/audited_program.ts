import type { ExportedUse } from "../../../src/audit/entries.ts";
import { exportUses } from "../../support/use_log.ts";
import { sleep } from "../../../src/platform/clock.ts";
import { storeOf } from "../../support/issue.ts";
import { createFaultyKv, type FaultyKv } from "../../support/faulty_kv.ts";
import { createManualClock, type ManualClock } from "../../support/manual_clock.ts";
import { createMemoryKv } from "../../support/memory_kv.ts";
import { giveToken, type Holder } from "../../audit/token_fixture.ts";
import { createProgram, type Program } from "../../support/program.ts";

/** A {@linkcode Program} that is asked with a priority token, on a store that can be made to fail. */
export interface AuditedProgram extends Program {
  readonly token: Holder;
  /** A token that was revoked. */
  readonly revoked: string;
  readonly kv: FaultyKv;
  /** Everything on record. */
  uses(): Promise<ExportedUse[]>;
}

/** 17:00 in Jakarta. */
const NOW = Date.parse("2026-07-04T10:00:00Z");
const COMMIT_MS = 4;

/**
 * Puts the program together over the three small groups; `env` is what the operator sets. `cold`: the
 * store cannot be reached before the program has ever read it.
 */
export async function createAuditedProgram(
  env: Record<string, string> = {},
  { cold = false } = {},
): Promise<AuditedProgram> {
  const clock = createManualClock(NOW);
  const memory = createMemoryKv(clock);
  const kv = createFaultyKv(memory, { clock, fraction: () => 0.5 });
  const stores = storeOf(memory);
  const token = await giveToken(stores);
  const revoked = await giveToken(stores, { name: "Gone", email: "gone@fans.example" });
  await stores.tokens.update(revoked.id, (record) => ({ ...record, state: "revoked" }));
  const program = await createProgram({
    ...{ content: "test/fixtures/trio", plans: "content", clock, kv, env, stepMs: 1 },
    ...{ token: token.secret },
    beforeStart: () => void (kv.outOfReach = cold),
  });
  slowDown(kv, clock);
  return Object.assign(program, {
    ...{ kv, token, revoked: revoked.secret },
    uses: () => Array.fromAsync(exportUses(memory)),
  });
}

/** From now on a commit takes its time, so that what does not wait for it is seen not to. */
function slowDown(store: FaultyKv, clock: ManualClock): void {
  const { commit } = store;
  store.commit = async (checks, writes) => {
    await sleep(clock, COMMIT_MS);
    return await commit(checks, writes);
  };
}
