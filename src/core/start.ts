/**
 * This room composes the program from its rooms, from top to bottom, for the server and for commands.
 *
 * @module
 */

import { PACK_FILE } from "../model/pack.ts";
import { type Clock, sleep, systemClock, watchClockSteps } from "../platform/clock.ts";
import { markFile } from "../platform/file_mark.ts";
import { createStderrLog, errorMessage, type Log, writeToStdout } from "../platform/log.ts";
import { npxRemark } from "../platform/npx.ts";
import type { Settings } from "../platform/settings.ts";
import type { Handler } from "../routes/dispatch.ts";
import { engineAt } from "../store/engine.ts";
import { openStore } from "../store/store.ts";
import { ENGINES } from "./addons.ts";
import { assemble, type Service } from "./program.ts";
import { listen, shutDownOnSignal } from "./listen.ts";
import { isLoopback } from "../http/request.ts";
import { followContent, loadContent, type LoadedContent } from "./follow.ts";
import { StartError } from "../platform/start_error.ts";
import { NEW_STORE } from "../store/store_files.ts";
import { createStoreWait } from "../store/store_trouble.ts";
import { systemNet } from "../platform/net.ts";
import { untilInputEnds, WITH_PARENT } from "../platform/parent.ts";
import { systemRandom } from "../platform/random.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import { loadWaiting } from "../toolbox/lazily.ts";
import {
  describeDemo,
  makeDemoKey,
  makeFirstAdmin,
  mayHaveDemoKey,
  noteSnapshot,
  usersOnRecord,
} from "./first_start.ts";
import { onKeyEnd } from "./key_end.ts";
import { FOLLOW, RUNTIME_VERSIONS, warnOfNearlySettings } from "./start_settings.ts";

/** How long open requests may take to end. */
const OPEN_MS = 5000;
/** Deno Deploy ends the process 5 s after its signal: what is leased is given back within them. */
const OPEN_MS_ON_DEPLOY = 2000;

/** Work that no caller waits for starts this long after the add-ons were opened, in ms. */
const AFTER_START_MS = 200;
/** Requests have this long, in ms, between two modules that are loaded ahead of their first use. */
const BETWEEN_LOADS_MS = 20;

interface StartOptions {
  readonly onDeploy: boolean;
  readonly settings: Settings;
  /** Wraps the program, and answers some requests itself; left out: nothing does. */
  readonly front?: (program: Handler) => Handler;
}

/**
 * Starts the server as the settings and the command's words say.
 *
 * @throws {StartError} naming what keeps it from starting, and the remedy
 */
export async function startServer(
  { onDeploy, settings, front }: StartOptions,
): Promise<Service> {
  const platform = {
    clock: systemClock,
    log: createStderrLog(settings.LOG),
    random: systemRandom,
    net: systemNet,
    direct: systemNet,
  };
  const { clock, log, random } = platform;
  warnOfNearlySettings(log);
  if (!onDeploy && Deno.permissions.querySync({ name: "net" }).state !== "granted") {
    log.info("Callers' webhooks get events only on hosts that --allow-net permits");
  }

  // Content. No store is made if there is nothing to serve.
  const { OUT_DIR: folder } = settings;
  let ownAddress = settings.BASE_URL?.replace(/\/+$/, "");
  const addressOf = () => ownAddress;
  // Marked before it is opened: what replaces it meanwhile has another mark.
  const loaded = markFile(`${folder}/${PACK_FILE}`)?.version;
  let content = await loadContent(folder, { log, ownAddress: addressOf });

  // Store.
  const { KV_PATH } = settings;
  const waitForStore = createStoreWait(KV_PATH, engineAt(KV_PATH, ENGINES), clock);
  const store = await waitForStore(openStore(settings, {
    engines: ENGINES,
    onKeyEnd,
    random,
    isPublic: onDeploy || !isLoopback(settings.HOST),
    onDeploy,
    log,
    refuseLost: !Deno.args.includes(NEW_STORE),
  }));
  const trailDeps = { store, clock, random, log };
  await waitForStore(noteSnapshot(trailDeps));

  // The services and what answers with them.
  const elapsed = () => performance.now();
  const service = assemble(
    { platform, settings, store, content: () => content, versions: RUNTIME_VERSIONS },
    { onDeploy, elapsed, memory: memoryInUse, writeLines: writeToStdout },
  );
  const { credentials } = service.access;
  const firstAdmin = makeFirstAdmin(settings, {
    users: store.users,
    recordedUsers: (username) => usersOnRecord(trailDeps, username),
    credentials,
    log,
    now: clock.now(),
  });
  if (onDeploy) void firstAdmin.catch((error) => logOrExit(error, log));
  else await waitForStore(firstAdmin);

  // The socket.
  const { HOST, PORT, REUSE_PORT: reusePort } = settings;
  const app = front === undefined ? service.app : front(service.app);
  const listener = listen(app, HOST, PORT, { clock, log, onDeploy, reusePort });
  service.listensAt(listener.ownHost);
  const { hostname, port } = listener;
  const base = `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}/`;
  const isOwn = mayHaveDemoKey({ onDeploy, hostname, proxies: settings.TRUSTED_PROXIES });
  // Behind a proxy or on another address, `base_url` is where callers find the service.
  if (isOwn) ownAddress ??= base.slice(0, -1);
  const demo = isOwn
    ? await waitForStore(
      makeDemoKey({ keys: store.keys, credentials }, content.catalog, clock.now()),
    )
    : undefined;
  if (demo !== undefined) service.offerDemoKey(demo, clock.now() + DAY_MS);

  // New builds.
  const unfollow = Deno.args.includes(FOLLOW)
    ? followContent(folder, {
      clock,
      log,
      swap(next) {
        content = next;
        service.announcer.sync();
        readSiteNow(next, log);
      },
      served: () => content,
      loaded,
      ownAddress: addressOf,
    })
    : () => {};

  // The shutdown: a supervisor that reads the first line may send a signal at once.
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
      close: listener.close,
      async end() {
        await service.close();
        store.kv.close();
      },
    },
    { drainMs: settings.DRAIN_MS, openMs: onDeploy ? OPEN_MS_ON_DEPLOY : OPEN_MS },
    { clock, log },
  );
  if (Deno.args.includes(WITH_PARENT)) untilInputEnds().finally(() => shutDownNow());
  // An instance on Deno Deploy sleeps while no request comes.
  if (!onDeploy) watchClockSteps({ clock, elapsed, log });

  // In one piece: who waits for the first line has read the demo key with it.
  const demoLines = demo === undefined ? [] : withRemarks(describeDemo(demo, base, content));
  console.log([`Listening on ${base}`, ...demoLines].join("\n"));

  // Add-ons, and then what no request waits for: an instance on Deno Deploy may sleep soon.
  service.openAddOns().then(() => {
    service.live.start();
    clock.after(onDeploy ? 0 : AFTER_START_MS, workAfterStart);
  }, exitWith);
  return service;

  function workAfterStart(): void {
    void service.announcer.sync();
    // Nothing changes the files of an instance on Deno Deploy.
    if (onDeploy) return;
    readSiteNow(content, log);
    void loadAhead(clock, log);
  }
}

/** Reads the site before another build takes the place of its file. */
function readSiteNow({ site }: LoadedContent, log: Log): void {
  try {
    site.read();
  } catch (error) {
    log.warn("Cannot read the site pack", { error: errorMessage(error) });
  }
}

/** Loads the modules that wait for their first use, before an update changes their files. */
async function loadAhead(clock: Clock, log: Log): Promise<void> {
  const pause = () => sleep(clock, BETWEEN_LOADS_MS);
  await loadWaiting(pause, (error) => {
    log.warn("Cannot load a module ahead of its first use", { error: errorMessage(error) });
  });
}

/** No request waits for the first administrator on Deno Deploy; the next start makes it if this one cannot. */
function logOrExit(error: unknown, log: Log): void {
  if (error instanceof StartError) exitWith(error);
  log.warn("Cannot make the first administrator", { error: errorMessage(error) });
}

/** A start that fails when the server listens already. */
function exitWith(error: unknown): never {
  console.error(errorMessage(error));
  Deno.exit(1);
}

function memoryInUse(): { residentBytes: number; heapBytes: number } {
  const { rss, heapUsed } = Deno.memoryUsage();
  return { residentBytes: rss, heapBytes: heapUsed };
}

function withRemarks(lines: readonly string[]): readonly string[] {
  // Under `deno task dev` the person who started this has chosen between real platforms and the one that plays.
  if (lines.length === 0 || Deno.args.includes(WITH_PARENT)) return lines;
  const remark = npxRemark((name) => Deno.env.get(name));
  return [
    ...lines,
    "Broadcasts that come and go, without any platform: deno task dev -- --demo-live",
    ...remark === undefined ? [] : [remark],
  ];
}
