import assert from "node:assert/strict";
import { createProgram } from "../support/program.ts";

const README = Deno.readTextFileSync(new URL("../../README.md", import.meta.url));

Deno.test("what README tells newcomers to ask is answered as it says, with a key and with a wrong one", async () => {
  const [, first = ""] = /^## What to try first$([^]*?)^## /m.exec(README) ?? [];
  const path = /127\.0\.0\.1:8000(\/[^?']+)\?apikey=/.exec(first)![1]!;
  const [, answer = ""] = /```json\n([^]*?)```/.exec(first) ?? [];
  const [, refusal = ""] = /`(\{"status":false[^`]*)`/.exec(first) ?? [];
  await using app = await createProgram({ content: "content", now: "2026-11-22T05:00:00Z" });
  assert.equal(JSON.stringify(await app.json(path)), JSON.stringify(JSON.parse(answer)));
  const refused = await app.ask(path, { key: "J-osb_wrong" });
  assert.equal(refused.status, 403);
  assert.equal(await refused.text(), refusal);
});
