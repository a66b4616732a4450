/**
 * Serves and rebuilds on every change: `deno task dev`. The server and the watching compiler run in
 * processes of their own, each with its own permissions.
 */
import { createChildren } from "./children.ts";
import { startDemonstration } from "./demonstration.ts";

const HELP = `Serves content/ and swaps in a good build on every change.

  deno task dev                  with the live platforms that the environment names
  deno task dev -- --demo-live   with a platform that plays: broadcasts come and go by themselves`;

if (Deno.args.includes("--help")) console.log(HELP);
else Deno.exit(await serveAndWatch());

/** Resolves with the exit code: 0 after a signal, else that of the process that ended by itself. */
async function serveAndWatch(): Promise<number> {
  const children = createChildren(Deno.args.includes("--demo-live") ? demonstration() : {});
  const told = signalled();
  const work = async () => {
    const build = await children.start("build", ["build/main.ts", "build"]);
    await build.status;
    const started = [
      await children.start("build", ["build/main.ts", "watch"]),
      await children.start("serve", ["src/main.ts", "--follow"]),
    ];
    const { code } = await Promise.race(started.map((child) => child.status));
    return code || 1;
  };
  const working = work();
  working.catch(() => {});
  const code = await Promise.race([told, working]);
  await children.end();
  return code;
}

/** Resolves when somebody wants this to end. */
function signalled(): Promise<number> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      Deno.addSignalListener(signal, () => resolve(0));
    }
  });
}

function demonstration(): Record<string, string> {
  const { env } = Deno;
  return startDemonstration(env.get("CONTENT_DIR") || "content", env.get("KV_PATH"));
}
