import { openComparedPack } from "../../build/pack/opened_pack.ts";
import { PACK_FILE } from "../../src/model/pack.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { ENGINES } from "../../src/core/addons.ts";
import { readAllSettings } from "../../src/core/all_settings.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { packOf } from "./compiled.ts";
import { temporaryFolder } from "./temporary.ts";

/** A folder of a test's own, with the repository's content built into it and an empty store. */
export interface Fixture extends AsyncDisposable {
  readonly path: string;
  readonly env: Record<string, string>;
}

/** Makes one; `more` are further variables. The content is compiled once for all tests of a file. */
export async function createFixture(more: Record<string, string> = {}): Promise<Fixture> {
  const folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/data/store.kv`, ...more };
  await Deno.mkdir(env.OUT_DIR, { recursive: true });
  const pack = packOf("content");
  await Deno.writeFile(`${env.OUT_DIR}/${PACK_FILE}`, pack);
  const { pictures } = openComparedPack(pack, PACK_FILE).index;
  // No test of a fixture asks for a picture; a server says so if the file is missing.
  if (pictures !== undefined) await Deno.writeFile(`${env.OUT_DIR}/${pictures}`, new Uint8Array());
  return { path: folder.path, env, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** Opens the store that a server with these variables uses; whoever opens it closes it. */
export async function openFixtureStore(env: Readonly<Record<string, string>>): Promise<Store> {
  const outside = { engines: ENGINES, random: systemRandom, isPublic: false, onDeploy: false };
  return await openStore(readAllSettings((name) => env[name]), outside);
}
