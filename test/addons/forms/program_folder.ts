import assert from "node:assert/strict";
import { command } from "../../support/server.ts";

/** The package is pinned for its own task, and not known in the process of this test. */
export async function programFolder(): Promise<URL> {
  const flags = [
    "--quiet",
    "--config=deno.json",
    "--lock=build/addons/forms/deno.lock",
    "--frozen",
  ];
  const script = new URL("print_program_folder.ts", import.meta.url).pathname;
  const { stdout, stderr } = await command(["run", ...flags, script], {}).output();
  const folder = new TextDecoder().decode(stdout).trim();
  assert.ok(URL.canParse(folder), new TextDecoder().decode(stderr));
  return new URL(folder);
}
