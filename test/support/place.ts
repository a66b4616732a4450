import assert from "node:assert/strict";
import { buildContent } from "./server.ts";
import { temporaryFolder } from "./temporary.ts";

/** A folder of a test's own, with the repository's content built into it and an empty store. */
export interface Place extends AsyncDisposable {
  readonly path: string;
  readonly env: Record<string, string>;
}

export async function place(more: Record<string, string> = {}): Promise<Place> {
  const folder = await temporaryFolder();
  const env = { OUT_DIR: `${folder.path}/out`, KV_PATH: `${folder.path}/data/store.kv`, ...more };
  const built = await buildContent(env);
  assert.equal(built.code, 0, new TextDecoder().decode(built.stderr));
  return { path: folder.path, env, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}
