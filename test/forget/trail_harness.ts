import assert from "node:assert/strict";
import { loadCommands } from "../../src/core/commands.ts";
import { runCommand } from "../../src/cli/run_command.ts";
import type { AdminEntry } from "../../src/audit/entries.ts";
import { tailEntries } from "../../src/audit/read.ts";
import { useLogOf } from "../support/use_log.ts";
import { createMeter } from "../../src/access/limits/meter.ts";
import { openContent } from "../../src/catalog/catalog.ts";
import { noMailer } from "../../src/mail/mail.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createLedger } from "../../src/quota/ledger.ts";
import { packOf } from "../support/compiled.ts";
import { PEPPER, storeOf } from "../support/issue.ts";
import { createManualClock, type ManualClock } from "../support/manual_clock.ts";
import { createMemoryKv } from "../support/memory_kv.ts";
import { createQuietLog, type QuietLog } from "../support/quiet_log.ts";

/** An operator's desk over a store in memory. */
export interface Desk {
  readonly kv: Kv;
  readonly clock: ManualClock;
  readonly log: QuietLog;
  /** Runs a command, with `input` where it asks for something unseen; the JSON it prints. */
  // deno-lint-ignore no-explicit-any
  run(words: readonly string[]): Promise<any>;
  /** What administrators did, oldest first. */
  acts(): Promise<AdminEntry[]>;
}

export const DESK_PEPPER = PEPPER;

const content = openContent(await packOf("content")).catalog.index;

/** `through`: what stands between the commands and the store. */
export function openDesk({ through = (kv: Kv) => kv }: { through?: (kv: Kv) => Kv } = {}): Desk {
  const clock = createManualClock(Date.parse("2026-07-04T05:10:00Z"));
  const stored = createMemoryKv(clock);
  const kv = through(stored);
  const [log, random] = [createQuietLog(), systemRandom];
  const ledger = createLedger({ kv: stored, clock, random, log, holder: "desk" });
  const stores = storeOf(kv);
  const desk = {
    store: {
      ...stores,
      pepper: new TextEncoder().encode(PEPPER),
      ...{ pepperFile: undefined, engine: "denokv" as const, isFile: false, auditDays: 90 },
    },
    ...{ clock, random, log, mailer: noMailer, content: () => content },
    meter: createMeter(ledger, () => content.plans),
    isLocal: true as const,
  };
  return {
    ...{ kv: stored, clock, log },
    async run(words) {
      const { out } = await runCommand(await loadCommands(), [...words, "--json"], {
        openDesk: () => Promise.resolve(desk),
        closedStore: () => assert.fail("A desk in memory is never closed"),
        ask: () => Promise.reject(new Error("no server")),
      });
      const pieces: string[] = [];
      for await (const piece of out) pieces.push(piece);
      return JSON.parse(pieces.join(""));
    },
    async acts() {
      const entries = await tailEntries(useLogOf(stored), { limit: 1000, kind: "admin" });
      return entries.flatMap((entry) => entry.kind === "admin" ? [entry] : []);
    },
  };
}
