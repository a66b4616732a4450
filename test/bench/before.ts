import { command, watchServer } from "../support/server.ts";
import { pinProcess } from "./processor.ts";
import type { Site } from "./site.ts";
import type { Target } from "./target.ts";

/**
 * Starts the server of an earlier commit, with what its own build makes of the site's content, and with
 * a copy of the site's store: the same keys and tokens open it.
 *
 * @throws {Error} if there is no such commit, or it does not build or start
 */
export async function startBefore(
  commit: string,
  { env }: Site,
  folder: string,
  core: number | undefined,
): Promise<Target> {
  await using stack = new AsyncDisposableStack();
  const cwd = `${folder}/before`;
  await run(new Deno.Command("git", { args: ["worktree", "add", "--detach", cwd, commit] }));
  stack.defer(async () => {
    await run(new Deno.Command("git", { args: ["worktree", "remove", "--force", cwd] }));
  });
  const [, stores, file] = /^(.*)\/(.*)$/.exec(env["KV_PATH"]!)!;
  const copies = `${folder}/before-kv`;
  Deno.mkdirSync(copies);
  for (const { name } of Deno.readDirSync(stores!)) {
    Deno.copyFileSync(`${stores}/${name}`, `${copies}/${name}`);
  }
  const own = {
    ...env,
    OUT_DIR: `${folder}/before-out`,
    KV_PATH: `${copies}/${file}`,
    PORT: "0",
    DRAIN_MS: "0",
  };
  await run(command(["run", "-A", "build/main.ts", "build"], own, { cwd }));
  const permissions = ["run", "--allow-env", "src/compose/permissions.ts", "serve"];
  const flags = (await run(command(permissions, own, { cwd }))).trim().split(" ");
  const server = stack.use(
    await watchServer(command(["run", ...flags, "src/main.ts"], own, { cwd })),
  );
  pinProcess(server.process.pid, core);
  const ending = stack.move();
  return {
    base: server.base,
    pid: server.process.pid,
    [Symbol.asyncDispose]: () => ending.disposeAsync(),
  };
}

/** What a command prints; rejects with what it says of its failure. */
async function run(command: Deno.Command): Promise<string> {
  const { success, stdout, stderr } = await command.output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
