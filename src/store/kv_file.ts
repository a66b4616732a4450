/** Where the store lies when nothing else is said. */
export const DEFAULT_KV_FILE = ".data/oshibase.kv";

/** The KV file that a path names; undefined for the URL of a KV Connect server. */
export function kvFileOf(path: string): string | undefined {
  return /^https?:\/\//.test(path) ? undefined : path;
}

/** The folder that a file lies in. */
export function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) || "/" : ".";
}
