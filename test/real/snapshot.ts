import { createHash } from "node:crypto";

/** The bytes, the time of the last change and the identity of every file below a folder. */
export function snapshotOf(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return snapshotOf(path);
    const { mtime, ino } = Deno.statSync(path);
    const digest = createHash("sha256").update(Deno.readFileSync(path)).digest("hex");
    return [`${path} ${digest} ${mtime?.getTime()} ${ino}`];
  }).sort();
}
