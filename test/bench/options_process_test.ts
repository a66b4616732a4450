import assert from "node:assert/strict";
import { runTask } from "../support/command.ts";
import { CASE_NAMES } from "./cases.ts";

Deno.test("deno task bench --help names every case, and measures nothing", async () => {
  const { code, stdout } = await runTask("bench", {}, ["--help"]);
  assert.equal(code, 0);
  for (const name of [...CASE_NAMES, "start", "build", "plain-build", "telemetry"]) {
    assert.ok(stdout.includes(name), name);
  }
});

Deno.test("deno task bench refuses a case, a flag and a commit that there is not", async () => {
  for (const word of ["30GB", "--fast", "--before=nowhere"]) {
    const { code, stdout, stderr } = await runTask("bench", {}, [word]);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, new RegExp(`^Cannot .*"${word.replace("--before=", "")}"`, "m"));
  }
});
