import assert from "node:assert/strict";
import { adminJson } from "../support/admin.ts";
import { ISSUE } from "../support/desk.ts";
import { placeBuild } from "../support/built.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { writeSmallContent } from "../support/small_content.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";

/** A client of `/v1/events/stream`. */
export interface StreamFollower {
  /** Whether the service has answered. */
  isOpen(): boolean | Promise<boolean>;
  /** The ids and types of the events that have come: `7 show.changed`. */
  heard(): readonly string[] | Promise<readonly string[]>;
  close(): void | Promise<void>;
}

/** Opens a client of the stream at this service. */
export type OpenFollower = (base: string, key: string) => StreamFollower | Promise<StreamFollower>;

/** What became of the events of all rounds. */
export interface Restarted {
  /** How many events were logged while the service was away, or as it came back. */
  readonly events: number;
  /** How many of them each kind of client missed, or was sent twice. */
  readonly missed: Readonly<Record<string, number>>;
}

/** How long a client has to hear of an event after the service is back, in ms. */
const PATIENCE_MS = 20_000;

/**
 * Restarts a service so many times between the connection of clients and their first event: each time
 * new clients of each kind connect, the server ends, a show changes, and the server starts again at the
 * same address and on the same store.
 */
export async function restartUnder(
  kinds: Readonly<Record<string, OpenFollower>>,
  rounds: number,
): Promise<Restarted> {
  await using folder = await temporaryFolder();
  const env = {
    CONTENT_DIR: `${folder.path}/content`,
    OUT_DIR: `${folder.path}/out`,
    KV_PATH: `${folder.path}/store/oshibase.kv`,
    LIVE: "off",
    // As where somebody distributes requests: the server serves on for a while before it ends.
    DRAIN_MS: "300",
  };
  await writeSmallContent(env.CONTENT_DIR);
  await Deno.mkdir(`${env.CONTENT_DIR}/bunga/shows`);
  await build(0);
  let server: RunningServer = await startServer(env);
  try {
    const { base } = server;
    const { secret: key } = await adminJson<{ secret: string }>(env, ...ISSUE, "--ip", "127.0.0.1");
    const headers = { "x-api-key": key };
    const ask = async (path: string) => await (await fetch(base + path, { headers })).json();
    await until(async () => (await ask("v1/key")).plan !== undefined);
    const missed = Object.fromEntries(Object.keys(kinds).map((name) => [name, 0]));
    let events = 0;
    for (let round = 1; round <= rounds; round++) {
      const { cursor } = await ask("v1/events");
      const followers = await Promise.all(
        Object.entries(kinds).map(async ([name, open]) => ({ name, ...await open(base, key) })),
      );
      for (const { isOpen } of followers) await until(isOpen);
      await server.stop();
      await build(round);
      server = await startServer({ ...env, PORT: new URL(base).port });
      const logged = async (): Promise<string[]> =>
        // A server on a busy machine answers 503 until its store does.
        ((await ask(`v1/events?after=${cursor}`)).data ?? [])
          .map(({ id, type }: { id: string; type: string }) => `${id} ${type}`);
      await until(async () => (await logged()).length > 0);
      const expected = await logged();
      assert.match(expected[0]!, / show\.changed$/);
      for (const { name, heard } of followers) {
        const isThere = async () => (await heard()).length >= expected.length;
        await until(isThere, PATIENCE_MS).catch(() => {});
        const got = await heard();
        missed[name]! += expected.filter((one) =>
          got.filter((it) => it === one).length !== 1
        ).length;
      }
      events += expected.length;
      for (const { close } of followers) await close();
    }
    return { events, missed };
  } finally {
    await server.stop();
  }

  async function build(round: number): Promise<void> {
    const time = `time: "${10 + round % 10}:${30 + Math.floor(round / 10)}"`;
    const show = `title: Restart\ndate: ${new Date().getUTCFullYear() + 1}-12-24\n${time}\n`;
    await Deno.writeTextFile(`${env.CONTENT_DIR}/bunga/shows/restart.yaml`, show);
    await placeBuild(env);
  }
}
