import assert from "node:assert/strict";
import { oldTzdata } from "../../src/time/tzdata.ts";
import { command } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

const REFUSAL =
  "Cannot use the time zone rules of this runtime: they are those of 2023d, and dates in " +
  "today's zones need 2024a or newer. Install a newer Deno, which brings them";

for (const words of [["src/main.ts"], ["build/main.ts", "build"]]) {
  Deno.test(`${words.join(" ")} refuses to run by old time zone rules, and makes nothing`, async () => {
    await using folder = await temporaryFolder();
    const { path } = folder;
    const env = { PORT: "0", LIVE: "off", OUT_DIR: `${path}/out`, KV_PATH: `${path}/store.kv` };
    const flags = ["run", "-A", "--unstable-kv", "--preload", "test/compose/old_rules_preload.ts"];
    const { code, stdout, stderr } = await command([...flags, ...words], env).output();
    const decoder = new TextDecoder();
    assert.equal(decoder.decode(stderr).trim(), REFUSAL);
    assert.deepEqual([code, decoder.decode(stdout)], [1, ""]);
    assert.deepEqual(await Array.fromAsync(Deno.readDir(path)), []);
  });
}

Deno.test("a look at the time zone rules takes less than a millisecond", () => {
  const least = Math.min(...Array.from({ length: 20 }, () => {
    const start = performance.now();
    assert.equal(oldTzdata(), undefined);
    return performance.now() - start;
  }));
  assert.ok(least < 1, `${least} ms`);
});
