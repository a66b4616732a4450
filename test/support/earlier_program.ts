import assert from "node:assert/strict";

/** Whether the repository's history has a commit; a clone may have been made without its history. */
export async function hasCommit(commit: string): Promise<boolean> {
  try {
    const args = ["cat-file", "-e", `${commit}^{commit}`];
    return (await new Deno.Command("git", { args, stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

/** The same; where it has not, it says that tests are left out and why. */
export async function hasHistory(commit: string): Promise<boolean> {
  const isThere = await hasCommit(commit);
  if (!isThere) {
    console.warn(
      `LEFT OUT: what the program of commit ${
        commit.slice(0, 7)
      } does. This copy of the repository ` +
        "has no such commit: get its history by `git fetch --unshallow`",
    );
  }
  return isThere;
}

/** Unpacks the program of a commit into a folder. */
export async function unpack(commit: string, folder: string): Promise<void> {
  await Deno.mkdir(folder);
  const script = 'git archive "$1" src build deno.json deno.lock content | tar -x -C "$2"';
  const { success } = await new Deno.Command("bash", {
    args: ["-o", "pipefail", "-c", script, "bash", commit, folder],
  }).output();
  assert.ok(success, `git archive ${commit}`);
}
