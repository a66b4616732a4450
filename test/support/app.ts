import assert from "node:assert/strict";
import type { KeyStore } from "../../src/access/records/key_store.ts";
import type { Handler } from "../../src/app.ts";
import type { Catalog } from "../../src/catalog/catalog.ts";
import { type Content, openContent } from "../../src/catalog/catalog.ts";
import type { Clock } from "../../src/platform/clock.ts";
import { ownHost } from "../../src/http/own_host.ts";
import { systemNet } from "../../src/platform/net.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { assemble } from "../../src/setup/assemble.ts";
import { openStore } from "../../src/store/store.ts";
import { packOf } from "./compiled.ts";

/** What a test app is made of. */
export interface TestAppOptions {
  /** The content folder, from the repository's root. */
  readonly content: string;
  /** The instant the clock shows at first. */
  readonly now: string;
  /** The groups that the narrow key may read. */
  readonly narrowTo?: readonly string[];
  /** What the operator sets. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onDeploy?: boolean;
}

/** What a test asks with. `key: null` leaves the credential out. */
export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
  readonly key?: string | null;
}

/**
 * The whole program behind its handler: real content, routes, gate and key table over a KV in memory.
 * Disposing of it fails where the program logged a fault of its own.
 */
export interface TestApp extends AsyncDisposable {
  readonly handler: Handler;
  readonly catalog: Catalog;
  /** Opens everything. */
  readonly key: string;
  /** Opens the groups of `narrowTo`. */
  readonly narrowKey: string;
  /** Serves another content folder from now on. */
  swap(folder: string): void;
  /** Sets the clock, backwards too. */
  at(instant: string | number): void;
  /** Asks the handler, without a port, with `key` in a header. */
  ask(path: string, ask?: Ask): Promise<Response>;
  /** The parsed body of a 200. */
  // deno-lint-ignore no-explicit-any
  json(path: string, ask?: Ask): Promise<any>;
  /** Serves on a port of loopback until the app is disposed of. */
  serve(): { hostname: string; port: number };
}

export async function createTestApp(options: TestAppOptions): Promise<TestApp> {
  let now = Date.parse(options.now);
  const faults: string[] = [];
  const clock: Clock = { now: () => now, after: () => () => {} };
  const log = {
    info: () => {},
    warn: () => {},
    error: (message: string, fields?: object) => void faults.push(message + JSON.stringify(fields)),
  };
  const outside = { clock, log, random: systemRandom, net: systemNet };
  const settings = readSettings((name) => ({ ...SETTINGS, ...options.settings })[name]);
  const store = await openStore(settings, {
    random: systemRandom,
    isPublic: false,
    onDeploy: false,
  });
  const key = await issue(store.keys, []);
  const narrowKey = await issue(store.keys, options.narrowTo ?? []);

  let content = unmetered(openContent(packOf(options.content)));
  const versions = { deno: "2.9.6", tzdata: "2026a" };
  const service = assemble(outside, settings, store, () => content, versions, options);
  const handler = service.app;
  await service.doors.credentials.loaded;
  let server: Deno.HttpServer<Deno.NetAddr> | undefined;

  async function ask(path: string, asked: Ask = {}): Promise<Response> {
    const { key: given = key, ...init } = asked;
    const headers = new Headers(init.headers);
    if (given !== null) headers.set("x-api-key", given);
    return await handler(
      new Request(`http://oshibase.test${path}`, { ...init, headers }),
      "127.0.0.1",
    );
  }

  return {
    handler,
    get catalog() {
      return content.catalog;
    },
    key,
    narrowKey,
    swap: (folder) => void (content = unmetered(openContent(packOf(folder)))),
    at: (instant) => void (now = typeof instant === "number" ? instant : Date.parse(instant)),
    ask,
    async json(path, asked) {
      const response = await ask(path, asked);
      const text = await response.text();
      assert.equal(response.status, 200, `${path} answered ${response.status}: ${text}`);
      return JSON.parse(text);
    },
    serve() {
      server ??= Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        (request, { remoteAddr }) =>
          handler(request, (remoteAddr as Deno.NetAddr).hostname, ownHost(server!.addr)),
      );
      return server.addr;
    },
    async [Symbol.asyncDispose]() {
      await server?.shutdown();
      await service.quiet();
      await service.close();
      store.kv.close();
      assert.deepEqual(faults, []);
    },
  };
}

const SETTINGS: Record<string, string> = {
  KV_PATH: ":memory:",
  KEY_PEPPER: "a pepper for tests alone",
  LIVE: "off",
};

/** The same content with plans that allow everything: these tests ask more than anybody may. */
function unmetered(content: Content): Content {
  const { catalog } = content;
  const plans = { standard: { rate: "unlimited", quota: "unlimited" } } as const;
  return { ...content, catalog: { ...catalog, index: { ...catalog.index, plans } } };
}

async function issue(keys: KeyStore, groups: readonly string[]): Promise<string> {
  const ips = ["127.0.0.1"];
  const request = { owner: "Test", email: "", plan: "standard", groups, ips, createdAt: 0 };
  return (await keys.issue(request)).secret;
}
