import { keptEnvironment } from "../support/kept_environment.ts";

/** Runs git in a folder as somebody without settings of their own; returns what it prints. */
export async function git(folder: string, ...words: string[]): Promise<string> {
  const who = ["-c", "user.name=Sari", "-c", "user.email=sari@fan.example"];
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: ["-C", folder, ...who, ...words],
    env: { ...keptEnvironment(), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    clearEnv: true,
  }).output();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`git ${words}: ${decoder.decode(stderr)}`);
  return decoder.decode(stdout).trim();
}

/** Makes a folder a repository, and commits all that is in it; returns the commit. */
export async function commitAll(folder: string, message = "Content"): Promise<string> {
  await git(folder, "init", "--quiet", "--initial-branch=main");
  await git(folder, "add", "--all");
  await git(folder, "commit", "--quiet", "--allow-empty", `--message=${message}`);
  return await git(folder, "rev-parse", "HEAD");
}
