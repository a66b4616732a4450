import process from "node:process";
import { createGate } from "./access/gate.ts";
import { createKeyTable } from "./access/key_table.ts";
import { createApp, type Handler } from "./app.ts";
import { systemClock } from "./platform/clock.ts";
import { stderrLog } from "./platform/log.ts";
import { systemRandom } from "./platform/random.ts";
import { readSettings, SettingsError } from "./platform/settings.ts";
import { createServicePages } from "./routes/service.ts";
import { followContent, loadContent } from "./start/content.ts";
import { demoAddresses, makeDemoKey } from "./start/demo_key.ts";
import { isLoopback } from "./http/loopback.ts";
import { StartError } from "./start/start_error.ts";
import { openStore } from "./start/store.ts";

const KEY_POLL_FILE_MS = 2000;
const KEY_POLL_MS = 30_000;

try {
  await start();
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}

async function start(): Promise<void> {
  const onDeploy = Deno.env.get("DENO_DEPLOYMENT_ID") !== undefined;
  refuseForgedAddresses(onDeploy);
  const settings = readSettings((name) => Deno.env.get(name));
  const [clock, log, random] = [systemClock, stderrLog, systemRandom];
  const startedAt = clock.now();

  let content = loadContent(settings.OUT_DIR);
  const isPublic = onDeploy || !isLoopback(settings.HOST);
  const store = await openStore(settings, { random, isPublic, onDeploy });
  const { kv, digest, keys } = store;
  const pollMs = store.isFile ? KEY_POLL_FILE_MS : KEY_POLL_MS;
  const table = createKeyTable({ kv, store: keys, digest, clock, log, pollMs });
  const gate = createGate({ keys: table, clock });
  const service = createServicePages(() => content, () => ({
    startedAt,
    sources: [],
    store: { state: table.state() },
    audit: { mode: settings.AUDIT, backlog: 0 },
    versions: { deno: Deno.version.deno, tzdata: process.versions.tz ?? "unknown" },
  }));
  const app = createApp({ content: () => content, gate, service, clock, random, log });

  const server = serve(app, settings.HOST, settings.PORT);
  const { hostname, port } = server.addr;
  const base = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}/`;
  console.log(`Listening on ${base}`);

  const mayDemo = !onDeploy && isLoopback(hostname) && settings.TRUSTED_PROXIES.length === 0;
  const secret = mayDemo ? await makeDemoKey(keys, content.catalog, clock.now()) : undefined;
  if (secret !== undefined) {
    console.log("Try it with this demo key, good for one day on this machine:");
    for (const address of demoAddresses(base, content.catalog, secret)) console.log(`  ${address}`);
  }
  const unfollow = Deno.args.includes("--follow")
    ? followContent(settings.OUT_DIR, log, (next) => content = next)
    : () => {};
  stopOnSignal(async () => {
    unfollow();
    await server.shutdown();
    table.close();
    kv.close();
  });
}

function serve(app: Handler, hostname: string, port: number): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({ hostname, port, onListen: () => {} }, (request, info) => {
      const { remoteAddr } = info;
      return app(request, remoteAddr.transport === "tcp" ? remoteAddr.hostname : "unknown");
    });
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new StartError(
      `Cannot listen on port ${port}: another program does; set PORT to another one, or 0 for any`,
    );
  }
}

/** Deno itself would believe the forwarding headers of any client. */
function refuseForgedAddresses(onDeploy: boolean): void {
  if (onDeploy || Deno.env.get("DENO_TRUST_PROXY_HEADERS") === undefined) return;
  throw new StartError(
    "Cannot start with DENO_TRUST_PROXY_HEADERS: it lets any client forge its address. " +
      "Unset it, and name your proxies in TRUSTED_PROXIES",
  );
}

function stopOnSignal(stop: () => Promise<void>): void {
  const once = () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.removeSignalListener(signal, once);
    stop();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, once);
}
