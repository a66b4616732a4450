import assert from "node:assert/strict";
import type { KeyRecord } from "../../src/access/records/key_store.ts";
import { countHistory, countPlans } from "../../src/panel/pages/key_counts.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-11-22T03:00:00Z");

function key(plan: string, from: number, ends: Partial<KeyRecord> = {}): KeyRecord {
  const rest = { id: "", digest: "", hint: "", owner: "", email: "", groups: [], ips: [] };
  return { ...rest, plan, createdAt: NOW + from, ...ends };
}

Deno.test("keys are counted by plan, and at the ends of days, by what they opened then", () => {
  const keys = [
    key("a", -10 * DAY_MS),
    key("a", -2 * DAY_MS),
    key("b", -1),
    key("b", 0),
    key("b", 1),
    key("a", -DAY_MS, { revokedAt: NOW }),
    key("a", -9 * DAY_MS, { expiresAt: NOW - DAY_MS + 1 }),
    key("a", -9 * DAY_MS, { expiresAt: NOW - DAY_MS, revokedAt: NOW }),
    key("b", -1.5 * DAY_MS, { revokedAt: NOW - 1.4 * DAY_MS }),
  ];
  assert.deepEqual(countPlans(keys, NOW), [["a", 2], ["b", 2]]);
  const days = 4;
  const expected = Array.from({ length: days }, (_, n) => {
    const at = NOW - (days - 1 - n) * DAY_MS;
    return keys.filter(({ createdAt, expiresAt = Infinity, revokedAt = Infinity }) =>
      createdAt <= at && expiresAt > at && revokedAt > at
    ).length;
  });
  assert.deepEqual(expected, [3, 4, 4, 4]);
  assert.deepEqual(countHistory(keys, NOW, days), expected);
});
