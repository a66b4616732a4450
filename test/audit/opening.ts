import { createRecorder } from "../../src/audit/record/recorder.ts";
import { verifyRecord } from "../../src/audit/record/verify.ts";
import type { Env } from "../../src/platform/env.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { AUDIT_HEAD } from "../../src/platform/store_keys.ts";
import { exportUses } from "../support/export_uses.ts";
import { PEPPER } from "./sample_use.ts";

/** Where the store says what the record ends with. */
export const HEAD_KEY = AUDIT_HEAD;

/** The record of uses as one process keeps it. Tests of the record know nothing else of how it is kept. */
export function openRecorder(env: Env) {
  return createRecorder({ ...env, pepper: PEPPER });
}

/** The numbers at the end of the paths that are on record, in its order. */
export async function numbersOnRecord(kv: Kv): Promise<number[]> {
  const found: number[] = [];
  for await (const { endpoint } of exportUses(kv)) found.push(Number(endpoint.split("/").at(-1)));
  return found;
}

/** Whether the record is whole, and how many uses it has. */
export async function verdictOn(kv: Kv): Promise<{ ok: boolean; uses: number }> {
  const { ok, uses } = await verifyRecord(kv, PEPPER);
  return { ok, uses };
}
