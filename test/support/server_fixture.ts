import type { Store } from "../../src/store/store.ts";
import { placeBuild } from "./built.ts";
import { openFixtureStore } from "./fixture.ts";
import { buildContent, type RunningServer, startServer } from "./server.ts";
import { AMPLE, type PlanTexts, writePlans, writeSmallContent } from "./small_content.ts";
import { temporaryFolder } from "./temporary.ts";

/** Words for the program, flags for the runtime. */
export type StartOptions = Parameters<typeof startServer>[1];

/** A place with built content and a store file, where any number of real servers can be started. */
export interface ServerFixture extends AsyncDisposable {
  readonly folder: string;
  /** What its servers and commands find in their environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The store, opened by the test itself: to issue credentials, and to look. */
  readonly store: Store;
  /** Starts a server of this place; whoever starts it ends it. */
  start(env?: Record<string, string>, options?: StartOptions): Promise<RunningServer>;
  /** Builds the content again with other plans. */
  setPlans(plans: PlanTexts): Promise<void>;
}

export async function createServerFixture(
  plans: PlanTexts = { standard: AMPLE },
  given: Record<string, string> = {},
): Promise<ServerFixture> {
  const temporary = await temporaryFolder();
  const folder = temporary.path;
  await writeSmallContent(`${folder}/content`, plans);
  await Deno.mkdir(`${folder}/data`);
  const env = {
    CONTENT_DIR: `${folder}/content`,
    OUT_DIR: `${folder}/out`,
    KV_PATH: `${folder}/data/store.kv`,
    KEY_PEPPER: "a pepper for tests alone",
    LIVE: "off",
    ...given,
  };
  await placeBuild(env);
  const store = await openFixtureStore(env);
  return {
    folder,
    env,
    store,
    start: (more = {}, options = {}) => startServer({ ...env, ...more }, options),
    async setPlans(plans) {
      await writePlans(`${folder}/content`, plans);
      await build(env);
    },
    async [Symbol.asyncDispose]() {
      store.kv.close();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

async function build(env: Record<string, string>): Promise<void> {
  const { code, stderr } = await buildContent(env);
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
}
