import assert from "node:assert/strict";
import { LIVE_SIZE, timesSize, writeContent } from "../support/content_generator.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { command, permissionsOf, startServer } from "../support/server.ts";
import { sizeOf } from "../support/size.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { until } from "../support/until.ts";
import { noteFigure } from "./figures.ts";

/** How soon a save is answered at the live service's size, in ms; by default much else runs beside it. */
const MAX_MS = sizeOf({ default: 3_000, full: 1_500 });

const SAVES = 6;

Deno.test("a save is answered soon, however much other content there is", async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => `${folder.path}/${name}`;
  const env = { CONTENT_DIR: at("content"), OUT_DIR: at("out"), KV_PATH: at("kv"), LIVE: "off" };
  const times = sizeOf({ default: 1, full: 10 });
  writeContent(env.CONTENT_DIR, timesSize(LIVE_SIZE, times));
  await using _watcher = await startWatching(env);
  await using server = await startServer(env, { args: ["--follow"] });
  const [{ name: file }] = [...Deno.readDirSync(`${env.CONTENT_DIR}/group1/members`)] as [
    Deno.DirEntry,
  ];
  const path = `${env.CONTENT_DIR}/group1/members/${file}`;
  const text = Deno.readTextFileSync(path);
  const url = `${server.base}api/group1/member/${file.replace(".yaml", "")}`;
  const hobby = async () => {
    const response = await fetch(url, { headers: { "x-api-key": server.demoKey! } });
    return (await response.json()).hobby;
  };
  const waits: number[] = [];
  for (let save = 0; save < SAVES; save++) {
    const savedAt = performance.now();
    Deno.writeTextFileSync(path, text.replace(/^hobby: .*$/m, `hobby: Hobi ${save}`));
    await until(async () => await hobby() === `Hobi ${save}`);
    waits.push(Math.round(performance.now() - savedAt));
    await new Promise((resolve) => setTimeout(resolve, 1200));
  }
  noteFigure(`from save to answer at ${times} times the live size`, `${waits.join(", ")} ms`);
  const median = waits.sort((one, other) => one - other)[SAVES / 2]!;
  assert.ok(median < MAX_MS * times, `a save was answered after ${median} ms`);
});

async function startWatching(env: Record<string, string>): Promise<AsyncDisposable> {
  const args = ["run", ...permissionsOf("build"), "build/main.ts", "watch"];
  const process = command(args, env).spawn();
  let printed = "";
  const reading = process.stderr
    .pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
    .pipeTo(new WritableStream({ write: (text) => void (printed += text) }));
  await until(() => /^Watching /m.test(printed));
  return {
    async [Symbol.asyncDispose]() {
      killIfRunning(process, "SIGTERM");
      await Promise.all([reading, process.stdout.cancel(), process.status]);
    },
  };
}
