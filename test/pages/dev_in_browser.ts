import { devSettings, spawnDev } from "../support/command.ts";
import { killIfRunning } from "../support/kill_if_running.ts";
import { until } from "../support/until.ts";

/** Starts `deno task dev` on a content folder, for as long as it is not disposed of. */
export async function startDev(
  content: string,
  folder: string,
): Promise<{ base: string } & AsyncDisposable> {
  const dev = spawnDev(devSettings(folder, content));
  let printed = "";
  const reading = [dev.stdout, dev.stderr].map(async (stream) => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) printed += decoder.decode(bytes, { stream: true });
  });
  const line = /^Listening on (http:\/\/\S+)\/$/m;
  await until(() => line.test(printed));
  const base = line.exec(printed)![1]!;
  await until(async () => /data-version="/.test(await (await fetch(base)).text()));
  return {
    base,
    async [Symbol.asyncDispose]() {
      killIfRunning(dev, "SIGTERM");
      await Promise.all([...reading, dev.status]);
    },
  };
}
