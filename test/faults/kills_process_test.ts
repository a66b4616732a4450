import assert from "node:assert/strict";
import { createCredentials } from "../../src/access/records/credential_table.ts";
import { exportEntries } from "../../src/audit/read.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { closing } from "../support/closing.ts";
import { PEPPER, signedUp } from "../support/issue.ts";
import { createPrng } from "../support/prng.ts";
import { createQuietLog } from "../support/quiet_log.ts";
import { openFixtureStore } from "../support/server_fixture.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { testOnEngines } from "../support/store_engines.ts";
import { countEntries, useLogOf } from "../support/use_log.ts";

const KILLS = sizeOf({ default: 3, full: 50 });
/** Of each of the two kinds of processes. */
const PROCESSES = 4;
/** A kill comes so long after the first line, in ms, at most. */
const MAX_MS = 250;

/** Starts a script, kills it so long after its first line; the whole lines that it printed. */
async function runAndKill(script: string, words: string[], afterMs: number): Promise<string[]> {
  const path = new URL(script, import.meta.url).pathname;
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--unstable-kv", path, ...words],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  for await (const part of process.stdout.pipeThrough(new TextDecoderStream())) {
    text += part;
    timer ??= setTimeout(() => process.kill("SIGKILL"), afterMs);
  }
  assert.equal((await process.status).signal, "SIGKILL");
  return text.slice(0, text.lastIndexOf("\n")).split("\n").filter((line) => line !== "");
}

testOnEngines(
  `over ${KILLS} rounds of 8 killed processes no change is without its entry, and no entry without its change`,
  async (path) => {
    const { fraction } = createPrng(testSeed());
    const env = { KV_PATH: path, KEY_PEPPER: PEPPER };
    (await openFixtureStore(env)).kv.close();
    const [codes, uses]: [string[], string[]] = [[], []];
    for (let round = 0; round < KILLS; round++) {
      await Promise.all(Array.from({ length: PROCESSES }, async (_, lane) => {
        const first = String((round * PROCESSES + lane) * 1_000_000);
        const [own, others] = await Promise.all([
          runAndKill("code_process.ts", [path], fraction() * MAX_MS),
          runAndKill("../audit/writer_process.ts", [path, first, "1"], fraction() * MAX_MS),
        ]);
        codes.push(...own);
        uses.push(...others);
      }));
    }
    const store = await openFixtureStore(env);
    using kv = closing(store.kv);
    const [issued, used]: [string[], Set<string>] = [[], new Set()];
    for await (const entry of exportEntries(useLogOf(kv))) {
      if (entry.kind === "use") used.add(entry.endpoint.split("/").at(-1)!);
      else issued.push(entry.subject!);
    }
    const stored = (await store.codes.list()).map(({ id }) => id);
    assert.ok(codes.length >= PROCESSES * KILLS && uses.length >= PROCESSES * KILLS);
    assert.deepEqual(issued.toSorted(), stored.toSorted());
    assert.deepEqual(codes.filter((id) => !stored.includes(id)), []);
    assert.deepEqual(uses.filter((number) => !used.has(number)), []);
    assert.deepEqual(await countEntries(kv), { uses: used.size, admin: issued.length });
  },
);

testOnEngines(
  `over ${KILLS} kills at any point of sign-up and rotation each key that was shown works, and no e-mail has two`,
  async (path) => {
    const { fraction } = createPrng(testSeed());
    const env = { KV_PATH: path, KEY_PEPPER: PEPPER };
    (await openFixtureStore(env)).kv.close();
    /** The secrets that were shown, by e-mail, and the key that each opens. */
    const shown = new Map<string, { id: string; secret: string }[]>();
    for (let round = 0; round < KILLS; round++) {
      const script = "../addons/signup/signup_process.ts";
      for (const line of await runAndKill(script, [path, `${round}`], fraction() * MAX_MS)) {
        const [email = "", id = "", secret = ""] = line.split(" ");
        shown.set(email, [...shown.get(email) ?? [], { id, secret }]);
      }
    }
    const store = await openFixtureStore(env);
    using kv = closing(store.kv);
    const log = createQuietLog();
    using table = closing(createCredentials({ ...store, clock: systemClock, log, pollMs: 60_000 }));
    await table.loaded;
    assert.ok(shown.size >= KILLS, `${shown.size} e-mails`);
    const keys = await signedUp(store);
    assert.equal(new Set(keys.map(({ signup }) => signup)).size, keys.length, "one key an e-mail");
    assert.ok(keys.length >= shown.size && keys.length <= shown.size + KILLS);
    for (const [email, secrets] of shown) {
      assert.equal(new Set(secrets.map(({ id }) => id)).size, 1, email);
      assert.ok(secrets.length <= 2, `${email} was shown ${secrets.length} secrets`);
      for (const { id, secret } of secrets) {
        const opened = table.keys.byDigest(store.secretHash(secret));
        assert.equal(opened?.id, id, `${email}: a secret that was shown`);
      }
    }
    const acts = (await Array.fromAsync(exportEntries(useLogOf(kv))))
      .filter((entry) => entry.kind === "admin");
    const made = acts.filter(({ command }) => command === "key signup");
    const subjects = made.map(({ subject }) => subject).toSorted();
    assert.deepEqual(subjects, keys.map(({ id }) => id).toSorted());
    assert.equal((await countEntries(kv)).admin, acts.length);
  },
);
