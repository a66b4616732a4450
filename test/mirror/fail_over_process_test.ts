import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import { freePort } from "../support/free_port.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { loadClient } from "../client_kit/package.ts";

const READS = sizeOf({ default: 300, full: 10_000 });
/** So many reads are made while a server is up, and while it is away. */
const A_TURN = 100;

Deno.test(`the client reads ${READS} times from two mirrors without an error while one is killed and started`, async () => {
  await using folder = await temporaryFolder();
  const { createClient } = await loadClient(folder.path);
  await using one = await createServerFixture();
  await using two = await createServerFixture();
  const [first, second] = [await issueKey(one.store), await issueKey(two.store)];
  const port = String(freePort());
  await using steady = await two.start();
  let killed: RunningServer = await one.start({ PORT: port });
  const counts = new Map<string, number>();
  const client = createClient({
    servers: [
      { url: killed.base, key: first.secret },
      { url: steady.base, key: second.secret },
    ],
    onResponse({ server, status }: { server: string; status: number }) {
      assert.ok(status === 200 || status === 304, `${server} answered ${status}`);
      counts.set(server, (counts.get(server) ?? 0) + 1);
    },
  });
  let reads = 0;
  const read = async (until: number) => {
    while (reads < until) {
      reads++;
      const members = reads % 2 === 0
        ? await client.bare("bunga").members()
        : await client.wrapped("kebun").members();
      assert.equal((members.data ?? members).length, 1);
    }
  };
  const readers = (until: number) => Promise.all(Array.from({ length: 4 }, () => read(until)));
  try {
    for (let turn = 1; reads < READS; turn++) {
      const until = Math.min(READS, reads + A_TURN);
      const reading = readers(until);
      // In the middle of the reads one of the two goes away, or comes back and the other one goes.
      if (turn % 2 === 1) await killed.stop("SIGKILL");
      else killed = await one.start({ PORT: port });
      await reading;
      if (turn % 2 === 0) await moveBack();
    }
  } finally {
    await killed.stop("SIGKILL");
  }
  assert.ok(reads >= READS);
  const [ofKilled = 0, ofSteady = 0] = [killed.base, steady.base]
    .map((base) => counts.get(base.replace(/\/$/, "")));
  assert.ok(ofKilled > 0 && ofSteady > 0, `${ofKilled} and ${ofSteady} answers`);

  /** Asks so that the next turn kills the server that answers. */
  async function moveBack(): Promise<void> {
    const fresh = createClient({ servers: [{ url: killed.base, key: first.secret }] });
    assert.equal((await fresh.bare("bunga").members()).length, 1);
  }
});
