import { createRecorder, type Recorder } from "../../src/audit/recorder.ts";
import { openUseLog } from "../../src/audit/use_log.ts";
import type { Env } from "../../src/platform/env.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { exportUses } from "../support/use_log.ts";

/** The record of uses as one process keeps it. */
export function openRecorder(env: Env): Recorder {
  return createRecorder({ ...env, uses: openUseLog({ ...env, auditDays: 90 }) });
}

/** The numbers at the end of the paths that are on record, in its order. */
export async function numbersOnRecord(kv: Kv): Promise<number[]> {
  const found: number[] = [];
  for await (const { endpoint } of exportUses(kv)) found.push(Number(endpoint.split("/").at(-1)));
  return found;
}
