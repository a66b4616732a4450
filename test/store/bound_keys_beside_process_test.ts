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
import { watchServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

/** The last program that knows format 3 and none of what is made on it since. */
const EARLIER = "e234c315f5182a2b94963fa5e6311787bb4486a8";

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

const ORIGIN = "https://fan.example";

await testWithEarlier(
  EARLIER,
  "a server of an earlier program beside one of this one, on one store, admits no page key and no key that was signed up for",
  async () => {
    await using site = await createServerFixture();
    const program = `${site.folder}/program`;
    await unpack(EARLIER, program);
    const env = { ...site.env, OUT_DIR: `${site.folder}/earlier`, PORT: "0", DRAIN_MS: "0" };
    const earlierProgram = (...words: string[]) =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", "--no-check", ...words],
        cwd: program,
        env: { ...env, NO_COLOR: "1" },
        stdout: "piped",
        stderr: "piped",
      });
    assert.ok((await earlierProgram("build/main.ts", "build").output()).success);
    await using earlier = await watchServer(earlierProgram("src/main.ts"));
    await using present = await site.start();

    const plain = await issueKey(site.store);
    const page = await issueKey(site.store, { origin: ORIGIN });
    const signup = await issueKey(site.store, { signup: "digest" });
    const deps = { ...site.store, clock: systemClock, random: systemRandom };
    const rotated = (await rotateKey(deps, plain.id, { isNow: false, allow() {} }))!;
    const ask = async (base: string, secret: string) => {
      const response = await fetch(`${base}api/bunga/members`, {
        headers: { "x-api-key": secret, origin: ORIGIN },
      });
      await response.body?.cancel();
      return response.status;
    };
    const secrets = [rotated.secret, plain.secret, page.secret, signup.secret];
    const askAll = ({ base }: { base: string }) =>
      Promise.all(secrets.map((secret) => ask(base, secret)));
    await until(async () => (await askAll(present)).every((status) => status === 200), 5_000);
    await until(async () => await ask(earlier.base, rotated.secret) === 200, 5_000);
    assert.deepEqual(await askAll(earlier), [200, 403, 403, 403]);
    assert.deepEqual(await askAll(present), [200, 200, 200, 200]);
  },
);
