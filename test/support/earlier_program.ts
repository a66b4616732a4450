import assert from "node:assert/strict";

/** Whether the repository's history has a commit. */
export async function hasCommit(commit: string): Promise<boolean> {
  try {
    const args = ["cat-file", "-e", `${commit}^{commit}`];
    return (await new Deno.Command("git", { args, stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

/** Unpacks the program of a commit into a folder, over what is there. */
export async function unpack(commit: string, folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const script = 'git archive "$1" src build deno.json deno.lock content | tar -x -C "$2"';
  const { success } = await new Deno.Command("bash", {
    args: ["-o", "pipefail", "-c", script, "bash", commit, folder],
  }).output();
  assert.ok(success, `git archive ${commit}`);
}
