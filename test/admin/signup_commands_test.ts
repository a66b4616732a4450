import assert from "node:assert/strict";
import { openDesk } from "./trail_harness.ts";

const ISSUE = ["key", "issue", "--owner", "Sari", "--email", "sari@fans.example"];
const PLAN = ["--plan", "standard"];

Deno.test("key rotate leaves the former secret a day, --now none, and a store of format 2 none either", async () => {
  const desk = openDesk();
  const { id } = await desk.run([...ISSUE, ...PLAN]);
  await desk.run(["key", "rotate", id]);
  const [former] = await desk.kv.list(["former_secret"]);
  assert.equal((former!.value as { id: string }).id, id);
  await assert.rejects(desk.run(["key", "rotate", id]), /--now/);
  await desk.run(["key", "rotate", id, "--now"]);
  assert.deepEqual(await desk.kv.list(["former_secret"]), []);
  assert.equal((await desk.acts()).filter(({ command }) => command === "key rotate").length, 2);
  const old = openDesk({ format: 2 });
  const issued = await old.run([...ISSUE, ...PLAN]);
  await old.run(["key", "rotate", issued.id]);
  await old.run(["key", "rotate", issued.id]);
  assert.deepEqual(await old.kv.list(["former_secret"]), []);
});

Deno.test("sign-up is closed and opened", async () => {
  const desk = openDesk();
  assert.equal((await desk.run(["signup", "close"])).state, "closed");
  assert.equal((await desk.run(["signup", "open"])).state, "open");
  await assert.rejects(openDesk({ format: 2 }).run(["signup", "close"]), /store migrate/);
});
