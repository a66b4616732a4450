import assert from "node:assert/strict";
import { ignoredWithout } from "./ignored_without.ts";

Deno.test("a test without its tool is ignored on a desk, and fails on a build machine", () => {
  const before = Deno.env.get("CI");
  try {
    Deno.env.delete("CI");
    assert.equal(ignoredWithout("a tool", false), true);
    assert.equal(ignoredWithout("a tool", true), false);
    Deno.env.set("CI", "true");
    assert.throws(() => ignoredWithout("a tool", false), /^Error: a tool is missing/);
    assert.equal(ignoredWithout("a tool", true), false);
  } finally {
    if (before === undefined) Deno.env.delete("CI");
    else Deno.env.set("CI", before);
  }
});
