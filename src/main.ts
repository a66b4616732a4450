/**
 * This room starts the server; each room within it has one task.
 *
 * @module
 */

import { isLoopback } from "./http/host.ts";
import { createLiveCron, LIVE_CRON, LIVE_CRON_SCHEDULE } from "./live/live_cron.ts";
import { loadContent } from "./setup/content.ts";
import { followContent } from "./setup/follow_content.ts";
import { StartError } from "./platform/start_error.ts";
import { NEW_STORE } from "./store/store_files.ts";
import { openStore } from "./store/store.ts";
import { systemClock } from "./platform/clock.ts";
import { watchClockSteps } from "./platform/clock_steps.ts";
import { createStderrLog, writeToStdout } from "./platform/log.ts";
import { systemNet } from "./platform/net.ts";
import {
  PROCESS,
  readProcessNumber,
  untilInputEnds,
  WITH_PARENT,
  WITHOUT_DEMO,
} from "./platform/parent.ts";
import { systemRandom } from "./platform/random.ts";
import { readSettings, type Settings, SettingsError } from "./platform/settings.ts";
import { assemble, type Service } from "./setup/assemble.ts";
import { describeDemo, makeDemoKey, mayHaveDemoKey } from "./setup/demo_key.ts";
import { makeFirstAdmin, usersOnRecord } from "./setup/first_admin.ts";
import { describeCommandLine, directCommandLine, PRINT } from "./setup/serve/command_line.ts";
import { METRICS_HOST } from "./setup/serve/named_hosts.ts";
import { refuseVariables } from "./setup/serve/refused_variables.ts";
import { shutDownOnSignal } from "./setup/serve/shutdown.ts";
import { listen } from "./setup/serve/listen.ts";
import { RUNTIME_VERSIONS } from "./setup/versions.ts";

/** How long open requests may take to end. */
const OPEN_MS = 5000;
/** Deno Deploy ends the process 5 s after its signal: what is leased is given back within them. */
const OPEN_MS_ON_DEPLOY = 2000;

/** Swaps in each new build. */
const FOLLOW = "--follow";

const onDeploy = Deno.env.get("DENO_DEPLOYMENT_ID") !== undefined;
const starting = start();

// Deno Deploy finds a cron job only where it is registered at top level.
if (onDeploy) {
  const pollOlderThan = async (leastAgeMs: number) => {
    const { live, audit, webhooks, alerts, notices } = await starting;
    audit.wake();
    webhooks.wake();
    alerts.wake();
    notices.wake();
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
  // On Deno Deploy the runtime's variables are the platform's own.
  if (!onDeploy) refuseVariables((name) => Deno.env.get(name));
  refuseOtherWords(Deno.args);
  const settings = readSettings((name) => Deno.env.get(name));
  const number = readProcessNumber(Deno.args);
  const isOneOfSeveral = number !== undefined;
  if (Deno.args.includes(PRINT)) printCommandLine(settings);
  if (settings.PROCESSES > 1 && !isOneOfSeveral) await runSeveral(settings);
  const platform = {
    clock: systemClock,
    log: createStderrLog(settings.LOG),
    random: systemRandom,
    net: systemNet,
    direct: systemNet,
  };
  const { clock, log, random } = platform;

  if (!onDeploy && Deno.permissions.querySync({ name: "net" }).state !== "granted") {
    log.info("Callers' webhooks are told only where --allow-net lets this server reach");
  }
  let ownAddress: string | undefined;
  const addressOf = () => ownAddress;
  let content = loadContent(settings.OUT_DIR, addressOf);
  const isPublic = onDeploy || !isLoopback(settings.HOST);
  const store = await openStore(settings, {
    ...{ random, isPublic, onDeploy, clock, log },
    refuseLost: !Deno.args.includes(NEW_STORE),
  });
  const service = assemble(platform, settings, store, () => content, RUNTIME_VERSIONS, {
    onDeploy,
    elapsed: () => performance.now(),
    memory: memoryInUse,
    writeLines: writeToStdout,
    metricsApart: isOneOfSeveral,
  });
  const { passwords, credentials } = service.access;
  const { users, keys } = store;
  const recordedUsers = (username: string) =>
    usersOnRecord({ store, clock, random, log }, username);
  const now = clock.now();
  await makeFirstAdmin(settings, { users, recordedUsers, credentials, passwords, log, now });

  const listening = { clock, log, onDeploy };
  const listener = listen(service.app, settings.HOST, settings.PORT, {
    ...{ ...listening, reusePort: isOneOfSeveral },
  });
  const { METRICS_PORT } = settings;
  const metrics = METRICS_PORT === undefined
    ? undefined
    : listen(service.metricsApp, METRICS_HOST, METRICS_PORT + (number ?? 0), {
      ...{ ...listening, setting: "METRICS_PORT" },
    });
  const { hostname, port } = listener;
  const base = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}/`;
  const isOwn = mayHaveDemoKey({ onDeploy, hostname, proxies: settings.TRUSTED_PROXIES });
  // Behind a proxy or on another address, `base_url` is where callers find the service.
  if (isOwn) ownAddress = base.slice(0, -1);
  const times = { startedAt: performance.timeOrigin, clock };
  const demo = isOwn && !Deno.args.includes(WITHOUT_DEMO)
    ? await makeDemoKey({ keys, credentials }, content.catalog, times)
    : undefined;
  const unfollow = Deno.args.includes(FOLLOW)
    ? followContent(settings.OUT_DIR, {
      clock,
      log,
      swap(next) {
        content = next;
        service.announcer.sync();
      },
      build: content.catalog.index.build,
      ownAddress: addressOf,
    })
    : () => {};
  // A supervisor that reads the first line may send a signal at once.
  const shutDownNow = shutDownOnSignal(
    {
      announce() {
        service.drain();
        listener.announceClose();
      },
      quiet() {
        unfollow();
        return service.quiet();
      },
      async close() {
        await Promise.all([listener.close(), metrics?.close()]);
      },
      async end() {
        await service.close();
        store.kv.close();
      },
    },
    { drainMs: settings.DRAIN_MS, openMs: onDeploy ? OPEN_MS_ON_DEPLOY : OPEN_MS },
    clock,
  );
  if (Deno.args.includes(WITH_PARENT)) untilInputEnds().finally(shutDownNow);
  // An instance on Deno Deploy sleeps whenever nobody asks.
  if (!onDeploy) {
    const stepped = service.alerts.clockStepped;
    watchClockSteps({ clock, elapsed: () => performance.now(), log, stepped });
  }
  console.log(`Listening on ${base}`);
  if (demo !== undefined) printDemo(describeDemo(demo, base, content));
  service.live.start();
  service.announcer.sync();
  return service;
}

function memoryInUse(): { residentBytes: number; heapBytes: number } {
  const { rss, heapUsed } = Deno.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed };
}

function printDemo(lines: readonly string[]): void {
  for (const line of lines) console.log(line);
  // Under `deno task dev` whoever started this has chosen between real platforms and the one that plays.
  if (lines.length === 0 || Deno.args.includes(WITH_PARENT)) return;
  console.log("Broadcasts that come and go, without any platform: deno task dev -- --demo-live");
}

function printCommandLine(settings: Settings): never {
  const words = Deno.args.filter((word) => word !== PRINT && word !== "--");
  console.log(directCommandLine(settings, Deno.execPath(), words));
  console.error(describeCommandLine(settings));
  Deno.exit();
}

/** Ends with the servers, which run in processes of their own. */
async function runSeveral(settings: Settings): Promise<never> {
  if (onDeploy) {
    throw new StartError("Cannot use PROCESSES on Deno Deploy, which starts instances itself");
  }
  const { runProcesses } = await import("./processes/run_processes.ts");
  Deno.exit(await runProcesses(settings, Deno.args.filter((word) => word !== "--")));
}

/** A word that nobody reads would look as if it had been obeyed. */
function refuseOtherWords(args: readonly string[]): void {
  const known = ["--", FOLLOW, NEW_STORE, PRINT, WITH_PARENT, WITHOUT_DEMO];
  const other = args.filter((word) => !known.includes(word) && !word.startsWith(PROCESS));
  if (onDeploy || other.length === 0) return;
  throw new StartError(
    `Cannot start with "${
      other.join(" ")
    }": expected no word but ${FOLLOW}, ${NEW_STORE} or ${PRINT}; ` +
      "all else is set by variables, see build/site/docs/pages/settings.md",
  );
}
