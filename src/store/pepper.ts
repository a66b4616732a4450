import type { Random } from "../platform/random.ts";
import { isOnDisk, pepperFileOf } from "./store_files.ts";
import { StartError } from "../platform/start_error.ts";

/** As `KEY_PEPPER`: a file that was cut off must not make digests that anybody could make. */
const MIN_LENGTH = 16;

/** The options that decide where the pepper comes from. */
interface PepperNeeds {
  /** `KEY_PEPPER`. */
  readonly given: string | undefined;
  /** The KV file beside which a pepper may be kept; undefined where the store is no file. */
  readonly kvFile: string | undefined;
  /** Whether anybody but this machine is served. */
  readonly isPublic: boolean;
}

/** The pepper, and the file it is kept in, if it is. */
interface OpenPepper {
  readonly pepper: Uint8Array;
  readonly file: string | undefined;
  /** Whether the file was made just now, by this process. */
  readonly isNew: boolean;
}

/**
 * The secret that keyed digests are made with: `KEY_PEPPER`, or a random one made once and kept
 * beside the KV file, readable by its owner only.
 *
 * @throws {StartError} where one has to be given and is not
 */
export async function openPepper(needs: PepperNeeds, random: Random): Promise<OpenPepper> {
  if (needs.given !== undefined) {
    return { pepper: new TextEncoder().encode(needs.given), file: undefined, isNew: false };
  }
  if (needs.kvFile === undefined || needs.isPublic) {
    throw new StartError(
      "Cannot start without KEY_PEPPER: it is needed where the store is not a file of this machine " +
        "or another host than loopback is served. Set it to a long random text and keep it: " +
        "without it no key that was issued is known any more",
    );
  }
  // A store in memory ends with its process, and its digests with it.
  if (!isOnDisk(needs.kvFile)) {
    return { pepper: random.bytes(32), file: undefined, isNew: false };
  }
  const path = pepperFileOf(needs.kvFile);
  const kept = await readIfThere(path);
  const isNew = kept === undefined && await make(path, random);
  const text = kept ?? await readWritten(path);
  if (text.length < MIN_LENGTH) {
    throw new StartError(
      `Cannot use the pepper in ${path}: expected at least ${MIN_LENGTH} characters, got ` +
        `${text.length}. Put back the file that the store was made with`,
    );
  }
  return { pepper: new TextEncoder().encode(text), file: path, isNew };
}

/** How long another process may take to write what it has just made, in ms. */
const WRITING_MS = 1000;

/** Makes the file; false if another process was first, whose pepper is taken. */
async function make(path: string, random: Random): Promise<boolean> {
  try {
    await Deno.writeTextFile(path, random.bytes(32).toHex(), { createNew: true, mode: 0o600 });
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    return false;
  }
}

/** A file that is empty may be about to be written. */
async function readWritten(path: string): Promise<string> {
  const end = performance.now() + WRITING_MS;
  while (true) {
    const text = Deno.readTextFileSync(path);
    if (text !== "" || performance.now() > end) return text;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readWritten(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
