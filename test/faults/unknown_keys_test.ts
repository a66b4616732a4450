import assert from "node:assert/strict";
import { issueKey } from "../support/issue.ts";
import { createServerFixture, type ServerFixture } from "../support/server_fixture.ts";
import { command, type RunningServer } from "../support/server.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { noteFigure } from "./figures.ts";
import { mebibytes, residentBytes, type Sample, slopeOf } from "./process_memory.ts";

const KEYS = sizeOf({ default: 20_000, full: 1_000_000 });
const CONNECTIONS = 8;

Deno.test(`${KEYS} unknown keys, each another one, are refused without a write and without memory`, async () => {
  await using fixture = await createServerFixture();
  const { secret } = await issueKey(fixture.store);
  await using server = await fixture.start();
  const ask = async () => {
    const began = performance.now();
    const headers = { "x-api-key": secret };
    const answer = await fetch(`${server.base}api/bunga/members`, { headers });
    await answer.arrayBuffer();
    assert.equal(answer.status, 200);
    return performance.now() - began;
  };
  await ask();
  await flood(server, Math.ceil(KEYS / 10), () => {});
  const before = storeBytes(fixture);

  const memory: Sample[] = [];
  const times: number[] = [];
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      times.push(await ask());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const began = performance.now();
  const statuses = await flood(server, KEYS, (asked) => {
    memory.push({ at: asked / 100_000, value: residentBytes(server.process) });
  });
  const seconds = (performance.now() - began) / 1_000;
  isOver = true;
  await others;

  assert.deepEqual(statuses, { 403: KEYS });
  // The known key leases a few blocks of units meanwhile.
  assert.ok(storeBytes(fixture) - before < 200_000, "the store grew");
  times.sort((one, other) => one - other);
  const slope = slopeOf(memory.slice(memory.length / 2));
  noteFigure(
    `${KEYS} unknown keys`,
    `all 403, ${Math.round(KEYS / seconds)} a second; a known key meanwhile: p99 ${
      times[Math.ceil(0.99 * times.length) - 1]!.toFixed(1)
    } ms; memory ${mebibytes(memory.at(-1)!.value)}, ${mebibytes(slope)} for each 100,000`,
  );
  assert.ok(residentBytes(server.process) < 400 * 2 ** 20);
});

/** Bytes of all files of the store. */
function storeBytes({ env }: ServerFixture): number {
  const folder = env["KV_PATH"]!.replace(/\/[^/]*$/, "");
  return [...Deno.readDirSync(folder)]
    .reduce((sum, { name }) => sum + Deno.statSync(`${folder}/${name}`).size, 0);
}

/** Asks so many; answers by status. */
async function flood(
  { base }: RunningServer,
  count: number,
  progress: (asked: number) => void,
): Promise<Record<string, number>> {
  const words = [new URL(base).port, count, CONNECTIONS, testSeed()].map(String);
  const script = "test/faults/unknown_keys_process.ts";
  const child = command(["run", "--allow-net=127.0.0.1", script, ...words], {}).spawn();
  const complaints = new Response(child.stderr).text();
  let done: Record<string, number> | undefined;
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream() as never)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith("done ")) done = JSON.parse(line.slice("done ".length));
      else progress(Number(line));
    }
  }
  await child.status;
  if (done === undefined) throw new Error(`The flood broke off: ${await complaints}`);
  await complaints;
  return done;
}
