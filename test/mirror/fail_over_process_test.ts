import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import { freePort } from "../support/free_port.ts";
import type { RunningServer } from "../support/server.ts";
import { createServerFixture } from "../support/server_fixture.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { loadClient } from "../client_kit/package.ts";

const READS = sizeOf({ default: 600, full: 10_000 });
/** So many reads are made while a server is up, and while it is away. */
const A_TURN = 100;

Deno.test(`the client reads ${READS} times from two mirrors without an error while one is killed and started`, async () => {
  await using folder = await temporaryFolder();
  const { createClient } = await loadClient(folder.path);
  await using one = await createServerFixture();
  await using two = await createServerFixture();
  const mirrors = await Promise.all([one, two].map(async (fixture) => {
    const { secret: key } = await issueKey(fixture.store);
    const port = String(freePort());
    const start = () => fixture.start({ PORT: port });
    return { key, start, server: await start() };
  }));
  const addressOf = ({ server }: { server: RunningServer }) => server.base.replace(/\/$/, "");
  const servers = mirrors.map((mirror) => ({ url: addressOf(mirror), key: mirror.key }));
  const counts = new Map<string, number>();
  let last = servers[0]!.url;
  const client = createClient({
    servers,
    onResponse({ server, status }: { server: string; status: number }) {
      assert.ok(status === 200 || status === 304, `${server} answered ${status}`);
      counts.set(last = server, (counts.get(server) ?? 0) + 1);
    },
  });
  let reads = 0;
  const readUntil = async (count: number) => {
    while (reads < count) {
      reads++;
      const members = reads % 2 === 0
        ? await client.bare("bunga").members()
        : await client.wrapped("kebun").members();
      assert.equal((members.data ?? members).length, 1);
    }
  };
  try {
    let away: typeof mirrors[number] | undefined;
    while (reads < READS) {
      const count = Math.min(READS, reads + A_TURN);
      const reading = Promise.all(Array.from({ length: 4 }, () => readUntil(count)));
      // In the middle of the reads the one that answers is killed; in the next turn it is started again.
      if (away === undefined) {
        away = mirrors.find((mirror) => addressOf(mirror) === last)!;
        await away.server.stop("SIGKILL");
      } else {
        away.server = await away.start();
        away = undefined;
      }
      await reading;
    }
  } finally {
    await Promise.all(mirrors.map(({ server }) => server.stop("SIGKILL")));
  }
  assert.ok(reads >= READS);
  for (const { url } of servers) {
    assert.ok((counts.get(url) ?? 0) > A_TURN, `${url} ${[...counts]}`);
  }
});
