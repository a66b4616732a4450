import assert from "node:assert/strict";
import { rotateKey } from "../../src/access/records/rotation.ts";
import { createCredentialTable } from "../../src/access/records/credential_table.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { openStore } from "../../src/store/store.ts";
import { PEPPER } from "../support/credential_stores.ts";
import { testWithEarlier, unpack } from "../support/earlier_program.ts";
import { issueKey, replaceSecret } from "../support/issue.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** The last program that knows format 3 and none of what is made on it since. */
const EARLIER = "f4f60f3ad853d7f27ba56372757659432a100bdb";

/** What that program finds of each secret, and does to a key: `rotate <id>`. */
const SCRIPT = `
import { createCredentialTable } from "./src/access/records/credential_table.ts";
import { systemClock } from "./src/platform/clock.ts";
import { systemRandom } from "./src/platform/random.ts";
import { readSettings } from "./src/platform/settings.ts";
import { openStore } from "./src/store/store.ts";
const [path, pepper, rotated, ...secrets] = Deno.args;
const env = { KV_PATH: path, KEY_PEPPER: pepper };
const options = { random: systemRandom, isPublic: false, onDeploy: false };
const store = await openStore(readSettings((name) => env[name]), options);
if (rotated !== "") await store.keys.rotate(rotated, () => {});
const log = { info() {}, warn() {}, error() {} };
const table = createCredentialTable({ ...store, clock: systemClock, log, pollMs: 60_000 });
await table.loaded;
const found = [];
for (const secret of secrets) found.push((await table.findKey(secret)) !== undefined);
console.log(JSON.stringify(found));
table.close();
store.kv.close();
`;

await testWithEarlier(
  EARLIER,
  "an earlier program beside this one admits no key with a condition and no former secret",
  async () => {
    await using folder = await temporaryFolder();
    const program = `${folder.path}/program`;
    await unpack(EARLIER, program);
    await Deno.writeTextFile(`${program}/ask.ts`, SCRIPT);
    const path = `${folder.path}/store.kv`;
    const env: Record<string, string> = { KV_PATH: path, KEY_PEPPER: PEPPER };
    const outside = { random: systemRandom, isPublic: false, onDeploy: false };
    const store = await openStore(readSettings((name) => env[name]), outside);
    const [clock, random, log] = [systemClock, systemRandom, createQuietLog()];
    const table = createCredentialTable({ ...store, clock, log, pollMs: 100 });

    async function earlierFinds(rotated: string, ...secrets: string[]): Promise<boolean[]> {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: [
          "run",
          "-A",
          "--no-check",
          "--unstable-kv",
          "ask.ts",
          path,
          PEPPER,
          rotated,
          ...secrets,
        ],
        cwd: program,
        stderr: "inherit",
      }).output();
      return JSON.parse(new TextDecoder().decode(stdout));
    }

    try {
      const plain = await issueKey(store);
      const page = await issueKey(store, { origin: "https://fan.example" });
      const signup = await issueKey(store, { signup: "digest" });
      const rotated = (await rotateKey({ ...store, clock, random }, plain.id, {
        isNow: false,
        allow() {},
      }))!;
      const secrets = [rotated.secret, plain.secret, page.secret, signup.secret];
      await table.refresh();
      for (const secret of secrets) assert.ok(await table.findKey(secret) !== undefined);
      assert.deepEqual(await earlierFinds("", ...secrets), [true, false, false, false]);
      // Where it gives the key another secret, the former one ends here too.
      assert.deepEqual(await earlierFinds(plain.id, rotated.secret), [false]);
      await table.refresh();
      assert.equal(await table.findKey(rotated.secret), undefined);
      assert.equal(await table.findKey(plain.secret), undefined);
      await replaceSecret(store, plain.id);
    } finally {
      table.close();
      store.kv.close();
    }
  },
);
