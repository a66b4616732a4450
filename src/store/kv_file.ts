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

/** The file that keeps the pepper of a store. */
export function pepperFileOf(kvFile: string): string {
  return `${kvFile}.pepper`;
}

/** All files of a store: SQLite's own three beside the KV file, and the pepper. */
export function storeFilesOf(kvFile: string): string[] {
  const journals = ["-wal", "-shm", "-journal"].map((ending) => kvFile + ending);
  return [kvFile, ...journals, pepperFileOf(kvFile)];
}

/** Whether it is a file that lies on a disk. */
export function isOnDisk(kvFile: string | undefined): kvFile is string {
  return kvFile !== undefined && kvFile !== ":memory:";
}

/** Whether a folder holds other things than the store: the working folder, or one above it. */
export function isSharedFolder(folder: string): boolean {
  return /^[./]*$/.test(folder);
}
