import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import { createPanelProgram, loggedIn } from "./harness.ts";

const FAN = {
  rate: "unlimited",
  quota: { requests: 10, per: "day", timezone: "Asia/Jakarta" },
  signup: { by: "email", groups: ["groupa"] },
} as const;

Deno.test("operators close and open sign-up, and see the keys that were signed up for", async () => {
  await using program = await createPanelProgram({ plans: { fan: FAN }, env: { ADMIN_API: "on" } });
  await issueKey(program.stores, { owner: "Ayu", plan: "fan" });
  await issueKey(program.stores, { owner: "Sari", plan: "fan", signup: "digest" });
  const browser = await loggedIn(program);
  const shown = async () => (await browser.get("/admin/signup")).text;
  assert.match(await shown(), /open[^]*fan/);
  const closed = await browser.post("/admin/signup/close", {}, { from: "/admin/signup" });
  assert.equal(closed.status, 303);
  assert.match(await shown(), /closed/);
  await browser.post("/admin/signup/open", {}, { from: "/admin/signup" });
  const { text } = await browser.get("/admin/keys?signup=true");
  assert.deepEqual([text.includes("Sari"), text.includes("Ayu")], [true, false]);
});
