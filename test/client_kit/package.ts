import { clientFiles } from "../../build/client_kit/client_files.ts";

/** Writes the client's package into a folder, as `deno task client` does, and loads it. */
export async function loadClient(folder: string) {
  writePackage(folder);
  return await import(new URL(`file://${folder}/index.js`).href);
}

/** Writes the client's package into a folder. */
export function writePackage(folder: string): void {
  for (const [name, text] of clientFiles()) Deno.writeTextFileSync(`${folder}/${name}`, text);
}

/** Whether a program is installed here. */
export async function isThere(program: string): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args: ["--version"] }).output()).success;
  } catch {
    return false;
  }
}
