/**
 * Which version of which file is at a path, through links: another one after a file was put in its place,
 * or a write changed its size or time. Undefined if there is none that can be read.
 */
export function markFile(path: string): { readonly version: string } | undefined {
  try {
    const { dev, ino, size, mtime, isFile } = Deno.statSync(path);
    return isFile ? { version: `${dev}:${ino}:${size}:${mtime?.getTime()}` } : undefined;
  } catch {
    // A folder that may not be entered, or a link that leads nowhere, is as good as no file.
    return undefined;
  }
}
