import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { runTask } from "../../support/command.ts";
import { createFixture } from "../../support/fixture.ts";
import { startServer } from "../../support/server.ts";

/** How a program may keep a store to itself. */
const LOCKS = ["BEGIN IMMEDIATE", "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"];

Deno.test("servers that find their store locked end, and say who keeps them from starting", async (t) => {
  const starts = LOCKS.flatMap((lock) => ["1", "2"].map((processes) => ({ lock, processes })));
  await Promise.all(starts.map(({ lock, processes }) =>
    t.step({
      name: `${lock}, ${processes} processes`,
      fn: () => assertRefused(lock, { PORT: "0", LIVE: "off", PROCESSES: processes }),
      sanitizeOps: false,
      sanitizeResources: false,
      sanitizeExit: false,
    })
  ));
});

async function assertRefused(lock: string, settings: Record<string, string>): Promise<void> {
  await using fixture = await createFixture(settings);
  const { env } = fixture;
  // A store that servers have used, in which nobody has a key: the next start makes a demo key.
  await using first = await startServer({ ...env, PROCESSES: "1" });
  await first.stop();
  const database = new DatabaseSync(env["KV_PATH"]!);
  try {
    database.exec(lock);
    const { code, stdout, stderr } = await runTask("serve", env);
    assert.equal(stdout, "");
    assert.match(
      stderr,
      /^Cannot use the store at \S+: another program keeps it locked\. End that program, .*\n$/,
    );
    assert.equal(code, 1);
  } finally {
    database.close();
  }
}
