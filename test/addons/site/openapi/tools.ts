import assert from "node:assert/strict";
import { ignoredWithout } from "../../../support/ignored_without.ts";

/** Where `.ci/tools` has installed the tools of others. */
export const TOOLS = Deno.env.get("TOOLS_DIR") || undefined;

export const ignore = ignoredWithout("TOOLS_DIR", TOOLS !== undefined);

export async function writeJson(path: string, value: unknown): Promise<void> {
  await Deno.writeTextFile(path, JSON.stringify(value));
}

/** Runs a program that has to end well; what it printed. */
export async function run(program: string, options: Deno.CommandOptions): Promise<string> {
  const command = new Deno.Command(program, { ...options, stdout: "piped", stderr: "piped" });
  const { code, stdout, stderr } = await command.output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.equal(code, 0, text.slice(-20_000));
  return text;
}
