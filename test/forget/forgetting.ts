import assert from "node:assert/strict";
import { commitOnRecord } from "../../src/audit/record/appender.ts";
import type { StoredHead } from "../../src/audit/record/chain.ts";
import type { Kv, KvWrite } from "../../src/platform/kv.ts";
import { AUDIT_HEAD, FORGOTTEN_REVISION, forgottenKey } from "../../src/platform/store_keys.ts";
import { PEPPER, START_MS } from "../audit/sample_use.ts";
import { createPrng } from "../support/prng.ts";

/** What `token forget` commits first; `marked`: what else it writes. */
export async function putForgettingOnRecord(
  kv: Kv,
  id: string,
  marked: readonly KvWrite[] = [
    { set: forgottenKey(id), value: true },
    { set: FORGOTTEN_REVISION, value: id },
  ],
): Promise<void> {
  const head = await kv.get<StoredHead>(AUDIT_HEAD);
  const act = { at: START_MS, by: "local", ip: null, command: "token forget", subject: id };
  const deps = { kv, random: createPrng(5), pepper: PEPPER };
  const version = await commitOnRecord(deps, head, {
    acts: [{ ...act, before: null, after: null }],
    ...{ isApart: true, checks: [], writes: marked },
  });
  assert.notEqual(version, null);
}
