/**
 * Starts the server: its settings, its store, its content, then the program over them.
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
import { followContent, loadContent, type LoadedContent } from "./follow_build.ts";
import { StartError } from "../platform/start_error.ts";
import { NEW_STORE } from "../store/store_files.ts";
import { createStoreWait } from "../store/store_trouble.ts";
import { systemNet } from "../platform/net.ts";
import { systemRandom } from "../platform/random.ts";
import { DAY_MS } from "../toolbox/durations.ts";
import { loadWaiting } from "../toolbox/lazily.ts";
import {
  describeDemo,
  type ListeningServer,
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

/** The first answer of the core does not wait for the add-ons: they open this long after it listens, in ms. */
const UNTIL_ADD_ONS_MS = 100;
/** Work that no caller waits for starts this long after the add-ons were opened, in ms. */
const AFTER_START_MS = 200;
/** Requests have this long, in ms, between two modules that are loaded ahead of their first use. */
const BETWEEN_LOADS_MS = 20;

interface StartOptions {
  readonly onDeploy: boolean;
  readonly settings: Settings;
  /** Left out: the server serves what is in OUT_DIR. */
  readonly dev?: DevServer;
}

/** What a server that builds by itself is started with. */
interface DevServer {
  /** The bytes of the pack that it has built; what belongs to it is in OUT_DIR. */
  readonly pack: Uint8Array;
  /** Takes what the server has to say. */
  readonly log: Log;
  /** Wraps the program, and answers some requests itself; undefined: nothing does. */
  readonly front: ((program: Pick<Service, "app" | "over">) => Handler) | undefined;
  /** Prints where the server listens. */
  greet(server: ListeningServer): void;
}

/** A server that runs. */
export interface RunningServer extends Service {
  /** Serves this pack from now on; what belongs to it is in OUT_DIR. */
  serve(pack: Uint8Array): Promise<void>;
  /** Ends the process without a drain; it logs the signal. */
  stop(signal?: Deno.Signal): void;
}

/**
 * Starts the server as the settings and the command's words say.
 *
 * @throws {StartError} naming what keeps it from starting, and the remedy
 */
export async function startServer(
  { onDeploy, settings, dev }: StartOptions,
): Promise<RunningServer> {
  const platform = {
    clock: systemClock,
    log: dev?.log ?? createStderrLog(settings.LOG),
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
  let ownAddress = settings.BASE_URL;
  const addressOf = () => ownAddress;
  // Noted before it is opened: what replaces it meanwhile is another version.
  const loaded = markFile(`${folder}/${PACK_FILE}`)?.version;
  const loadDeps = { log, ownAddress: addressOf };
  let content = await loadContent(folder, loadDeps, dev?.pack);

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
  const trailDeps = { store, clock, log };
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
  const app = dev?.front?.(service) ?? service.app;
  const listener = listen(app, HOST, PORT, { clock, log, reusePort });
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
  let retired: LoadedContent["pictures"] | undefined;
  const swap = (next: LoadedContent) => {
    const { pictures } = content;
    content = next;
    if (next.pictures !== pictures) {
      // Requests that are under way read from them: they stay open until the next are retired.
      retired?.close();
      retired = pictures;
    }
    service.announcer.sync();
    readSiteNow(next, log);
  };
  const serve = async (pack: Uint8Array) => swap(await loadContent(folder, loadDeps, pack));
  const unfollow = Deno.args.includes(FOLLOW)
    ? followContent(folder, {
      clock,
      log,
      swap,
      served: () => content,
      loaded,
      ownAddress: addressOf,
    })
    : () => {};

  // The shutdown: a supervisor that reads the first line may send a signal at once.
  const stop = shutDownOnSignal(
    {
      announce() {
        service.drain();
        listener.announceClose();
      },
      quiet() {
        stopOpening();
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
  // An instance on Deno Deploy sleeps while no request comes.
  if (!onDeploy) watchClockSteps(clock, elapsed, log);

  const greet = dev?.greet ?? printGreeting;
  greet({ base, demo: demo === undefined ? undefined : describeDemo(demo, base, content) });

  // Add-ons, and then what no request waits for: an instance on Deno Deploy may sleep soon.
  const stopOpening = clock.after(onDeploy ? 0 : UNTIL_ADD_ONS_MS, () => {
    service.openAddOns().then(() => {
      service.live.start();
      clock.after(onDeploy ? 0 : AFTER_START_MS, workAfterStart);
    }, exitWith);
  });
  return { ...service, serve, stop };

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

function printGreeting({ base, demo }: ListeningServer): void {
  const lines = [`Listening on ${base}`];
  if (demo !== undefined) {
    lines.push(
      `In a browser: ${demo.pages.join(" ")}`,
      "Nobody has a key yet. Paste these after curl, with a demo key for this machine, good for one day:",
      ...demo.addresses,
      "Broadcasts that come and go, without any platform: deno task dev -- --demo-live",
    );
    const remark = npxRemark((name) => Deno.env.get(name));
    if (remark !== undefined) lines.push(remark);
  }
  // In one piece: who waits for the first line has read the demo key with it.
  console.log(lines.join("\n"));
}
