import assert from "node:assert/strict";
import { openKv } from "../support/open_kv.ts";
import { numbersOnRecord } from "./opening.ts";
import { countEntries } from "../support/use_log.ts";
import { createPrng } from "../support/prng.ts";
import { sizeOf, testSeed } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { closing } from "../support/closing.ts";

const WRITER = new URL("./writer_process.ts", import.meta.url).pathname;

const KILLS = sizeOf({ default: 3, full: 50 });

/** Starts a writer, waits until it has acknowledged `count` uses, kills it; what it acknowledged. */
async function writeAndKill(path: string, first: number, count: number): Promise<number[]> {
  const writer = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--unstable-kv", WRITER, path, String(first), "1"],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let lines = "";
  let killed = false;
  for await (const part of writer.stdout.pipeThrough(new TextDecoderStream())) {
    lines += part;
    if (killed || lines.split("\n").length <= count) continue;
    writer.kill("SIGKILL");
    killed = true;
  }
  const { signal } = await writer.status;
  assert.equal(signal, "SIGKILL");
  // The last line may be cut short.
  return lines.slice(0, lines.lastIndexOf("\n")).split("\n").map(Number);
}

Deno.test(`every acknowledged use survives ${KILLS} SIGKILLs at 1,000 uses a second, two at once`, async () => {
  const { fraction } = createPrng(testSeed());
  await using folder = await temporaryFolder();
  const path = `${folder.path}/kv`;
  const acknowledged: number[] = [];
  for (let round = 0; round < KILLS; round++) {
    const lives = [0, 1].map((lane) =>
      writeAndKill(path, (round * 2 + lane) * 1_000_000, 100 + fraction() * 700)
    );
    for (const life of await Promise.all(lives)) acknowledged.push(...life);
  }
  using kv = closing(await openKv(path));
  const recorded = await numbersOnRecord(kv);
  const distinct = new Set(recorded);
  assert.equal(distinct.size, recorded.length, "a use is on record twice");
  assert.ok(acknowledged.length > 200 * KILLS);
  assert.deepEqual(acknowledged.filter((number) => !distinct.has(number)), []);
  assert.deepEqual(await countEntries(kv), { uses: recorded.length, admin: 0 });
});
