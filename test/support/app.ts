import assert from "node:assert/strict";
import { createDigest } from "../../src/access/digest.ts";
import { createGate } from "../../src/access/gate.ts";
import { createKeyStore, type KeyStore } from "../../src/access/key_store.ts";
import { createKeyTable } from "../../src/access/key_table.ts";
import { createApp, type Handler } from "../../src/app.ts";
import type { Catalog } from "../../src/catalog/catalog.ts";
import { openContent } from "../../src/catalog/content.ts";
import type { Clock } from "../../src/platform/clock.ts";
import { openDenoKv } from "../../src/platform/deno_kv.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { createServicePages } from "../../src/routes/service.ts";
import { packOf } from "./compiled.ts";

/** What a test app is made of. */
export interface TestAppOptions {
  /** The content folder, from the repository's root. */
  readonly content: string;
  /** The instant the clock shows at first. */
  readonly now: string;
  /** The groups that the narrow key may read. */
  readonly narrowTo?: readonly string[];
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
  const random = systemRandom;
  const clock: Clock = { now: () => now, after: () => () => {} };
  const log = {
    info: () => {},
    warn: () => {},
    error: (message: string, fields?: object) => void faults.push(message + JSON.stringify(fields)),
  };

  const kv = await openDenoKv(":memory:");
  const digest = createDigest(random.bytes(32));
  const store = createKeyStore({ kv, digest, random });
  const key = await issue(store, []);
  const narrowKey = await issue(store, options.narrowTo ?? []);
  const table = createKeyTable({ kv, store, digest, clock, log, pollMs: 0 });
  await table.loaded;

  let content = openContent(packOf(options.content));
  const service = createServicePages(() => content, () => ({
    startedAt: Date.parse(options.now),
    sources: [],
    store: { state: table.state() },
    audit: { mode: "strict", backlog: 0 },
    versions: { deno: "2.9.6", tzdata: "2026a" },
  }));
  const gate = createGate({ keys: table, clock });
  const handler = createApp({ content: () => content, gate, service, clock, random, log });
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
    swap: (folder) => void (content = openContent(packOf(folder))),
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
        (request, { remoteAddr }) => handler(request, (remoteAddr as Deno.NetAddr).hostname),
      );
      return server.addr;
    },
    async [Symbol.asyncDispose]() {
      await server?.shutdown();
      table.close();
      kv.close();
      assert.deepEqual(faults, []);
    },
  };
}

async function issue(store: KeyStore, groups: readonly string[]): Promise<string> {
  const request = { owner: "Test", email: "", plan: "standard", groups, ips: [], createdAt: 0 };
  return (await store.issue(request)).secret;
}
