/** What git prints in a folder, without blanks around it; undefined if it fails, is not there, or may not be run. */
export function git(folder: string, ...words: readonly string[]): string | undefined {
  return gitWith({}, folder, ...words);
}

/** The same with variables of its own. */
export function gitWith(
  env: Readonly<Record<string, string>>,
  folder: string,
  ...words: readonly string[]
): string | undefined {
  try {
    // A lock of the index would keep editors' own commands waiting.
    const args = ["--no-optional-locks", "-C", folder, ...words];
    const command = new Deno.Command("git", { args, env, stdin: "null", stderr: "null" });
    const { success, stdout } = command.outputSync();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch {
    return undefined;
  }
}
