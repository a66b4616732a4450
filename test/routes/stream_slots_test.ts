import assert from "node:assert/strict";
import type { Plans } from "../../src/model/plans.ts";
import { StreamSlots } from "../../src/routes/stream_slots.ts";

Deno.test("40 keys that were signed up for leave half of the streams to others", () => {
  const slots = new StreamSlots(100);
  const plans: Plans = {
    standard: { rate: "unlimited", quota: "unlimited" },
    fan: {
      rate: "unlimited",
      quota: "unlimited",
      signup: { by: "email", groups: ["melati"] },
    },
  };
  const person = { owner: "Sari", email: "sari@fans.example", plan: "standard", createdAt: 0 };
  const record = { ...person, groups: [], ips: [], digest: "", hint: "" };
  let open = 0;
  for (let n = 0; n < 40; n++) {
    const key = { ...record, id: `k_${n}`, plan: "fan", signup: "x" };
    for (let stream = 0; stream < 5; stream++) {
      try {
        slots.take({ kind: "key", key }, plans);
        open++;
      } catch {
        // As many as they may have.
      }
    }
    assert.ok(slots.openOf(`k_${n}`) <= 3);
  }
  assert.equal(open, 50);
  const other = { kind: "key", key: { ...record, id: "k_other" } } as const;
  for (let n = 0; n < 30; n++) slots.take(other, plans);
});
