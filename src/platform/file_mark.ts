/** Which file is at a path, and which version of it; compare two marks of the same path. */
interface FileMark {
  /** Names the file itself: another one after a file was put in its place. */
  readonly identity: string;
  /** Names what it holds: another one after a write that changes its size or time. */
  readonly version: string;
  /** In bytes. */
  readonly size: number;
}

/** Reads the mark of a file, through links; undefined if there is none that can be read. */
export function markFile(path: string): FileMark | undefined {
  try {
    const { dev, ino, size, mtime, isFile } = Deno.statSync(path);
    const identity = `${dev}:${ino}`;
    const version = `${identity}:${size}:${mtime?.getTime()}`;
    return isFile ? { identity, version, size } : undefined;
  } catch {
    // A folder that may not be entered, or a link that leads nowhere, is as good as no file.
    return undefined;
  }
}
