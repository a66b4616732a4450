import { writeWhole } from "../emit/write_file.ts";
import { readHashed } from "./build_cache.ts";
import { KEPT_FOLDER, PROGRAM_FILE } from "./compiler_version.ts";

/** A site pack, and the SHA-256 of its bytes in base64url. */
export interface PackedSite {
  readonly pack: Uint8Array;
  readonly packHash: string;
}

/**
 * Sites that this program has rendered, whatever folder they were built into: a build into a new folder
 * takes the documents from here. The files may be deleted at any time.
 */
export interface KeptSites {
  /** Whether this program has kept any. */
  hasSome(): boolean;
  /** The site with a key, which names its source. */
  find(key: string): PackedSite | undefined;
  /** Keeps a site; if the system refuses, the next build renders it again. */
  keep(key: string, site: PackedSite): void;
}

/** So many are kept: one for each content folder that is built in turn. */
const MOST = 4;

const ENDING = ".site";

/**
 * Creates the sites that are kept in a folder. `version` names the program, or is undefined if it has no
 * name: then none is found, and none is kept.
 */
export function createKeptSites(
  version: () => string | undefined,
  folder: string = KEPT_FOLDER,
): KeptSites {
  const nameOf = (key: string) => `${version()}.${key}${ENDING}`;
  return {
    hasSome: () => namesIn(folder).some((name) => name.startsWith(`${version()}.`)),
    find(key) {
      try {
        return readSite(Deno.readFileSync(`${folder}/${nameOf(key)}`));
      } catch {
        return undefined;
      }
    },
    keep(key, { pack, packHash }) {
      if (version() === undefined) return;
      try {
        Deno.mkdirSync(folder, { recursive: true });
        writeWhole(`${folder}/${nameOf(key)}`, [new TextEncoder().encode(packHash), pack], false);
        removeOldest(folder);
      } catch {
        // The next build takes longer.
      }
    },
  };
}

/** Reads a file of a kept site: its SHA-256, and its bytes. Undefined if they do not belong together. */
function readSite(file: Uint8Array): PackedSite | undefined {
  const read = readHashed(file);
  return read && { pack: read.rest, packHash: read.hash };
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Removes all but those written last, with drafts that killed builds have left. */
function removeOldest(folder: string): void {
  const writtenAt = (name: string) => Number(Deno.statSync(`${folder}/${name}`).mtime);
  const sites = namesIn(folder).filter((name) => name !== PROGRAM_FILE);
  const byAge = sites.map((name) => [writtenAt(name), name] as const)
    .sort(([one], [other]) => other - one);
  for (const [, name] of byAge.slice(MOST)) Deno.removeSync(`${folder}/${name}`);
}
