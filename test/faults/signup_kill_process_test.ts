import assert from "node:assert/strict";
import { PEPPER, signedUp } from "../support/issue.ts";
import { createCredentials } from "../../src/access/records/credential_table.ts";
import { exportEntries } from "../../src/audit/read.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { ENGINES } from "../../src/core/addons.ts";
import { readAllSettings } from "../../src/core/all_settings.ts";
import { openStore } from "../../src/store/store.ts";
import { createPrng } from "../support/prng.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { testOnEngines } from "../support/store_engines.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { countEntries, useLogOf } from "../support/use_log.ts";
import { closing } from "../support/closing.ts";

const SIGNUPS = new URL("../addons/signup/signup_process.ts", import.meta.url).pathname;
const KILLS = sizeOf({ default: 3, full: 100 });
/** A kill comes so long after the first secret is shown, at most. */
const MAX_MS = 250;

/** Starts a process and kills it at a point of its work; the whole lines that it printed. */
async function runAndKill(words: string[], afterMs: number): Promise<string[]> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--unstable-kv", SIGNUPS, ...words],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const part of process.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    timer ??= setTimeout(() => process.kill("SIGKILL"), afterMs);
  }
  clearTimeout(timer);
  assert.equal((await process.status).signal, "SIGKILL");
  return text.slice(0, text.lastIndexOf("\n")).split("\n").filter((line) => line !== "");
}

const WHAT =
  `over ${KILLS} kills at any point of sign-up and rotation each key that was shown works, and no e-mail has two`;

testOnEngines(WHAT, async (path) => {
  const { fraction } = createPrng(testSeed());
  const env: Record<string, string> = { KV_PATH: path, KEY_PEPPER: PEPPER };
  const outside = { engines: ENGINES, random: systemRandom, isPublic: false, onDeploy: false };
  (await openStore(readAllSettings((name) => env[name]), outside)).kv.close();
  /** The secrets that were shown, by e-mail, and the key that each opens. */
  const shown = new Map<string, { id: string; secret: string }[]>();
  for (let round = 0; round < KILLS; round++) {
    for (const line of await runAndKill([path, `${round}`], fraction() * MAX_MS)) {
      const [email = "", id = "", secret = ""] = line.split(" ");
      shown.set(email, [...shown.get(email) ?? [], { id, secret }]);
    }
  }
  const store = await openStore(readAllSettings((name) => env[name]), outside);
  using _ = closing(store.kv);
  const log = createQuietLog();
  using table = closing(
    createCredentials({ ...store, clock: systemClock, log, pollMs: 60_000 }),
  );
  await table.loaded;
  assert.ok(shown.size >= KILLS, `${shown.size} e-mails`);
  const keys = await signedUp(store);
  assert.equal(new Set(keys.map(({ signup }) => signup)).size, keys.length, "one key an e-mail");
  assert.ok(keys.length >= shown.size && keys.length <= shown.size + KILLS);
  for (const [email, secrets] of shown) {
    assert.equal(new Set(secrets.map(({ id }) => id)).size, 1, email);
    assert.ok(secrets.length <= 2, `${email} was shown ${secrets.length} secrets`);
    for (const { id, secret } of secrets) {
      assert.equal(
        table.keys.byDigest(store.secretHash(secret))?.id,
        id,
        `${email}: a secret that was shown`,
      );
    }
  }
  const acts = (await Array.fromAsync(exportEntries(useLogOf(store.kv))))
    .filter((entry) => entry.kind === "admin");
  const made = acts.filter(({ command }) => command === "key signup");
  assert.deepEqual(
    made.map(({ subject }) => subject).toSorted(),
    keys.map(({ id }) => id).toSorted(),
  );
  assert.equal((await countEntries(store.kv)).admin, acts.length);
});
