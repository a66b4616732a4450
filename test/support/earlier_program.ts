import assert from "node:assert/strict";

/**
 * A test that runs the program of an earlier commit. A copy of the repository that has no such commit
 * leaves it out, and the test's name says so. `ignore` leaves it out where something else is missing.
 */
export async function testWithEarlier(
  commit: string,
  name: string,
  fn: (t: Deno.TestContext) => Promise<void>,
  ignore = false,
): Promise<void> {
  if (await hasCommit(commit)) return Deno.test({ name, ignore, fn });
  const why =
    `LEFT OUT, this copy of the repository has no commit ${commit.slice(0, 7)}; its history ` +
    "comes with `git fetch --unshallow`";
  Deno.test({ name: `${why}: ${name}`, ignore: true, fn });
}

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
