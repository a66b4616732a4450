/**
 * The one file of the doors that knows how the program is put together: whoever rebuilds its insides
 * changes this file, and no test behind a door.
 */
// A clock that is moved by hand does not wait for what is imported with its first use.
import "../../src/live/platforms/idn.ts";
import "../../src/live/platforms/showroom.ts";
import "../../src/live/platforms/youtube.ts";
import { renderOpenApi } from "../../build/addons/site/openapi/document.ts";
import {
  type DocumentedEndpoint as Endpoint,
  documentedEndpoints,
} from "../../build/addons/site/openapi/endpoints.ts";
import { createMeter } from "../../src/access/limits/meter.ts";
import { type CommandEnv, CommandError } from "../../src/admin/command/command.ts";
import { loadCommands } from "../../src/core/commands.ts";
import { type Catalog } from "../../src/catalog/catalog.ts";
import { type Content, openContent } from "../../src/catalog/content.ts";
import { openSite } from "../../src/page/site_pack.ts";
import { runCommand } from "../../src/admin/cli/run_command.ts";
import { assemble, type AssembleOptions } from "../../src/core/program.ts";
import { listen } from "../../src/core/listen.ts";
import { openMailer } from "../../src/core/base.ts";
import { readIndexIn } from "../../src/core/follow_build.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import type { LoggedEvent } from "../../src/events/event.ts";
import type { ChangesItem } from "../../src/model/answer/v1.ts";
import type { PackIndex } from "../../src/model/pack_index.ts";
import type { Plans } from "../../src/model/plans.ts";
import { type Clock, systemClock } from "../../src/platform/clock.ts";
import { type Kv, listAll } from "../../src/platform/kv.ts";
import type { Log } from "../../src/platform/log.ts";
import type { DirectNet, Net } from "../../src/platform/net.ts";
import { processName, type Random, systemRandom } from "../../src/platform/random.ts";
import { ADDONS, ENGINES } from "../../src/core/addons.ts";
import { keyEndWith, onKeyEnd } from "../../src/core/key_end.ts";
import { readAllSettings } from "../../src/core/all_settings.ts";
import { type Settings, SettingsError } from "../../src/platform/settings.ts";
import { StartError } from "../../src/platform/start_error.ts";
import type { OpenSocket } from "../../src/platform/env.ts";
import { createLedger } from "../../src/quota/ledger.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { isShipped, packOf } from "./compiled.ts";
import { keptOf } from "./kept.ts";
import { storeOf } from "./issue.ts";

export type { Catalog, Clock, Content, DirectNet, Endpoint, Kv, Log, Net, OpenSocket };
export { listAll, openDenoKv, systemClock };
export type { ChangesItem, LoggedEvent, PackIndex, Plans, Random, Store };

/** Variables of the environment. */
export type Env = Readonly<Record<string, string>>;

/** What is outside of a process. */
export interface Outside {
  readonly clock: Clock;
  readonly kv: Kv;
  readonly log: Log;
  readonly net: Net;
  readonly openSocket: OpenSocket;
  readonly direct: DirectNet;
  readonly env: Env;
  readonly random?: Random;
  readonly options?: AssembleOptions;
  /** Whether its add-ons are not open yet. */
  readonly isLoading?: boolean;
  /** What it serves. */
  served(): Content;
}

/** A process without its socket. */
export interface Process {
  /** Answers a request of this address, at once where nothing has to be waited for. */
  answer(request: Request, from: string): Promise<Response>;
  /** Opens the add-ons of a process that was loading. */
  openAddOns(): Promise<void>;
  /** Runs a command as somebody at the machine does, on its store. */
  run(words: readonly string[]): Promise<Printed>;
  /** Knows of all credentials that were changed before. */
  learn(): Promise<void>;
  /** Begins to poll the platforms. */
  startLive(): void;
  /** Somebody asked who is on air. */
  noteLive(): void;
  /** Looks whether what is served has to be announced. */
  announce(): Promise<void>;
  /** Resolves when no letter is under way. */
  idle(): Promise<void>;
  /** Says that it is about to end. */
  drain(): void;
  close(): Promise<void>;
}

/** What a command line printed, and how it ended. */
export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Opens a process over what is outside, when it knows the credentials of its store. */
export async function openProcess(outside: Outside): Promise<Process> {
  const { clock, log, random = systemRandom, net, openSocket, direct, env, kv, served } = outside;
  const settings = readAllSettings((name) => env[name]);
  const store = {
    ...storeOf(kv, random, keyEndWith(outside.options?.addOns ?? ADDONS)),
    auditDays: settings.AUDIT_RETENTION_DAYS,
  };
  const versions = { deno: "2.9.6" };
  const platform = { clock, log, random, net, openSocket, direct };
  const service = assemble(
    { platform, settings, store, content: served, versions },
    outside.options,
  );
  if (outside.isLoading !== true) await service.openAddOns();
  await service.access.credentials.loaded;
  const index = () => served().catalog.index;
  const deps = (): CommandEnv => ({
    ...commandDeps(settings, { store, clock, random, log, content: index }),
    recorded: service.audit.wake,
    learnChanges: service.access.credentials.refresh,
  });
  return {
    answer: service.app,
    openAddOns: service.openAddOns,
    run: (words) => runWords(words, () => Promise.resolve(deps()), {}),
    learn: service.access.credentials.refresh,
    startLive: service.live.start,
    noteLive: service.live.noteRequest,
    announce: service.announcer.sync,
    idle: service.idle,
    drain: service.drain,
    async close() {
      await service.quiet();
      await service.close();
    },
  };
}

/** Serves what answers requests on a port of loopback, as the program does. */
export function serveProcess({ answer }: Pick<Process, "answer">): Served {
  const log: Log = { info() {}, warn() {}, error() {} };
  const { hostname, port, close } = listen(answer, "127.0.0.1", 0, { clock: systemClock, log });
  return { addr: { hostname, port }, shutdown: close };
}

/** A server, and the address that it listens on. */
export interface Served {
  readonly addr: { readonly hostname: string; readonly port: number };
  shutdown(): Promise<void>;
}

/** Runs a command on the store and the content that `env` names, as `deno task admin` does. */
export async function runAtDesk(env: Env, words: readonly string[]): Promise<Printed> {
  // Timers of the system's clock keep no process alive.
  const awake = setInterval(() => {}, 1_000);
  let store: Store | undefined;
  const open = async ({ mustExist }: { mustExist: boolean }): Promise<CommandEnv> => {
    const settings = readAllSettings((name) => env[name]);
    const outside = {
      engines: ENGINES,
      onKeyEnd,
      random: systemRandom,
      isPublic: false,
      onDeploy: false,
      mustExist,
    };
    store = await openStore(settings, outside);
    const log = { info() {}, warn() {}, error() {} };
    const content = () => readIndexIn(settings.OUT_DIR);
    return commandDeps(settings, {
      ...{ store, clock: systemClock, random: systemRandom, log, content },
    });
  };
  try {
    return await runWords(words, open, env);
  } finally {
    clearInterval(awake);
    store?.kv.close();
  }
}

interface DeskParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  content(): PackIndex;
}

function commandDeps(settings: Settings, parts: DeskParts): CommandEnv {
  const { store: { kv }, clock, random, log, content } = parts;
  const ledger = createLedger({ kv, clock, random, holder: processName(random), log });
  return {
    ...parts,
    isLocal: true,
    meter: createMeter(ledger, () => content().plans),
    mailer: openMailer(settings, () => content().site),
    site: () => ({ ...content().site, ...settings.BASE_URL && { base_url: settings.BASE_URL } }),
  };
}

async function runWords(
  words: readonly string[],
  openDesk: (options: { mustExist: boolean }) => Promise<CommandEnv>,
  env: Env,
): Promise<Printed> {
  try {
    const printed = await runCommand(await loadCommands(), words, {
      openDesk,
      closedStore: () => ({
        address: env["KV_PATH"] ?? "",
        settings: readAllSettings((name) => env[name]),
        engines: ENGINES,
        clock: systemClock,
        random: systemRandom,
        progress() {},
      }),
      ask: () => Promise.reject(new Error("A desk asks no server")),
    });
    const pieces: string[] = [];
    for await (const piece of printed.out) pieces.push(piece);
    const err = printed.err.map((line) => `${line}\n`).join("");
    return { code: printed.code, out: pieces.join(""), err };
  } catch (error) {
    const isRefusal = error instanceof CommandError || error instanceof SettingsError ||
      error instanceof StartError;
    if (!isRefusal) throw error;
    return { code: 1, out: "", err: `${error.message}\n` };
  }
}

/** Plans that bound nothing. */
export const UNMETERED: Plans = { standard: { rate: "unlimited", quota: "unlimited" } };

/** The folders of the repository that were opened, by their builds. */
const folders = new Map<string, string>();

/** Opens what a folder compiles to, with these plans in place of its own, and this address (`BASE_URL`). */
export async function contentOf(
  folder: string,
  plans: Plans | "content",
  address?: string,
): Promise<Content> {
  const content = openContent(await packOf(folder), openSite(() => undefined, () => address));
  if (isShipped(folder)) folders.set(content.catalog.index.build, folder);
  return plans === "content" ? content : withPlans(content, plans);
}

/** Content with other plans than its own. */
export function withPlans(content: Content, plans: Plans): Content {
  const { catalog } = content;
  return { ...content, catalog: { ...catalog, index: { ...catalog.index, plans } } };
}

const kept = new WeakMap<Content, Content["answers"]["take"]>();

/** Breaks what looks for an answer that is kept, or mends it. */
export function breakAnswers(content: Content, isBroken: boolean): void {
  if (!kept.has(content)) kept.set(content, content.answers.take);
  content.answers.take = isBroken
    ? () => {
      throw new Error("broken");
    }
    : kept.get(content)!;
}

/** The API document of a content. */
export function documentOf(index: PackIndex): string {
  const folder = folders.get(index.build);
  if (folder === undefined) return renderOpenApi(index);
  const file = keptOf("openapi.json", folder);
  const bytes = file.read() ?? file.keep(new TextEncoder().encode(renderOpenApi(index)));
  return new TextDecoder().decode(bytes);
}

/** The endpoints that the API document of a content describes. */
export function endpointsOf(index: PackIndex): readonly Endpoint[] {
  return documentedEndpoints(index);
}
