import assert from "node:assert/strict";
import type { Handler } from "../../src/routes/dispatch.ts";
import type { Catalog } from "../../src/catalog/catalog.ts";
import type { Content } from "../../src/catalog/content.ts";
import type { PictureFile } from "../../src/catalog/pictures.ts";
import type { Plans } from "../../src/model/plans.ts";
import type { Kv } from "../../src/platform/kv.ts";
import { type DirectNet, type Net, systemNet } from "../../src/platform/net.ts";
import { type Random, systemRandom } from "../../src/platform/random.ts";
import { readAllSettings } from "../../src/core/all_settings.ts";
import type { Site } from "../../src/page/site_pack.ts";
import { assemble, type Service } from "../../src/core/program.ts";
import type { DiskSpace } from "../../src/store/store_disk.ts";
import type { Store } from "../../src/store/store.ts";
import { createFakeNet, type FakeNet } from "./fake_net.ts";
import { issueKey, storeOf } from "./issue.ts";
import { createManualClock, type ManualClock } from "./manual_clock.ts";
import { createMemoryKv } from "./memory_kv.ts";
import { contentOf, UNMETERED, withPlans } from "./opening.ts";
import { createQuietLog, type QuietLog } from "./quiet_log.ts";
import { type Ask as WorldAsk, createSeen } from "./world.ts";

/** What a program is made of. What is left out is its own: clock, store and platforms. */
export interface ProgramOptions {
  /** The content folder, from the repository's root. */
  readonly content: string;
  /** The instant the clock shows at first; needed where no clock is given. */
  readonly now?: string;
  /** Without one the clock stands still, and no timer ever rings. */
  readonly clock?: ManualClock;
  readonly kv?: Kv;
  /** Platforms and chats. */
  readonly net?: Net & Partial<Pick<FakeNet, "openSocket">>;
  /** Addresses of callers' webhooks; the machine's own network where left out. */
  readonly direct?: DirectNet;
  /** Variables of the environment. Nobody polls unless `LIVE` says so. */
  readonly env?: Readonly<Record<string, string>>;
  readonly onDeploy?: boolean;
  /** The bytes of the content's pictures; none where left out. */
  readonly pictures?: PictureFile;
  /** The documents; none where left out. */
  readonly site?: Site;
  /** Takes the lines of the access log. */
  readonly writeLines?: (lines: string) => Promise<void>;
  /** Plans in place of the content's: by default one that allows everything. */
  readonly plans?: Plans | "content";
  /** The plan of {@linkcode Program.key}; `standard` by default, null for no key. */
  readonly plan?: string | null;
  /** The groups that the narrow key may read. */
  readonly narrowTo?: readonly string[];
  /** A priority token that is sent along where a test does not say otherwise. */
  readonly token?: string;
  /** Is called when the credentials are issued, before the program looks at its store. */
  readonly beforeStart?: () => void;
  /** Of the program, not of its credentials; the system's where left out. */
  readonly random?: Random;
  /** Milliseconds by a clock that nobody sets; the machine's own where left out. */
  readonly elapsed?: () => number;
  /** The file of the store, as far as the program is told; it opens none. */
  readonly storePath?: string;
  readonly readDiskSpace?: (path: string) => Promise<DiskSpace>;
  /** How far the clock goes at a time while an answer is waited for, in ms. */
  readonly stepMs?: number;
}

/** What a test asks with. */
export interface Ask extends Omit<WorldAsk, "base"> {
  /** `http` where left out. */
  readonly scheme?: string;
}

/**
 * The whole program behind its handler, over what is outside. Disposing of it fails where the program
 * logged a fault of its own.
 */
export interface Program extends AsyncDisposable {
  readonly service: Service;
  readonly handler: Handler;
  readonly clock: ManualClock;
  readonly kv: Kv;
  readonly stores: Store;
  readonly log: QuietLog;
  /** A key that opens everything. */
  readonly key: string;
  /** Opens the groups of `narrowTo`. */
  readonly narrowKey: string;
  readonly catalog: Catalog;
  /** What is served now. Keep no other hold of it where a test looks whether it goes. */
  served(): Content;
  /**
   * Serves another content folder from now on, or the same one opened anew; `builtAt` (epoch ms) is
   * when it was built, 0 where nobody knows.
   */
  swap(folder?: string, builtAt?: number): Promise<void>;
  /** Serves other plans from now on. */
  setPlans(plans: Plans): void;
  /** Sets the clock, backwards too. */
  at(instant: string | number): void;
  /** Asks the handler, without a port, and lets no time pass. */
  send(path: string, ask?: Ask): Response | Promise<Response>;
  /** Asks the handler, without a port; time passes where it has to. */
  ask(path: string, ask?: Ask): Promise<Response>;
  /** The parsed body of a 200. */
  // deno-lint-ignore no-explicit-any
  json(path: string, ask?: Ask): Promise<any>;
  /** Serves on a port of loopback until the program is disposed of. */
  serve(): { hostname: string; port: number };
  /** Holds what it has answered against the API document; fails where it logged a fault of its own. */
  check(): Promise<void>;
}

export async function createProgram(options: ProgramOptions): Promise<Program> {
  const { now = "", clock = createManualClock(Date.parse(now)), kv = createMemoryKv() } = options;
  const { content: shipped, plan = "standard", narrowTo = [], net = createFakeNet() } = options;
  const store = storeOf(kv);
  const log = createQuietLog();
  const issue = async (groups: readonly string[]) =>
    plan === null ? "" : (await issueKey(store, { plan, groups })).secret;
  const own = { key: await issue([]), narrowKey: await issue(narrowTo) };
  options.beforeStart?.();
  let folder = shipped;
  let { plans = UNMETERED } = options;
  let content = await contentOf(folder, plans);
  const { pictures = content.pictures, site = content.site } = options;
  content = { ...content, pictures, site };
  const settings = readAllSettings((name) => ({ LIVE: "off", ...options.env })[name]);
  const service = assemble(
    {
      platform: {
        clock: options.clock ?? { ...clock, after: () => () => {} },
        log,
        random: options.random ?? systemRandom,
        net,
        openSocket: net.openSocket ?? createFakeNet().openSocket,
        direct: options.direct ?? systemNet,
      },
      settings,
      store: {
        ...store,
        auditDays: settings.AUDIT_RETENTION_DAYS,
        ...(options.storePath !== undefined && { path: options.storePath }),
      },
      content: () => content,
      versions: { deno: "2.9.6" },
    },
    options,
  );
  await service.openAddOns();
  await service.access.credentials.loaded;
  let server: Deno.HttpServer<Deno.NetAddr> | undefined;
  const seen = createSeen({ outage: true }, new Set());

  function send(path: string, asked: Ask = {}): Response | Promise<Response> {
    const { key = own.key, token = options.token, from = "127.0.0.1", scheme = "http", ...init } =
      asked;
    const headers = new Headers(init.headers);
    if (key) headers.set("x-api-key", key);
    if (token) headers.set("x-priority-token", token);
    const request = new Request(`${scheme}://oshibase.test${path}`, { ...init, headers });
    return seen.note(content, request.method, path, service.app(request, from));
  }

  /** Moves the clock for as long as something waits for it. */
  async function settled<T>(work: T | Promise<T>): Promise<T> {
    if (options.clock === undefined) return await work;
    let done = false;
    const end = Promise.resolve(work).finally(() => done = true);
    end.catch(() => {});
    await clock.advance(0);
    for (let n = 0; !done && n < 10_000; n++) await clock.advance(options.stepMs ?? 10);
    return await end;
  }

  async function ask(path: string, asked?: Ask): Promise<Response> {
    return await settled(send(path, asked));
  }

  async function check(): Promise<void> {
    await seen.check();
    assert.deepEqual(log.lines.filter((line) => line.startsWith("error")), []);
  }

  // What a test writes past the program is known to it at once.
  const stores = storeOf({
    ...kv,
    async commit(checks, writes) {
      const version = await kv.commit(checks, writes);
      await service.access.credentials.refresh();
      return version;
    },
  });
  return {
    ...{ service, handler: service.app, clock, kv, stores, log, ...own, send, ask, check },
    get catalog() {
      return content.catalog;
    },
    served: () => content,
    async swap(next = folder, builtAt = 0) {
      content = { ...await contentOf(folder = next, plans), builtAt };
    },
    setPlans: (next) => void (content = withPlans(content, plans = next)),
    at: (instant) => clock.set(typeof instant === "number" ? instant : Date.parse(instant)),
    async json(path, asked) {
      const response = await ask(path, asked);
      const text = await response.text();
      assert.equal(response.status, 200, `${path} answered ${response.status}: ${text}`);
      return JSON.parse(text);
    },
    serve() {
      server ??= Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        (request, { remoteAddr }) => service.app(request, (remoteAddr as Deno.NetAddr).hostname),
      );
      return server.addr;
    },
    async [Symbol.asyncDispose]() {
      await server?.shutdown();
      await settled(service.quiet());
      await settled(service.close());
      await check();
    },
  };
}
