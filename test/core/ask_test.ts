import assert from "node:assert/strict";
import type { Caller } from "../../src/access/gate/caller.ts";
import { OPEN_GATE } from "../../src/access/gate/gate.ts";
import { openContent } from "../../src/catalog/catalog.ts";
import { createAsk } from "../../src/core/ask.ts";
import { behindGate, FAMILIES } from "../../src/core/registry.ts";
import { ServiceTable } from "../../src/core/service_key.ts";
import { StreamSlots } from "../../src/routes/stream_slots.ts";
import { packOf } from "../support/compiled.ts";

const content = openContent(await packOf("content"));
const ask = createAsk({
  content: () => content,
  now: () => Date.parse("2026-11-21T04:00:00Z"),
  use: new ServiceTable().use,
  slots: new StreamSlots(1),
}, behindGate(FAMILIES, OPEN_GATE));

function keyOf(...groups: string[]): Caller {
  const key = { id: "k_a", digest: "", hint: "", owner: "Tari", plan: "free", createdAt: 0 };
  return { kind: "key", key: { ...key, groups, whitelist: [] } as never };
}

Deno.test("a path is answered in the process as its caller would be answered", async () => {
  const { status, body, validUntil } = await ask("/api/groupb/releases", keyOf());
  assert.equal(status, 200);
  assert.equal(body.total, body.data.length);
  assert.ok(validUntil > 0);
  assert.equal((await ask("/api/groupb/releases", keyOf("groupb"))).status, 200);
});

Deno.test.each<[string, Caller, number]>([
  ["/api/groupb/releases", keyOf("groupa"), 403],
  ["/api/groupb/releases", { kind: "anyone" }, 403],
  ["/api/groupb/news?page=none", keyOf(), 400],
  ["/api/groupb/nothing", keyOf(), 404],
  ["/api/nobody/releases", keyOf(), 404],
  ["/api/admin/keys", keyOf(), 404],
  ["/status", keyOf(), 404],
  [`/api/groupb/member/${"a".repeat(20_000)}`, keyOf(), 414],
])("%s is refused in the process as outside it", async (path, caller, status) => {
  assert.equal((await ask(path, caller)).status, status);
});
