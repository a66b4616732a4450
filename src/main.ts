import process from "node:process";
import { createAdmins } from "./access/admins.ts";
import { createCodeCheck } from "./access/code_check.ts";
import { createCredentialTable } from "./access/credential_table.ts";
import { createGate } from "./access/gate.ts";
import { newHolder } from "./access/ledger/holder.ts";
import { createLedger } from "./access/ledger/ledger.ts";
import { createMeter } from "./access/meter.ts";
import { createPasswords } from "./access/password.ts";
import { createFailureThrottle } from "./access/rate/failure_throttle.ts";
import { createAdminArea } from "./admin/admin_area.ts";
import { COMMANDS } from "./admin/commands.ts";
import { createApp, type Handler } from "./app.ts";
import { systemClock } from "./platform/clock.ts";
import { stderrLog } from "./platform/log.ts";
import { systemRandom } from "./platform/random.ts";
import { readSettings, SettingsError } from "./platform/settings.ts";
import { createCodeArea } from "./routes/codes.ts";
import { createServicePages } from "./routes/service.ts";
import { followContent, loadContent } from "./start/content.ts";
import { demoAddresses, makeDemoKey } from "./start/demo_key.ts";
import { makeFirstAdmin } from "./start/first_admin.ts";
import { isLoopback } from "./http/loopback.ts";
import { openMailer } from "./start/mailer.ts";
import { StartError } from "./start/start_error.ts";
import { openStore } from "./start/store.ts";

const KEY_POLL_FILE_MS = 2000;
const KEY_POLL_MS = 30_000;
/** How often the callers of one network may bring a wrong password, or a wrong code, in a minute. */
const FAILURES = 30;

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
  const ledger = createLedger({ kv, clock, random, holder: newHolder(random), log });
  const meter = createMeter(ledger, () => content.catalog.index.plans);
  const passwords = createPasswords({ digest, random });
  await makeFirstAdmin(settings, { users: store.users, passwords, log, now: startedAt });
  const credentials = createCredentialTable({
    ...store,
    clock,
    log,
    pollMs,
    keysRead: (keys) => keys.forEach(({ id }) => ledger.recheck(id)),
  });
  const gate = createGate({ credentials, clock });
  const service = createServicePages(() => content, () => ({
    startedAt,
    sources: [],
    store: { state: credentials.state() },
    audit: { mode: settings.AUDIT, backlog: 0 },
    versions: { deno: Deno.version.deno, tzdata: process.versions.tz ?? "unknown" },
  }));
  const admins = createAdmins({
    credentials,
    passwords,
    digest,
    clock,
    throttle: createFailureThrottle(clock, FAILURES),
  });
  const areas = {
    admin: createAdminArea({
      commands: COMMANDS,
      desk: {
        store,
        clock,
        meter,
        mailer: openMailer(settings, () => content.catalog.index.site),
        passwords,
        content: () => content.catalog.index,
      },
      admins,
      log,
      isOn: settings.ADMIN_API,
      status: () => ({
        ...service.get("/status")!() as Record<string, unknown>,
        credentials: credentials.counts(),
        mail: settings.SMTP_URL === undefined ? "off" : "on",
        admin_api: settings.ADMIN_API ? "on" : "off",
      }),
    }),
    codes: createCodeArea(
      createCodeCheck({
        codes: store.codes,
        throttle: createFailureThrottle(clock, FAILURES),
        log,
      }),
    ),
  };
  const app = createApp({
    content: () => content,
    gate,
    meter,
    service,
    areas,
    clock,
    random,
    log,
  });

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
    credentials.close();
    await ledger.close();
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
