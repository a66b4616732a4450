/**
 * Serves and rebuilds on every change: `deno task dev`. The server and the watching compiler run in
 * processes of their own, each with its own permissions.
 */
import { checkContent } from "../check/check_content.ts";
import { demoAccounts } from "../demo_live/demo_accounts.ts";
import { startDemoPlatform } from "../demo_live/demo_platform.ts";

const HELP = `Serves content/ and swaps in a good build on every change.

  deno task dev                  with the live platforms that the environment names
  deno task dev -- --demo-live   with a platform that plays: broadcasts come and go by themselves`;

/** The demonstration is asked often, so that a newcomer sees something happen. */
const DEMO_INTERVAL_MS = "5000";

if (Deno.args.includes("--help")) {
  console.log(HELP);
} else {
  const environment = Deno.args.includes("--demo-live") ? demoEnvironment() : {};
  await run("build", ["build/main.ts", "build"], {}).then((child) => child.status);
  const children = [
    await run("build", ["build/main.ts", "watch"], {}),
    await run("serve", ["src/main.ts", "--follow"], environment),
  ];
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => children.forEach((child) => end(child, signal)));
  }
  await Promise.race(children.map((child) => child.status));
  children.forEach((child) => end(child, "SIGTERM"));
  Deno.exit(0);
}

async function run(
  role: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Deno.ChildProcess> {
  const deno = (words: readonly string[]) =>
    new Deno.Command(Deno.execPath(), { args: [...words], env });
  const asked = await deno(["run", "--allow-env", "src/start/permissions.ts", role]).output();
  const permissions = new TextDecoder().decode(asked.stdout).trim().split(" ");
  return deno(["run", ...permissions, ...args]).spawn();
}

function end(child: Deno.ChildProcess, signal: Deno.Signal): void {
  try {
    child.kill(signal);
  } catch {
    // It has ended by itself.
  }
}

/** Starts the platform that plays, and says where it is. */
function demoEnvironment(): Record<string, string> {
  const content = checkContent(Deno.env.get("CONTENT_DIR") || "content", () => {}, () => {});
  const accounts = content === undefined ? [] : demoAccounts(content);
  const { url } = startDemoPlatform({ accounts: () => accounts, now: Date.now });
  console.error(`A platform plays at ${url}: ${accounts.length} accounts go live now and then.`);
  return {
    IDN_URL: url,
    SHOWROOM_URL: url,
    IDN_API_KEY: "demonstration",
    LIVE_INTERVAL_MS: DEMO_INTERVAL_MS,
  };
}
