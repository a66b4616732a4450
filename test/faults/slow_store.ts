import type { StartOptions } from "../support/server_fixture.ts";

/**
 * What a server is started with so that its store is `latencyMs` ± 20 % away. The program is the real
 * one; the module that opens its store is exchanged by an import map, which is written into `folder`.
 * Where the program finds a file `fate`, it holds what becomes of each call: "refused" or "silence".
 */
export async function slowStore(
  folder: string,
  latencyMs: number,
  fate = "",
): Promise<StartOptions> {
  const { imports } = JSON.parse(await Deno.readTextFile(rootUrl("deno.json")));
  const real = rootUrl("src/platform/deno_kv.ts").href;
  const slow = rootUrl(
    `test/faults/slow_deno_kv.ts?${new URLSearchParams({ latency: String(latencyMs), fate })}`,
  ).href;
  const map = { imports: { ...imports, [real]: slow }, scopes: { [slow]: { [real]: real } } };
  await Deno.writeTextFile(`${folder}/slow_store.json`, JSON.stringify(map));
  return { flags: [`--import-map=${folder}/slow_store.json`] };
}

function rootUrl(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}
