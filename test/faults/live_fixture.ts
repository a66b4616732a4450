import { packOf } from "../support/compiled.ts";
import { type FakePlatforms, startFakePlatforms } from "../../build/demo/server.ts";
import { openFixtureStore } from "../support/fixture.ts";
import { issueKey, issueToken } from "../support/issue.ts";
import { emptyScene, ON_AIR } from "../support/live_program.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A folder with built content, a KV file that holds a key and a token, and platforms to poll. */
export interface LiveFixture extends AsyncDisposable {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  readonly platforms: FakePlatforms;
  /** A key that is charged and neither slowed down nor used up. */
  readonly key: string;
  /** A priority token. */
  readonly token: string;
  /** Starts a server here; it is ended with the place. */
  start(env?: Readonly<Record<string, string>>): Promise<RunningServer>;
  /** The body and headers of a 200. */
  ask(server: { readonly base: string }, path: string): Promise<Asked>;
}

/** An answer that has been read. */
export interface Asked {
  readonly headers: Headers;
  // deno-lint-ignore no-explicit-any
  readonly body: any;
}

/** Nobody is on air at first. `intervalMs`: how often the servers poll. */
export async function createLiveFixture(intervalMs = 1_000): Promise<LiveFixture> {
  const folder = await temporaryFolder();
  const { path } = folder;
  const platforms = await startFakePlatforms();
  emptyScene(platforms.scene);
  const env = { ...environment(path, platforms.url), LIVE_INTERVAL_MS: String(intervalMs) };
  await Deno.mkdir(env.OUT_DIR);
  await Deno.writeFile(`${env.OUT_DIR}/oshibase.pack`, packOf(ON_AIR));
  const secrets = await issue(env);
  const servers: RunningServer[] = [];
  return {
    ...{ path, env, platforms, ...secrets },
    async start(more = {}) {
      const server = await startServer({ ...env, ...more });
      servers.push(server);
      return server;
    },
    async ask({ base }, path) {
      const response = await fetch(new URL(path, base), { headers: { "x-api-key": secrets.key } });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
      return { headers: response.headers, body: JSON.parse(text) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server.stop("SIGKILL")));
      await platforms.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function environment(path: string, url: string) {
  return {
    OUT_DIR: `${path}/out`,
    KV_PATH: `${path}/data/store.kv`,
    IDN_URL: url,
    SHOWROOM_URL: url,
    YOUTUBE_URL: url,
    YOUTUBE_FEED_URL: `${url}/feeds/videos.xml`,
    YOUTUBE_API_KEY: "youtube-key",
  };
}

async function issue(env: Record<string, string>): Promise<{ key: string; token: string }> {
  const store = await openFixtureStore(env);
  const { secret: key } = await issueKey(store, { plan: "wide", createdAt: Date.now() });
  const { secret: token } = await issueToken(store);
  store.kv.close();
  return { key, token };
}
