import { ifThere } from "../../build/read/there.ts";
import assert from "node:assert/strict";
import { devSettings, spawnBuild, spawnDev } from "../support/command.ts";
import { writeContent } from "./content_generator.ts";
import { createPrng } from "../support/prng.ts";
import { processesOf } from "../support/running_processes.ts";
import { testSeed } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { assertReadable, assertWhole } from "./whole_pack.ts";

const CONTENT = { members: 20, shows: 100, news: 30, events: 5, videocalls: 2 };

const SCRIPT = "build/main.ts";

type Decoder = TransformStream<Uint8Array, string>;

/** `deno task dev` on generated content, killed without a chance to end what it has started. */
async function startDev() {
  const folder = await temporaryFolder();
  const env = devSettings(folder.path);
  writeContent(env.CONTENT_DIR, CONTENT);
  const dev = spawnDev(env);
  let printed = "";
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream() as Decoder)) {
      printed += text;
    }
  };
  const output = [collect(dev.stdout), collect(dev.stderr), dev.status];
  const pack = `${env.OUT_DIR}/oshibase.pack`;
  return {
    env,
    pack,
    isRunning: () => processesOf(folder.path, SCRIPT).length > 0,
    isServing: () => /^Listening on /m.test(printed),
    isBuilt: () => ifThere(() => Deno.statSync(pack)) !== undefined,
    kill: () => Deno.kill(processesOf(folder.path, SCRIPT)[0]!, "SIGKILL"),
    untilAllEnded: () => until(() => processesOf(folder.path).length === 0),
    async [Symbol.asyncDispose]() {
      for (const id of processesOf(folder.path)) ifThere(() => Deno.kill(id, "SIGKILL"));
      await Promise.all(output);
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** The next build makes what one makes that finds nothing there. */
async function assertBuildsWhole(env: Record<string, string>, pack: string): Promise<void> {
  const build = async () => {
    const { code, stderr } = await spawnBuild(env).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return Deno.readFileSync(pack);
  };
  const next = await build();
  assertReadable(assertWhole(next));
  Deno.removeSync(env["OUT_DIR"]!, { recursive: true });
  assert.deepEqual(next, await build());
}

Deno.test("where dev is killed before its first build is whole, nothing was written", async () => {
  await using dev = await startDev();
  await until(() => dev.isRunning());
  dev.kill();
  await dev.untilAllEnded();
  assert.ok(!dev.isBuilt());
  await assertBuildsWhole(dev.env, dev.pack);
});

Deno.test("where dev is killed after a save, it leaves a whole pack", async () => {
  await using dev = await startDev();
  await until(() => dev.isServing());
  Deno.writeTextFileSync(`${dev.env.CONTENT_DIR}/group1/news/2026-01-01-new.md`, NEWS);
  const wait = createPrng(testSeed()).between(0, 150);
  await new Promise((resolve) => setTimeout(resolve, wait));
  dev.kill();
  await dev.untilAllEnded();
  assertReadable(assertWhole(Deno.readFileSync(dev.pack)));
  await assertBuildsWhole(dev.env, dev.pack);
});

const NEWS = "---\ntitle: Jadwal baru\ndate: 2026-01-01\n---\n\nHalo.\n";
