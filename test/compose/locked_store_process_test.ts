import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { runTask } from "../support/command.ts";
import { createFixture, openFixtureStore } from "../support/server_fixture.ts";
import { closing } from "../support/closing.ts";

/** How a program keeps others from writing into a store, or from reading it too. */
const LOCKS = [
  "BEGIN IMMEDIATE",
  "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE",
];

Deno.test("a server that finds its store locked ends, and says who keeps them from starting", async (t) => {
  await Promise.all(LOCKS.map((lock) =>
    t.step({
      name: lock,
      fn: () => assertRefused(lock, { PORT: "0", LIVE: "off" }),
      sanitizeOps: false,
      sanitizeResources: false,
      sanitizeExit: false,
    })
  ));
});

async function assertRefused(lock: string, settings: Record<string, string>): Promise<void> {
  await using fixture = await createFixture(settings);
  const { env } = fixture;
  // Nobody has a key in it: the start makes a demo key.
  (await openFixtureStore(env)).kv.close();
  using database = closing(new DatabaseSync(env["KV_PATH"]!));
  database.exec(lock);
  const { code, stdout, stderr } = await runTask("serve", env);
  assert.equal(stdout, "");
  assert.match(
    stderr,
    /^Cannot use the store at \S+: another program keeps it locked\. End that program, .*\n$/,
  );
  assert.equal(code, 1);
}
