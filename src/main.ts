import process from "node:process";
import type { Handler } from "./app.ts";
import { isLoopback } from "./http/loopback.ts";
import { ownHost } from "./http/own_host.ts";
import { createLiveCron, LIVE_CRON, LIVE_CRON_SCHEDULE } from "./live/cron.ts";
import { loadContent } from "./setup/content.ts";
import { followContent } from "./setup/follow_content.ts";
import { StartError } from "./platform/start_error.ts";
import { openStore } from "./store/store.ts";
import { sleep, systemClock } from "./platform/clock.ts";
import { stderrLog } from "./platform/log.ts";
import { systemNet } from "./platform/net.ts";
import { untilInputEnds, WITH_PARENT } from "./platform/parent.ts";
import { systemRandom } from "./platform/random.ts";
import { readSettings, SettingsError } from "./platform/settings.ts";
import { assemble, type Service } from "./setup/assemble.ts";
import { demoAddresses, makeDemoKey, mayHaveDemoKey } from "./setup/demo_key.ts";
import { makeFirstAdmin } from "./setup/first_admin.ts";

/** How long requests may take to end after a signal. Deno Deploy ends the process after 5 s. */
const LONGEST_GOODBYE_MS = 2000;

/** Swaps in each new build. */
const FOLLOW = "--follow";

const onDeploy = Deno.env.get("DENO_DEPLOYMENT_ID") !== undefined;
const starting = start();

// Deno Deploy finds a cron job only where it is registered at top level.
if (onDeploy) {
  const pollOlderThan = async (leastAgeMs: number) => {
    const { live, audit } = await starting;
    audit.wake();
    await live.pollOlderThan(leastAgeMs);
  };
  const timeline = () => Deno.env.get("DENO_TIMELINE");
  Deno.cron(LIVE_CRON, LIVE_CRON_SCHEDULE, createLiveCron({ timeline, pollOlderThan }));
}

try {
  await starting;
} catch (error) {
  if (!(error instanceof StartError || error instanceof SettingsError)) throw error;
  console.error(error.message);
  Deno.exit(1);
}

async function start(): Promise<Service> {
  refuseForgedAddresses();
  refuseOtherWords(Deno.args);
  const settings = readSettings((name) => Deno.env.get(name));
  const outside = { clock: systemClock, log: stderrLog, random: systemRandom, net: systemNet };
  const { clock, log, random } = outside;

  let content = loadContent(settings.OUT_DIR);
  const isPublic = onDeploy || !isLoopback(settings.HOST);
  const store = await openStore(settings, { random, isPublic, onDeploy });
  const versions = { deno: Deno.version.deno, tzdata: process.versions.tz ?? "unknown" };
  const service = assemble(outside, settings, store, () => content, versions, { onDeploy });
  const { passwords, credentials } = service.doors;
  const { users, keys } = store;
  await makeFirstAdmin(settings, { users, credentials, passwords, log, now: clock.now() });

  const server = serve(service.app, settings.HOST, settings.PORT);
  const { hostname, port } = server.addr;
  const base = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}/`;
  const mayDemo = mayHaveDemoKey({ onDeploy, hostname, proxies: settings.TRUSTED_PROXIES });
  const secret = mayDemo
    ? await makeDemoKey({ keys, credentials }, content.catalog, clock.now())
    : undefined;
  const unfollow = Deno.args.includes(FOLLOW)
    ? followContent(settings.OUT_DIR, {
      clock,
      log,
      swap: (next) => content = next,
      build: content.catalog.index.build,
    })
    : () => {};
  // Whoever reads the first line may send a signal at once.
  stopOnSignal(async () => {
    unfollow();
    await service.quiet();
    // A request that never comes to its end must not keep what is leased or still to be written.
    await Promise.race([server.shutdown(), sleep(clock, LONGEST_GOODBYE_MS)]);
    await service.close();
    store.kv.close();
    Deno.exit();
  });
  console.log(`Listening on ${base}`);
  if (secret !== undefined) printDemo(demoAddresses(base, content.catalog, secret));
  service.live.start();
  return service;
}

function printDemo(addresses: readonly string[]): void {
  console.log("Try it with this demo key, good for one day on this machine:");
  for (const address of addresses) console.log(`  ${address}`);
}

function serve(app: Handler, hostname: string, port: number): Deno.HttpServer<Deno.NetAddr> {
  try {
    const server: Deno.HttpServer<Deno.NetAddr> = Deno.serve(
      { hostname, port, onListen: () => {} },
      (request, info) => {
        const { remoteAddr } = info;
        return app(request, remoteAddr.transport === "tcp" ? remoteAddr.hostname : "unknown", own);
      },
    );
    const own = onDeploy ? undefined : ownHost(server.addr);
    return server;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) {
      throw new StartError(
        `Cannot listen on port ${port}: another program does; set PORT to another one, or 0 for any`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Cannot listen on HOST ${hostname}, PORT ${port}: ${reason}`);
  }
}

/** Deno itself would believe the forwarding headers of any client. */
function refuseForgedAddresses(): void {
  if (onDeploy || Deno.env.get("DENO_TRUST_PROXY_HEADERS") === undefined) return;
  throw new StartError(
    "Cannot start with DENO_TRUST_PROXY_HEADERS: it lets any client forge its address. " +
      "Unset it, and name your proxies in TRUSTED_PROXIES",
  );
}

/** A word that nobody reads would look as if it had been obeyed. */
function refuseOtherWords(args: readonly string[]): void {
  const other = args.filter((word) => !["--", FOLLOW, WITH_PARENT].includes(word));
  if (onDeploy || other.length === 0) return;
  throw new StartError(
    `Cannot start with "${other.join(" ")}": expected no word but ${FOLLOW}; ` +
      "all else is set by variables, see Settings in README.md",
  );
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const once = () => {
    if (isStopping) return;
    isStopping = true;
    for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.removeSignalListener(signal, once);
    // The clock's timers keep no process alive, and what is written last may wait for one.
    const awake = setInterval(() => {}, 1_000);
    stop().finally(() => clearInterval(awake));
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, once);
  if (Deno.args.includes(WITH_PARENT)) untilInputEnds().finally(once);
}
