import type { CommittedFile } from "./emptied_kinds.ts";

/** What git says of the content folder at HEAD; undefined where it cannot be run, or knows no commit. */
export function committedFiles(root: string): CommittedFile[] | undefined {
  try {
    const args = ["-C", root, "ls-tree", "-r", "-l", "-z", "HEAD", "."];
    const command = new Deno.Command("git", { args, stdin: "null", stderr: "null" });
    const { success, stdout } = command.outputSync();
    if (!success) return undefined;
    return new TextDecoder().decode(stdout).split("\0").filter((line) => line !== "")
      .map((line) => {
        const [head = "", path = ""] = line.split("\t");
        return { path, bytes: Number(head.trim().split(/\s+/).at(-1)) };
      });
  } catch {
    return undefined;
  }
}
