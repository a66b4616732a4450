import assert from "node:assert/strict";
import { TRIO } from "../support/contents.ts";
import { createProgram } from "../support/program.ts";
import { planZone, readEnd } from "../../src/admin/commands/options.ts";
import { issueKey } from "../support/issue.ts";

const PLANS = {
  east: {
    rate: "unlimited",
    quota: { requests: 9, per: "day", timezone: "Asia/Jakarta" },
  },
  west: {
    rate: "unlimited",
    quota: { requests: 9, per: "day", timezone: "America/New_York" },
  },
  free: { rate: "unlimited", quota: "unlimited" },
} as const;

Deno.test.each([
  ["east", "2026-12-31T17:00:00Z"],
  ["west", "2027-01-01T05:00:00Z"],
  ["free", "2027-01-01T00:00:00Z"],
  ["gone", "2027-01-01T00:00:00Z"],
  ["constructor", "2027-01-01T00:00:00Z"],
])("a key of the plan %s with --expires 2026-12-31 holds until %s", async (plan, end) => {
  const expiresAt = readEnd("2026-12-31", planZone(PLANS, plan))!;
  assert.equal(new Date(expiresAt).toISOString().replace(".000", ""), end);
  await using app = await createProgram({
    ...TRIO,
    now: "2026-12-01T00:00:00Z",
    plans: PLANS,
    plan: null,
  });
  const { secret: key } = await issueKey(app.stores, { plan: "free", expiresAt });
  await app.service.access.credentials.refresh();
  app.at(expiresAt - 1);
  assert.equal((await app.ask("/api/kembang/members", { key })).status, 200);
  app.at(expiresAt);
  assert.equal((await app.ask("/api/kembang/members", { key })).status, 403);
});
