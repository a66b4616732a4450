import { createChangedPaths } from "./changed_paths.ts";
import { type FolderMemory, isForPeople } from "../read/walk.ts";
import { isFolder } from "../read/there.ts";

/** What is in folders: the same list again for as long as nothing comes or goes. */
export interface FolderListings extends FolderMemory {
  /** Says which paths may have changed; undefined: anything. Returns whether no more than files have. */
  expect(changed: ReadonlySet<string> | undefined): boolean;
}

/** Remembers what is in folders. Until {@linkcode FolderListings.expect} is called, each is read. */
export function createFolderListings(): FolderListings {
  const listed = new Map<string, Listing>();
  const folders = createChangedPaths();
  return {
    expect(changed) {
      const areKnown = changed !== undefined &&
        !changed.values().some((path) => listed.has(path) || isFolder(path));
      folders.expect(areKnown ? [] : undefined);
      if (areKnown) changed.forEach(listAnew);
      return areKnown;
    },
    list(folder, read) {
      const known = listed.get(folder);
      const changed = known && folders.changedSince(known.look);
      if (known !== undefined && changed?.has(folder) === false) return known.entries;
      listed.delete(folder);
      const found = read();
      const entries = known !== undefined && areEqual(known.entries, found) ? known.entries : found;
      listed.set(folder, { entries, look: folders.look(folder) });
      return entries;
    },
  };

  /** Where something has come or gone, the rest of its folder need not be read again. */
  function listAnew(path: string): void {
    const folder = folderOf(path);
    const listing = listed.get(folder);
    if (listing === undefined || isListed(listing.entries, path)) return;
    listed.set(folder, { ...listing, entries: withPath(listing.entries, path) });
  }
}

interface Listing {
  readonly entries: readonly Deno.DirEntry[];
  /** Numbers the look at it. */
  readonly look: number;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a path is still listed as what it is, or still not there. */
function isListed(entries: readonly Deno.DirEntry[], path: string): boolean {
  const name = nameOf(path);
  if (isForPeople(name)) return true;
  const known = entries.find((entry) => entry.name === name);
  const found = infoOf(path);
  if (known === undefined || found === undefined) return known === found;
  return isSameSort(known, found);
}

/** Entries by name, among them what is at a path now. */
function withPath(entries: readonly Deno.DirEntry[], path: string): readonly Deno.DirEntry[] {
  const name = nameOf(path);
  const others = entries.filter((entry) => entry.name !== name);
  const info = infoOf(path);
  if (info === undefined) return others;
  const { isFile, isDirectory, isSymlink } = info;
  const later = others.findIndex((entry) => entry.name > name);
  const place = later === -1 ? others.length : later;
  return others.toSpliced(place, 0, { name, isFile, isDirectory, isSymlink });
}

function infoOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch {
    return undefined;
  }
}

type Sort = Pick<Deno.DirEntry, "isFile" | "isDirectory" | "isSymlink">;

function isSameSort(one: Sort, other: Sort): boolean {
  return one.isFile === other.isFile && one.isDirectory === other.isDirectory &&
    one.isSymlink === other.isSymlink;
}

function areEqual(some: readonly Deno.DirEntry[], others: readonly Deno.DirEntry[]): boolean {
  return some.length === others.length &&
    some.every((one, place) => one.name === others[place]!.name && isSameSort(one, others[place]!));
}
