import { type FakePlatforms, startFakePlatforms } from "./fake_platforms.ts";
import { openComparedPack } from "../../build/pack/opened_pack.ts";
import { ENGINES } from "../../src/core/addons.ts";
import { readAllSettings } from "../../src/core/all_settings.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import type { KeyRequest } from "../../src/access/records/key_store.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { placeBuild } from "./built.ts";
import { emptyScene } from "./busy_platforms.ts";
import { packOf } from "./compiled.ts";
import { ON_AIR } from "./contents.ts";
import { type IssuedSecret, issueKey, issueToken } from "./issue.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";
import { AMPLE, type PlanTexts, writePlans, writeSmallContent } from "./small_content.ts";
import { temporaryFolder } from "./temporary.ts";

/** A folder of a test's own with built content and a store, and what processes there find. */
export interface Fixture extends AsyncDisposable {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A {@linkcode Fixture} where any number of real servers can be started. */
export interface ServerFixture extends AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The store, opened by the test itself: to issue credentials, and to look. */
  readonly store: Store;
  /** Starts a server of this place, which is ended with it. */
  start(env?: Record<string, string>, options?: ServerOptions): Promise<RunningServer>;
  /** Makes a key; the headers with which it asks. */
  key(request?: Partial<KeyRequest>): Promise<IssuedSecret & { readonly headers: Headers }>;
  /** Makes a priority token, likewise. */
  token(): Promise<IssuedSecret & { readonly headers: Headers }>;
  /** Builds the content again with other plans. */
  setPlans(plans: PlanTexts): Promise<void>;
}

type Headers = Readonly<Record<string, string>>;

/** A {@linkcode ServerFixture} whose servers poll platforms on which nobody is on air at first. */
export interface LiveFixture extends ServerFixture {
  readonly platforms: FakePlatforms;
  /** A key that is charged and neither slowed down nor used up, and a priority token. */
  readonly secrets: { readonly key: string; readonly token: string };
  /** The body and headers of a 200. */
  ask(server: { readonly base: string }, path: string): Promise<Asked>;
}

/** An answer that has been read. */
export interface Asked {
  readonly headers: globalThis.Headers;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

/** The pepper of every such store. */
export const FIXTURE_PEPPER = "a pepper for tests alone";

/** Opens the store that a server with these variables uses; whoever opens it closes it. */
export async function openFixtureStore(env: Readonly<Record<string, string>>): Promise<Store> {
  const outside = { engines: ENGINES, random: systemRandom, isPublic: false, onDeploy: false };
  return await openStore(readAllSettings((name) => env[name]), outside);
}

/** The repository's content and an empty store; `more` are further variables. */
export async function createFixture(more: Record<string, string> = {}): Promise<Fixture> {
  const folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/data/store.kv`, ...more };
  await placePack(env.OUT_DIR, "content");
  return { path: folder.path, env, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** Puts what a content folder compiles to where a server reads it. */
export async function placePack(outDir: string, content: string): Promise<void> {
  await Deno.mkdir(outDir, { recursive: true });
  const pack = await packOf(content);
  await Deno.writeFile(`${outDir}/${PACK_FILE}`, pack);
  const { pictures } = openComparedPack(pack, PACK_FILE).index;
  // No test of a fixture asks for a picture; a server says so if the file is missing.
  if (pictures !== undefined) await Deno.writeFile(`${outDir}/${pictures}`, new Uint8Array());
}

/** The small content with these plans, and a store; `given` are further variables. */
export async function createServerFixture(
  plans: PlanTexts = { standard: AMPLE },
  given: Record<string, string> = {},
): Promise<ServerFixture> {
  return await createPlace({ LIVE: "off", ...given }, async (env) => {
    await writeSmallContent(env["CONTENT_DIR"]!, plans);
    await placePack(env["OUT_DIR"]!, env["CONTENT_DIR"]!);
  });
}

/** The content of {@linkcode ON_AIR}. `intervalMs`: how often the servers poll. */
export async function createLiveFixture(intervalMs = 1_000): Promise<LiveFixture> {
  const platforms = await startFakePlatforms();
  emptyScene(platforms.scene);
  const { url } = platforms;
  const addresses = { IDN_URL: url, SHOWROOM_URL: url, YOUTUBE_URL: url };
  const youtube = { YOUTUBE_FEED_URL: `${url}/feeds/videos.xml`, YOUTUBE_API_KEY: "youtube-key" };
  const given = { ...addresses, ...youtube, LIVE_INTERVAL_MS: String(intervalMs) };
  const place = await createPlace(given, (env) => placePack(env["OUT_DIR"]!, ON_AIR.content));
  const { headers, secret: key } = await place.key({ plan: "wide", createdAt: Date.now() });
  const { secret: token } = await place.token();
  return {
    ...place,
    ...{ platforms, secrets: { key, token } },
    async ask({ base }, path) {
      const response = await fetch(new URL(path, base), { headers });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
      return { headers: response.headers, body: JSON.parse(text) };
    },
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]();
      await platforms.close();
    },
  };
}

async function createPlace(
  given: Record<string, string>,
  build: (env: Record<string, string>) => Promise<void>,
): Promise<ServerFixture> {
  const temporary = await temporaryFolder();
  const folder = temporary.path;
  const env = {
    CONTENT_DIR: `${folder}/content`,
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/data/store.kv`,
    KEY_PEPPER: FIXTURE_PEPPER,
    ...given,
  };
  await Deno.mkdir(`${folder}/data`);
  await build(env);
  const store = await openFixtureStore(env);
  const servers: RunningServer[] = [];
  return {
    folder,
    env,
    store,
    async start(more = {}, options = {}) {
      const server = await startServer({ ...env, ...more }, options);
      servers.push(server);
      return server;
    },
    async key(request) {
      const issued = await issueKey(store, request);
      return { ...issued, headers: { "x-api-key": issued.secret } };
    },
    async token() {
      const issued = await issueToken(store);
      return { ...issued, headers: { "x-priority-token": issued.secret } };
    },
    async setPlans(plans) {
      await writePlans(`${folder}/content`, plans);
      await placeBuild(env);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server.stop("SIGKILL")));
      store.kv.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}
