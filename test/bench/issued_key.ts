import { command } from "../support/server.ts";

/** A key as customers have it: the demo key is looked at more closely, and so costs more. */
export async function issueKey(env: Record<string, string>): Promise<string> {
  const words = ["--owner", "Bench", "--email", "bench@oshibase.example", "--plan", "standard"];
  const args = ["run", "-A", "src/cli/main.ts", "key", "issue", ...words, "--json"];
  const { code, stdout, stderr } = await command(args, env).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout)).secret;
}
