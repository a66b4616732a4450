import type { GroupNames } from "../../build/client_kit/declarations.ts";
import { clientFiles } from "../../build/client_kit/client_files.ts";

/** Writes the client's package into a folder, as `deno task client` does, and loads it. */
export async function loadClient(folder: string) {
  writePackage(folder);
  return await import(new URL(`file://${folder}/index.js`).href);
}

/** Writes the client's package into a folder: for any service, or for one with these groups. */
export function writePackage(folder: string, groups?: GroupNames): void {
  for (const [name, text] of clientFiles({ groups })) {
    Deno.writeTextFileSync(`${folder}/${name}`, text);
  }
}
