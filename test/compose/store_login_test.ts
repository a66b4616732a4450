import assert from "node:assert/strict";
import { StartError } from "../../src/platform/start_error.ts";
import { openStore } from "../../src/store/store.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { ENGINES } from "../../src/core/addons.ts";
import { readAllSettings } from "../../src/core/all_settings.ts";

Deno.test("openStore() refuses an address that holds a password, and does not repeat it", async () => {
  const env: Record<string, string> = {
    KV_PATH: "http://reader:CANARY@127.0.0.1:1/kv",
    KEY_PEPPER: "a pepper for tests only",
  };
  const settings = readAllSettings((name) => env[name]);
  const outside = { engines: ENGINES, random: systemRandom, isPublic: false, onDeploy: false };
  await assert.rejects(openStore(settings, outside), (error) => {
    assert.ok(error instanceof StartError);
    assert.match(error.message, /^Cannot use KV_PATH: .*DENO_KV_ACCESS_TOKEN$/);
    assert.doesNotMatch(error.message, /CANARY|reader/);
    return true;
  });
});
