import { freePort } from "../support/free_port.ts";
import { killIfRunning } from "../support/kill_if_running.ts";

/** A running KV Connect server. */
export interface DenokvServer extends AsyncDisposable {
  readonly url: string;
}

const TOKEN = "a-token-for-tests";

/** The `denokv` program, which `.ci/tools --nightly` builds; undefined where it is not there. */
export function findDenokv(): string | undefined {
  return Deno.env.get("DENOKV_BIN") || undefined;
}

/** Serves the file `path` on loopback; sets the access token that `Deno.openKv` looks for. */
export async function startDenokv(program: string, path: string): Promise<DenokvServer> {
  const port = freePort();
  const process = new Deno.Command(program, {
    args: ["--sqlite-path", path, "serve", "--access-token", TOKEN, "--addr", `127.0.0.1:${port}`],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const url = `http://127.0.0.1:${port}`;
  Deno.env.set("DENO_KV_ACCESS_TOKEN", TOKEN);
  await waitForAnswer(url);
  return {
    url,
    async [Symbol.asyncDispose]() {
      killIfRunning(process);
      await process.status;
    },
  };
}

async function waitForAnswer(url: string): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  while (true) {
    try {
      await (await fetch(url)).body?.cancel();
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
